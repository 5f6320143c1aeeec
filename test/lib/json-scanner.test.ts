import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonLimits, JsonScanner, JsonTooCostlyError } from '../../src/lib/json-scanner.js'

const GENEROUS: JsonLimits = { maxTokens: 1_000_000, maxDepth: 1_000 }

function costOf(text: string, limits: Partial<JsonLimits>, chunkBytes = 7): string | null {
  const bytes = Buffer.from(text)
  const scanner = new JsonScanner({ ...GENEROUS, ...limits })
  try {
    for (let from = 0; from < bytes.length; from += chunkBytes) scanner.push(bytes.subarray(from, from + chunkBytes))
    return null
  } catch (error) {
    return (error as JsonTooCostlyError).reason
  }
}

/** The tokens of a value, counted from the parsed value. */
function tokensOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + tokensOf(item), 1)
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, item) => sum + 1 + tokensOf(item), 1)
}

describe('the cost of a JSON text', () => {
  test('counts keys, values and opening brackets, however the text is split', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), fc.boolean(), (value, chunkBytes, isSpread) => {
        const text = JSON.stringify(value, null, isSpread ? 2 : 0)
        const tokens = tokensOf(JSON.parse(text))
        expect(costOf(text, { maxTokens: tokens }, chunkBytes)).toBeNull()
        expect(costOf(text, { maxTokens: tokens - 1 }, chunkBytes)).toBe('tokens')
      }),
    )
  })

  test('measures the depth', () => {
    expect(costOf('[[[]]]', { maxDepth: 3 })).toBeNull()
    expect(costOf('[[[]]]', { maxDepth: 2 })).toBe('depth')
    expect(costOf('[{"a":[1]},{"a":[2]}]', { maxDepth: 3 })).toBeNull()
  })

  test('ignores brackets, commas and escaped quotes in strings', () => {
    expect(costOf(String.raw`["[[[[", "a\"[,[", "\\", "]"]`, { maxTokens: 5, maxDepth: 1 })).toBeNull()
  })

  test('is refused before the end of the text', () => {
    const scanner = new JsonScanner({ maxTokens: 10, maxDepth: 2 })
    expect(() => scanner.push(Buffer.from('[1,2,3,4,5,6,7,8,9,10,'))).toThrow(JsonTooCostlyError)
    expect(() => new JsonScanner({ maxTokens: 10, maxDepth: 2 }).push(Buffer.from('[[['))).toThrow(
      'is nested more than 2 levels deep',
    )
  })

  test('records the containers that are too large to be parsed in one go', () => {
    const scanner = new JsonScanner(GENEROUS, { largeBytes: 10 })
    scanner.push(Buffer.from('{"a":[1,2],"b":[1,2,3,4,5,6]}'))
    expect(scanner.large).toEqual([
      { start: 15, end: 27 },
      { start: 0, end: 28 },
    ])
  })
})
