import { setImmediate as nextTurn } from 'node:timers/promises'
import { isJsonSpace, JSON_BYTES, type LargeContainer } from './json-scanner.js'

/*
 * Parses a large JSON text without blocking the event loop: a container that is too large to be parsed in one go is cut
 * at its commas, and its children are parsed in groups, with other work in between. JSON.parse gets every byte, so
 * invalid JSON is refused here too.
 */

/** Text that is parsed in one go, in bytes: about a millisecond of work. */
export const SLICE_BYTES = 64 * 1024
/** How long the parser works before it yields to other work, in ms. */
const TURN_MS = 5

export interface SliceOptions {
  /** Parses a slice. JSON.parse by default. */
  parseText?: (text: string) => unknown
  /** Called for each field that is too large for one slice; throws if such a field is not allowed. */
  checkField?: (key: string, value: unknown) => void
  /** Text that is parsed in one go, in bytes. Containers of at least this size count as large. */
  sliceBytes?: number
}

/**
 * Parses a JSON text in slices.
 * @param large the containers of more than {@link SLICE_BYTES}, as a `JsonScanner` records them.
 * @throws SyntaxError if the text is not JSON.
 */
export async function parseJsonInSlices(
  bytes: Buffer,
  large: readonly LargeContainer[],
  options: SliceOptions = {},
): Promise<unknown> {
  return new SliceParser(bytes, large, options).parse()
}

class SliceParser {
  readonly #bytes: Buffer
  readonly #parseText: (text: string) => unknown
  readonly #checkField: (key: string, value: unknown) => void
  readonly #sliceBytes: number
  /** Ends of the large containers, by their start. */
  readonly #ends: Map<number, number>
  #turnBegan = performance.now()

  constructor(
    bytes: Buffer,
    large: readonly LargeContainer[],
    { parseText = JSON.parse, checkField = () => {}, sliceBytes = SLICE_BYTES }: SliceOptions,
  ) {
    this.#bytes = bytes
    this.#parseText = parseText
    this.#checkField = checkField
    this.#sliceBytes = sliceBytes
    this.#ends = new Map(large.map(({ start, end }) => [start, end]))
  }

  async parse(): Promise<unknown> {
    const start = this.#skipSpace(0)
    const end = this.#ends.get(start)
    if (end === undefined) return this.#parseText(this.#text(0, this.#bytes.length))
    if (this.#skipSpace(end + 1) < this.#bytes.length) throw new SyntaxError('Unexpected text after the JSON value')
    return this.#container(start, end)
  }

  /** Parses a large container: runs of small children together, each large child by itself. */
  async #container(start: number, end: number): Promise<unknown> {
    const isArray = this.#bytes[start] === JSON_BYTES.openBracket
    if (this.#bytes[end] !== (isArray ? JSON_BYTES.closeBracket : JSON_BYTES.closeBrace)) throw unexpected(end)
    if (this.#skipSpace(start + 1) === end) return isArray ? [] : {}
    const builder = isArray ? new ArrayBuilder() : new ObjectBuilder()
    let from = start + 1
    for (const child of this.#childrenOf(start, end)) {
      if (child.large === null) {
        builder.addSmall(this.#small(from, child.until, isArray))
      } else {
        const before = this.#text(from, child.large)
        const key = this.#keyOf(before, isArray)
        const largeEnd = this.#ends.get(child.large)!
        if (this.#text(largeEnd + 1, child.until).trim() !== '') throw unexpected(largeEnd + 1)
        const value = await this.#container(child.large, largeEnd)
        this.#checkField(key, value)
        builder.addLarge(key, value)
      }
      from = child.until + 1
      await this.#breathe()
    }
    return builder.value
  }

  /** Parses children that fit into one slice, as a text with brackets around them. */
  #small(from: number, until: number, isArray: boolean): unknown {
    const text = this.#text(from, until)
    if (text.trim() === '') throw unexpected(until)
    return this.#parseText(isArray ? `[${text}]` : `{${text}}`)
  }

  /** The key of a large child of an object; empty in an array. */
  #keyOf(before: string, isArray: boolean): string {
    if (isArray) {
      if (before.trim() !== '') throw new SyntaxError(`Unexpected text in JSON: ${before.trim().slice(0, 20)}`)
      return ''
    }
    // Append null: unlike a digit, it cannot merge with the text before it.
    const [key, ...more] = Object.keys(this.#parseText(`{${before}null}`) as object)
    if (key === undefined || more.length > 0) throw new SyntaxError('Expected a property name in JSON')
    return key
  }

  /** Cuts a container at its commas: slices of small children, and each large child. `until` is the offset of a cut. */
  *#childrenOf(start: number, end: number): Generator<{ until: number; large: number | null }> {
    let sliceStart = start + 1
    let lastComma = -1
    let large: number | null = null
    let depth = 0
    for (let index = start + 1; index <= end; index += 1) {
      const byte = this.#bytes[index]!
      if (byte === JSON_BYTES.quote) {
        index = this.#endOfString(index)
        continue
      }
      if (byte === JSON_BYTES.openBrace || byte === JSON_BYTES.openBracket) {
        const ends = depth === 0 ? this.#ends.get(index) : undefined
        if (ends === undefined) {
          depth += 1
          continue
        }
        // The small children in front of a large one come first.
        if (lastComma >= sliceStart) {
          yield { until: lastComma, large: null }
          sliceStart = lastComma + 1
        }
        if (large !== null) throw unexpected(index)
        large = index
        index = ends
      } else if ((byte === JSON_BYTES.closeBrace || byte === JSON_BYTES.closeBracket) && index < end) depth -= 1
      else if (index === end || (byte === JSON_BYTES.comma && depth === 0)) {
        lastComma = index
        if (large === null && index < end && index - sliceStart < this.#sliceBytes) continue
        yield { until: index, large }
        sliceStart = index + 1
        large = null
      }
    }
  }

  #endOfString(start: number): number {
    for (let index = start + 1; index < this.#bytes.length; index += 1) {
      const byte = this.#bytes[index]
      if (byte === JSON_BYTES.backslash) index += 1
      else if (byte === JSON_BYTES.quote) return index
    }
    throw new SyntaxError('Unterminated string in JSON')
  }

  #skipSpace(from: number): number {
    let index = from
    while (index < this.#bytes.length && isJsonSpace(this.#bytes[index]!)) index += 1
    return index
  }

  #text(from: number, until: number): string {
    return this.#bytes.toString('utf8', from, until)
  }

  async #breathe(): Promise<void> {
    if (performance.now() - this.#turnBegan < TURN_MS) return
    await nextTurn()
    this.#turnBegan = performance.now()
  }
}

class ArrayBuilder {
  readonly value: unknown[] = []

  addSmall(items: unknown): void {
    for (const item of items as unknown[]) this.value.push(item)
  }

  addLarge(_key: string, value: unknown): void {
    this.value.push(value)
  }
}

class ObjectBuilder {
  readonly value: Record<string, unknown> = {}

  addSmall(fields: unknown): void {
    for (const [key, value] of Object.entries(fields as object)) this.addLarge(key, value)
  }

  addLarge(key: string, value: unknown): void {
    // Treats the key __proto__ as an ordinary field, like JSON.parse.
    Object.defineProperty(this.value, key, { value, writable: true, enumerable: true, configurable: true })
  }
}

const unexpected = (offset: number) => new SyntaxError(`Unexpected token in JSON at byte ${offset}`)
