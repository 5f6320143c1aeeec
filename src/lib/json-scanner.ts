/*
 * Reads JSON text byte by byte as it arrives and counts its tokens and depth, so that a small body that is expensive to
 * parse is refused before it is parsed. It distinguishes only strings, brackets and other tokens, and does not
 * validate: a text that passes may still be invalid JSON (RFC 8259).
 */

/** What a JSON text may cost. */
export interface JsonLimits {
  /** Strings (keys included), numbers, literals and opening brackets, together. */
  maxTokens: number
  /** Objects and arrays inside each other. */
  maxDepth: number
}

/** An object or array that is too large to be parsed in one go: the offsets of its opening and closing brackets. */
export interface LargeContainer {
  start: number
  end: number
}

/** A JSON text costs more than is allowed. */
export class JsonTooCostlyError extends Error {
  override name = 'JsonTooCostlyError'
  readonly reason: 'tokens' | 'depth'

  constructor(reason: 'tokens' | 'depth', limits: JsonLimits) {
    super(
      reason === 'tokens'
        ? `has more than ${limits.maxTokens.toLocaleString('en')} JSON values and keys`
        : `is nested more than ${limits.maxDepth} levels deep`,
    )
    this.reason = reason
  }
}

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

/** Whether a byte is white space between JSON tokens. */
export const isJsonSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Counts the tokens and the depth of one JSON text, chunk by chunk. */
export class JsonScanner {
  readonly #limits: JsonLimits
  /** Containers of at least this many bytes are recorded in {@link large}. */
  readonly #largeBytes: number
  /** Offsets at which the open containers begin. */
  readonly #open: number[] = []
  #offset = 0
  #tokens = 0
  #isInString = false
  #isEscaped = false
  #isInWord = false

  /** Every container that is too large to be parsed in one go, in the order in which they end. */
  readonly large: LargeContainer[] = []

  constructor(limits: JsonLimits, { largeBytes = Number.POSITIVE_INFINITY }: { largeBytes?: number } = {}) {
    this.#limits = limits
    this.#largeBytes = largeBytes
  }

  /**
   * Takes the next bytes of the text.
   * @throws JsonTooCostlyError as soon as a limit is passed.
   */
  push(chunk: Uint8Array): void {
    let index = 0
    while (index < chunk.length) {
      if (this.#isInString) {
        index = this.#leaveString(chunk, index)
        continue
      }
      const byte = chunk[index]!
      if (byte === JSON_BYTES.quote) {
        this.#isInString = true
        this.#isInWord = false
        this.#count()
      } else if (byte === JSON_BYTES.openBrace || byte === JSON_BYTES.openBracket) this.#openAt(this.#offset + index)
      else if (byte === JSON_BYTES.closeBrace || byte === JSON_BYTES.closeBracket) this.#closeAt(this.#offset + index)
      else if (byte === JSON_BYTES.comma || byte === JSON_BYTES.colon || isJsonSpace(byte)) this.#isInWord = false
      else if (!this.#isInWord) {
        this.#isInWord = true
        this.#count()
      }
      index += 1
    }
    this.#offset += chunk.length
  }

  /** Skips to the end of the string, or of the chunk, in a tight loop: most bytes of mail are in strings. */
  #leaveString(chunk: Uint8Array, from: number): number {
    let index = from
    if (this.#isEscaped) {
      this.#isEscaped = false
      index += 1
    }
    while (index < chunk.length) {
      const byte = chunk[index]!
      if (byte === JSON_BYTES.quote) {
        this.#isInString = false
        return index + 1
      }
      index += byte === JSON_BYTES.backslash ? 2 : 1
    }
    this.#isEscaped = index > chunk.length
    return chunk.length
  }

  #openAt(offset: number): void {
    this.#isInWord = false
    this.#open.push(offset)
    if (this.#open.length > this.#limits.maxDepth) throw new JsonTooCostlyError('depth', this.#limits)
    this.#count()
  }

  #closeAt(offset: number): void {
    this.#isInWord = false
    const start = this.#open.pop()
    if (start !== undefined && offset - start >= this.#largeBytes) this.large.push({ start, end: offset })
  }

  #count(): void {
    this.#tokens += 1
    if (this.#tokens > this.#limits.maxTokens) throw new JsonTooCostlyError('tokens', this.#limits)
  }
}
