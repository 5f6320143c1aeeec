import { shouldYield, yieldToEventLoop } from '../concurrency/time-slices.js'
import { isJsonLargerThan } from './json-size.js'

/** About the size of a piece, in characters. */
const PIECE_CHARS = 64 * 1024
/** A larger value takes long enough to write that it is written in pieces. */
const LARGE_CHARS = 256 * 1024

/** Whether a JSON value is so large that it should be written in pieces. */
export const isLargeJson = (value: unknown): boolean => isJsonLargerThan(value, LARGE_CHARS)

/** Writes a value as `JSON.stringify` does, piece by piece, in as many turns of the event loop as that takes. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string, void> {
  let piece = ''
  for (const part of partsOf(value)) {
    piece += part
    if (piece.length >= PIECE_CHARS) {
      yield piece
      piece = ''
    }
    if (shouldYield()) await yieldToEventLoop()
  }
  if (piece !== '') yield piece
}

/** The text of a value in parts, none of which is much larger than a piece. */
function* partsOf(given: unknown): Generator<string, void> {
  const value = plain(given)
  if (typeof value === 'string') yield* partsOfText(value)
  else if (typeof value !== 'object' || value === null || !isJsonLargerThan(value, PIECE_CHARS)) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) yield* partsOfList(value)
  else yield* partsOfObject(value)
}

function* partsOfList(list: readonly unknown[]): Generator<string, void> {
  yield '['
  for (const [index, item] of list.entries()) {
    if (index > 0) yield ','
    yield* partsOf(item)
  }
  yield ']'
}

function* partsOfObject(object: object): Generator<string, void> {
  let isFirst = true
  yield '{'
  for (const [name, own] of Object.entries(object)) {
    if (own === undefined || typeof own === 'function') continue
    yield `${isFirst ? '' : ','}${JSON.stringify(name)}:`
    yield* partsOf(own)
    isFirst = false
  }
  yield '}'
}

function* partsOfText(text: string): Generator<string, void> {
  if (text.length <= PIECE_CHARS) return yield JSON.stringify(text)
  yield '"'
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at + PIECE_CHARS)
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
    at = end
  }
  yield '"'
}

/** Half of a character of two code units would be written as an escape. */
const endOfPiece = (text: string, end: number): number => (/[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end)

function plain(value: unknown): unknown {
  const { toJSON } = (typeof value === 'object' && value !== null ? value : {}) as { toJSON?: () => unknown }
  return typeof toJSON === 'function' ? toJSON.call(value) : value
}
