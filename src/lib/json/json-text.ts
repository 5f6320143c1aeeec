/** The bytes that give a JSON text its structure (RFC 8259, section 2). */
export const JSON_BYTES = {
  quote: 0x22,
  backslash: 0x5c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  comma: 0x2c,
  colon: 0x3a,
} as const

const LETTER_U = 0x75

/** For each byte, whether no number and no literal contains it. */
const ENDS_WORD = Uint8Array.from({ length: 256 }, (_none, byte) =>
  Number(' \n\r\t",:[]{}'.includes(String.fromCharCode(byte))),
)

/** Where the number or literal ends that begins at an offset: in front of the next byte that belongs to no such word. */
export function endOfWord(bytes: Uint8Array, from: number): number {
  let end = from + 1
  while (end < bytes.length && ENDS_WORD[bytes[end]!] === 0) end += 1
  return end
}

/**
 * Up to where a piece of a string can be decoded without what follows it: not into an escape, not into a character.
 * @param lastEscape where its last escape begins; negative if it has none.
 */
export function endOfDecodable(bytes: Uint8Array, from: number, lastEscape: number): number {
  const { length } = bytes
  if (lastEscape >= 0 && lastEscape + (bytes[lastEscape + 1] === LETTER_U ? 6 : 2) > length) return lastEscape
  for (let at = length - 1; at >= Math.max(from, length - 3); at -= 1) {
    const byte = bytes[at]!
    if (byte < 0x80) return length
    if (byte >= 0xc0) return at + charBytes(byte) > length ? at : length
  }
  return length
}

/** Bytes of a character in UTF-8, by its first one. */
const charBytes = (first: number): number => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2)
