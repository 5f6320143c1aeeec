import { isJsonLargerThan } from './json-size.js'

/** Characters of a piece of a large text: less than a millisecond of work. */
const PIECE_CHARS = 64 * 1024

/**
 * JSON with sorted object keys, so that equal values give equal texts. Omits what JSON omits (undefined, functions).
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    const isObject = part !== null && typeof part === 'object' && !Array.isArray(part)
    return isObject ? sorted(part as Record<string, unknown>) : part
  })
}

function sorted(source: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(source).sort()) result[key] = source[key]
  return result
}

/** The same text in pieces, for values that may have megabytes. */
export function* canonicalPieces(value: unknown): Generator<string> {
  if (!isJsonLargerThan(value, PIECE_CHARS)) yield canonicalJson(value)
  else if (typeof value === 'string') yield* piecesOfString(value)
  else if (Array.isArray(value)) yield* piecesOfArray(value)
  else yield* piecesOfObject(value as Record<string, unknown>)
}

function* piecesOfArray(items: unknown[]): Generator<string> {
  for (const [index, item] of items.entries()) {
    yield index === 0 ? '[' : ','
    yield* canonicalPieces(item ?? null)
  }
  yield ']'
}

function* piecesOfObject(source: Record<string, unknown>): Generator<string> {
  let separator = '{'
  for (const [key, value] of Object.entries(sorted(source))) {
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(key)}:`
    yield* canonicalPieces(value)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

function* piecesOfString(text: string): Generator<string> {
  yield '"'
  let from = 0
  while (from < text.length) {
    const until = from + PIECE_CHARS
    // A character of two units must not be cut.
    const end = /[\ud800-\udbff]/.test(text.charAt(until - 1)) ? until - 1 : until
    yield JSON.stringify(text.slice(from, end)).slice(1, -1)
    from = end
  }
  yield '"'
}
