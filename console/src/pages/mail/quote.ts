import { exactTime } from '../../lib/time'

/** Longer mails are quoted to here, in characters. */
const MAX_CHARS = 20_000

/** A mail as an answer quotes it, below room for the answer. Empty if it has no text. */
export function quoted(text: string | null, from: string, occurredAt: string): string {
  if (text === null || text.trim() === '') return ''
  const lines = text.slice(0, MAX_CHARS).trimEnd().split('\n')
  const marked = lines.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()))
  return `\n\nOn ${exactTime(occurredAt)}, ${from} wrote:\n${marked.join('\n')}\n`
}
