const LF = 0x0a

/** Text without the line ends at its beginning and end. A pattern would take time with the square of their number. */
export function withoutEmptyEnds(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) === LF) start += 1
  while (end > start && text.charCodeAt(end - 1) === LF) end -= 1
  return text.slice(start, end)
}
