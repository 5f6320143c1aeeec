/** Replaces the lines between the one with `begin` and the one with `end`. */
export function between(text: string, begin: string, end: string, lines: string): string {
  const from = text.indexOf('\n', text.indexOf(begin)) + 1
  const to = text.lastIndexOf('\n', text.indexOf(end, from)) + 1
  if (!text.includes(begin) || to < from) throw new Error(`${begin} … ${end} are missing`)
  return text.slice(0, from) + lines + text.slice(to)
}
