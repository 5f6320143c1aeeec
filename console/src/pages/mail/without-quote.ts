/** Behind it, some programs put the whole mail that is answered, without marks. */
const ORIGINAL = /^-{3,} ?(?:original message|forwarded message|ursprüngliche nachricht)/i

/** What Outlook draws above the header of the mail that is answered, and how that header begins. */
const LINE = /^_{10,}\s*$/
const HEADER = /^(?:from|von|de|da|van):/i
/** The end of a line that introduces a quote, where it was too long for one. */
const ADDRESS_AND_COLON = /^<?[^\s<>@]+@[^\s<>@]+>? [^:]*:$/

/**
 * A text in two parts: what its author says, and what it quotes at its end, with the line above that says whom. The quote is
 * empty if there is none, or nothing else.
 */
export function withoutQuote(text: string): { said: string; quote: string } {
  const lines = text.split('\n')
  const original = lines.findIndex(
    (line, index) => ORIGINAL.test(line) || (LINE.test(line) && HEADER.test(lines[index + 1] ?? '')),
  )
  const end = lines.findLastIndex((line) => line.trim() !== '' && !line.startsWith('>'))
  let start = original >= 0 && original < end ? original : end + 1
  if (!lines.slice(start).some((line) => line.trim() !== '')) return { said: text, quote: '' }
  // Nothing but the line that introduces the quote may stand above it.
  if (start === end + 1 && lines[end]?.trimEnd().endsWith(':')) {
    const isContinued = ADDRESS_AND_COLON.test(lines[end].trimEnd()) && (lines[end - 1] ?? '').trim() !== ''
    start = isContinued ? end - 1 : end
  }
  const said = lines.slice(0, start).join('\n').trimEnd()
  return said.trim() === '' ? { said: text, quote: '' } : { said, quote: lines.slice(start).join('\n') }
}
