import { endOfDecodable, endOfWord, JSON_BYTES } from './json-text.js'

/*
 * Builds a JSON value from its bytes as they arrive (RFC 8259), so that a large one takes many short turns of the event
 * loop instead of a long one, and one that costs more than its size says is refused where that shows.
 *
 * It takes what JSON.parse takes and makes the same of it, except that it refuses keys that would reach a prototype,
 * numbers and keys of more than a thousand characters, and objects with more than fifty thousand keys.
 */

/** What a JSON text may cost. */
export interface JsonLimits {
  /** Strings (keys included), numbers, literals and opening brackets, together. */
  maxTokens: number
  /** Objects and arrays inside each other. */
  maxDepth: number
}

/** A JSON text costs more than is allowed. */
export class JsonTooCostlyError extends Error {
  override name = 'JsonTooCostlyError'
}

type Container = unknown[] | Record<string, unknown>

/** What may come next, in the words of an error. */
type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a property name'
  | 'a property name or }'
  | 'a colon'
  | 'a comma or ]'
  | 'a comma or }'
  | 'the end'

/** Longest number or literal, in bytes, and longest property name, in characters. */
const MAX_WORD = 1_000
/** Most properties of one object. Whoever goes through more of them takes long even to list their names. */
const MAX_PROPERTIES = 50_000
const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const NOTHING = Buffer.alloc(0)

/** Reads one JSON text, chunk by chunk. */
export class JsonReader {
  readonly #limits: JsonLimits
  #tokens = 0
  /** Bytes before the current chunk. */
  #offset = 0
  /** The current chunk, and the same as text: each byte is a character, which is right only for ASCII. */
  #bytes: Buffer = NOTHING
  #text = ''
  /** The end of the chunk before, if it can be read only with what follows. */
  #rest: Buffer = NOTHING
  #expected: Expected = 'a value'
  /** What is read already of a string that goes on in the next chunk; null outside of strings. */
  #string: string | null = null
  /** The open containers, and the key that each of them has in the one around it. */
  readonly #open: Container[] = []
  readonly #keys: string[] = []
  #key = ''
  /** Properties of the open containers and of the current one. */
  readonly #counts: number[] = []
  #properties = 0
  #value: unknown

  constructor(limits: JsonLimits) {
    this.#limits = limits
  }

  /**
   * Takes the next bytes.
   * @throws JsonTooCostlyError or SyntaxError as soon as the bytes show it.
   */
  push(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#bytes = bytes
    this.#text = bytes.toString('latin1')
    this.#rest = NOTHING
    let index = this.#offset === 0 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
    while (index < bytes.length) index = this.#string === null ? this.#readToken(index) : this.#readString(index)
    this.#offset += bytes.length - this.#rest.length
  }

  /**
   * The value, after the last bytes.
   * @throws SyntaxError if the text is not complete.
   */
  end(): unknown {
    if (this.#rest.length > 0 && this.#string === null) this.#takeWord(0, this.#rest.toString('latin1'))
    if (this.#expected !== 'the end') throw new SyntaxError(`it ends where ${this.#expected} is expected`)
    return this.#value
  }

  /** Reads a token, or white space before it. Returns where it ends. */
  #readToken(at: number): number {
    switch (this.#bytes[at]) {
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        break
      case JSON_BYTES.quote:
        this.#startString(at)
        return this.#readString(at + 1)
      case JSON_BYTES.comma:
        this.#takeComma(at)
        break
      case JSON_BYTES.colon:
        if (this.#expected !== 'a colon') throw this.#unexpected(at)
        this.#expected = 'a value'
        break
      case JSON_BYTES.openBracket:
        this.#startContainer(at, [], 'a value or ]')
        break
      case JSON_BYTES.openBrace:
        this.#startContainer(at, {}, 'a property name or }')
        break
      case JSON_BYTES.closeBracket:
        if (this.#expected !== 'a comma or ]' && this.#expected !== 'a value or ]') throw this.#unexpected(at)
        this.#endContainer()
        break
      case JSON_BYTES.closeBrace:
        if (this.#expected !== 'a comma or }' && this.#expected !== 'a property name or }') throw this.#unexpected(at)
        this.#endContainer()
        break
      default:
        return this.#readWord(at)
    }
    return at + 1
  }

  #takeComma(at: number): void {
    if (this.#expected === 'a comma or ]') this.#expected = 'a value'
    else if (this.#expected === 'a comma or }') this.#expected = 'a property name'
    else throw this.#unexpected(at)
  }

  #startContainer(at: number, container: Container, expected: Expected): void {
    if (!this.#isValueExpected()) throw this.#unexpected(at)
    this.#count()
    if (this.#open.length === this.#limits.maxDepth) {
      throw new JsonTooCostlyError(`is nested more than ${this.#limits.maxDepth} levels deep`)
    }
    this.#open.push(container)
    this.#keys.push(this.#key)
    this.#counts.push(this.#properties)
    this.#key = ''
    this.#properties = 0
    this.#expected = expected
  }

  #endContainer(): void {
    this.#key = this.#keys.pop()!
    this.#properties = this.#counts.pop()!
    this.#add(this.#open.pop())
  }

  /** Reads a number or a literal. */
  #readWord(at: number): number {
    const bytes = this.#bytes
    const end = endOfWord(bytes, at)
    if (end - at > MAX_WORD) throw new JsonTooCostlyError('has a number of more than 1,000 characters')
    if (end < bytes.length) this.#takeWord(at, this.#text.slice(at, end))
    else this.#rest = bytes.subarray(at)
    return end
  }

  #takeWord(at: number, word: string): void {
    if (!this.#isValueExpected()) throw this.#unexpected(at)
    this.#count()
    this.#add(parse(word, () => this.#unexpected(at)))
  }

  #startString(at: number): void {
    const isKey = this.#expected === 'a property name' || this.#expected === 'a property name or }'
    if (!isKey && !this.#isValueExpected()) throw this.#unexpected(at)
    this.#count()
    this.#string = ''
  }

  /** Reads on in a string: to its end, or as far as the chunk goes. */
  #readString(from: number): number {
    const bytes = this.#bytes
    let index = from
    let lastEscape = -1
    let isAscii = true
    while (index < bytes.length) {
      const byte = bytes[index]!
      if (byte === JSON_BYTES.quote) {
        this.#takeString(this.#string + this.#decode(from, index, isAscii, lastEscape >= 0))
        return index + 1
      }
      if (byte === JSON_BYTES.backslash) {
        lastEscape = index
        index += 2
        continue
      }
      if (byte < 0x20) throw new SyntaxError(`the character at byte ${this.#offset + index} must be escaped`)
      if (byte > 0x7f) isAscii = false
      index += 1
    }
    const end = endOfDecodable(bytes, from, lastEscape)
    this.#string += this.#decode(from, end, isAscii, lastEscape >= 0)
    this.#rest = bytes.subarray(end)
    return bytes.length
  }

  #decode(from: number, end: number, isAscii: boolean, mayHaveEscapes: boolean): string {
    const text = isAscii ? this.#text.slice(from, end) : this.#bytes.toString('utf8', from, end)
    if (!mayHaveEscapes || !text.includes('\\')) return text
    const at = this.#offset + from
    return parse(`"${text}"`, () => new SyntaxError(`a string has an invalid escape after byte ${at}`)) as string
  }

  #takeString(text: string): void {
    this.#string = null
    if (this.#isValueExpected()) this.#add(text)
    else this.#takeKey(text)
  }

  #takeKey(key: string): void {
    // Code that copies the value by assignment would set a prototype.
    if (key === '__proto__' || (key === 'prototype' && this.#keys.at(-1) === 'constructor')) {
      throw new SyntaxError(`the property name ${key} is not allowed`)
    }
    if (key.length > MAX_WORD) throw new JsonTooCostlyError('has a property name of more than 1,000 characters')
    this.#properties += 1
    if (this.#properties > MAX_PROPERTIES)
      throw new JsonTooCostlyError('has an object with more than 50,000 properties')
    this.#key = key
    this.#expected = 'a colon'
  }

  /** Puts a value where it belongs. */
  #add(value: unknown): void {
    const container = this.#open.at(-1)
    if (container === undefined) {
      this.#value = value
      this.#expected = 'the end'
    } else if (Array.isArray(container)) {
      container.push(value)
      this.#expected = 'a comma or ]'
    } else {
      container[this.#key] = value
      this.#expected = 'a comma or }'
    }
  }

  #isValueExpected(): boolean {
    return this.#expected === 'a value' || this.#expected === 'a value or ]'
  }

  #count(): void {
    this.#tokens += 1
    if (this.#tokens <= this.#limits.maxTokens) return
    throw new JsonTooCostlyError(`has more than ${this.#limits.maxTokens.toLocaleString('en')} JSON values and keys`)
  }

  #unexpected(at: number): SyntaxError {
    return new SyntaxError(`${this.#expected} is expected at byte ${this.#offset + at}`)
  }
}

function parse(text: string, failure: () => SyntaxError): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw failure()
  }
}
