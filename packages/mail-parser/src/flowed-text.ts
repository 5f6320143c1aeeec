/** The quote marks at the beginning of a line. */
const QUOTES = /^>*/

/**
 * Joins the lines of flowed text (RFC 3676): a line that ends with a space continues in the next one, unless that is
 * quoted more or less deeply. The signature separator stays a separate line.
 * @param dropsSpace whether the space only marks the continuation (`DelSp=yes`).
 */
export function unwrapFlowed(text: string, dropsSpace: boolean): string {
  const result: string[] = []
  let open: { depth: number; pieces: string[] } | null = null
  const close = () => {
    if (open) result.push(quoted(open.depth, open.pieces.join('')))
    open = null
  }
  for (const line of text.split('\n')) {
    const depth = QUOTES.exec(line)![0].length
    const content = withoutStuffing(line.slice(depth))
    const isSignature = content === '-- '
    const isFlowed = content.endsWith(' ') && !isSignature
    const current = open as { depth: number; pieces: string[] } | null
    if (current && (current.depth !== depth || isSignature)) close()
    const piece = isFlowed && dropsSpace ? content.slice(0, -1) : content
    if (open) (open as { pieces: string[] }).pieces.push(piece)
    else open = { depth, pieces: [piece] }
    if (!isFlowed) close()
  }
  close()
  return result.join('\n')
}

const withoutStuffing = (content: string) => (content.startsWith(' ') ? content.slice(1) : content)

const quoted = (depth: number, content: string) => (depth > 0 ? `${'>'.repeat(depth)} ${content}` : content)
