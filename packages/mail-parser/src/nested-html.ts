import { Parser } from 'htmlparser2'

/** No mail program nests nearly as deep. */
const MAX_DEPTH = 1_000
const PIECE_CHARS = 16 * 1024

/**
 * Cuts HTML where its elements are nested too deep: every element then costs the parser time in proportion to the
 * depth.
 */
export function cutNested(html: string): string {
  if (!hasMany(html)) return html
  let depth = 0
  let cutAt = -1
  const parser = new Parser({
    onopentag: () => {
      depth += 1
      if (depth > MAX_DEPTH && cutAt < 0) cutAt = parser.startIndex
    },
    onclosetag: () => {
      depth -= 1
    },
  })
  for (let at = 0; at < html.length && cutAt < 0; at += PIECE_CHARS) parser.write(html.slice(at, at + PIECE_CHARS))
  return cutAt < 0 ? html : html.slice(0, cutAt)
}

/** Whether there are so many tags that they could be nested too deep. */
function hasMany(html: string): boolean {
  let at = -1
  for (let count = 0; count <= MAX_DEPTH; count += 1) {
    at = html.indexOf('<', at + 1)
    if (at < 0) return false
  }
  return true
}
