/* Without anything of Node, because the console reads files, too. */

export type UnicodeName = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Bytes at the beginning of a file from which its encoding is detected, as far as they show it. */
export const HEAD_BYTES = 512
/** Least part of the code units that are ASCII in UTF-16 without a byte order mark. */
const LEAST_ASCII = 0.5

/** The encoding of a file that begins so, if its beginning shows it; null for UTF-8 without a mark, and for others. */
export function unicodeOf(head: Uint8Array): UnicodeName | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (isHalfZero(head, 1)) return 'utf-16le'
  return isHalfZero(head, 0) ? 'utf-16be' : null
}

/** Whether most bytes at the even places (0) or the odd ones (1) are zero, and hardly any of the others. */
function isHalfZero(head: Uint8Array, side: 0 | 1): boolean {
  const zeros = [0, 0]
  const length = Math.min(head.length, HEAD_BYTES) & ~1
  for (let at = 0; at < length; at += 1) if (head[at] === 0) zeros[at & 1]! += 1
  const [own, other] = [zeros[side]!, zeros[1 - side]!]
  return own > 0 && (2 * own) / length >= LEAST_ASCII && other * 4 <= own
}
