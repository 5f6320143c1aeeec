/* Without anything of Node, because the console reads files, too. */

/** Bytes that can follow the first one of a character: the lowest and the highest of the second one, and how many. */
interface Form {
  low: number
  high: number
  more: number
}

/**
 * Counts the characters of UTF-8 that have several bytes, and the bytes that are none, as a file is read. Hardly any text of
 * another encoding has more of the former.
 */
export class Utf8Detector {
  #characters = 0
  #strays = 0
  #strayLine: number | null = null
  #line = 1
  #isAfterReturn = false
  /** What is missing of a character. */
  #open: Form | null = null

  /** Whether the text is UTF-8 rather than Windows-1252, as far as it was read. ASCII is both. */
  get isUtf8(): boolean {
    return this.#strays === 0 || this.#characters > this.#strays
  }

  /** The line with the first byte that is no part of a character, as editors number it; null if there is none. */
  get strayLine(): number | null {
    return this.#strayLine
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) this.#take(bytes[at]!)
  }

  /** A character that lacks bytes is none. */
  end(): void {
    if (this.#open) this.#stray()
    this.#open = null
  }

  #take(byte: number): void {
    if (this.#open) {
      const { low, high, more } = this.#open
      if (byte >= low && byte <= high) {
        if (more === 1) this.#characters += 1
        this.#open = more === 1 ? null : { low: 0x80, high: 0xbf, more: more - 1 }
        return
      }
      this.#stray()
      this.#open = null
    }
    if (byte >= 0x80) {
      this.#open = formOf(byte)
      if (!this.#open) this.#stray()
    }
    if (byte === 0x0d || (byte === 0x0a && !this.#isAfterReturn)) this.#line += 1
    this.#isAfterReturn = byte === 0x0d
  }

  #stray(): void {
    this.#strays += 1
    this.#strayLine ??= this.#line
  }
}

/** The form of a character that begins so (RFC 3629, section 4); null if none does. */
function formOf(first: number): Form | null {
  if (first < 0xc2 || first > 0xf4) return null
  if (first < 0xe0) return { low: 0x80, high: 0xbf, more: 1 }
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  return { low, high, more: first < 0xf0 ? 2 : 3 }
}

/** What is wrong with a file of two encodings. */
export const mixedAt = (line: number): string =>
  `has both UTF-8 and Windows-1252: in line ${line} there are letters that are not like the others. Save it in one encoding`
