import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonScanner } from '../../src/lib/json-scanner.js'
import { parseJsonInSlices } from '../../src/lib/parse-json-in-slices.js'

/** Parses a text with slices so small that nearly every container is cut. */
async function parse(text: string, sliceBytes = 4): Promise<unknown> {
  const bytes = Buffer.from(text)
  const scanner = new JsonScanner({ maxTokens: 1_000_000, maxDepth: 1_000 }, { largeBytes: sliceBytes })
  scanner.push(bytes)
  return parseJsonInSlices(bytes, scanner.large, { sliceBytes })
}

describe('a large JSON text', () => {
  test('gives the same value as JSON.parse, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 1, max: 40 }), fc.boolean(), async (value, size, isSpread) => {
        const text = JSON.stringify(value, null, isSpread ? 1 : 0)
        expect(await parse(text, size)).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  test('is refused if JSON.parse refuses it', async () => {
    const arbitrary = fc.tuple(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom('', ',', ':', '"', '[', ']', '{', '}', '1', 'x'),
    )
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.integer({ min: 1, max: 20 }), async ([value, place, inserted], size) => {
        const text = JSON.stringify(value)
        const at = place % (text.length + 1)
        const broken = text.slice(0, at) + inserted + text.slice(inserted ? at : at + 1)
        let expected: unknown
        try {
          expected = JSON.parse(broken)
        } catch {
          await expect(parse(broken, size)).rejects.toThrow(SyntaxError)
          return
        }
        expect(await parse(broken, size)).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    '[1,2,3,]',
    '[1,,2,3]',
    '{"a":1,}',
    '{"abc":[1,2,3] 4}',
    '{"a" [1,2,3,4]}',
    '[1,2,3] x',
    '[[1,2,3] [4,5,6]]',
    '{,"a":[1,2,3]}',
    '[,[1,2,3,4]]',
    '{"a":[1,2,3],,"b":1}',
    '[[1,2,3],]',
    '{"a":1,"b":2]',
    '{"a":1[1,2,3,4]}',
    '[{"a":1},"b":[1,2,3]]',
    '',
  ])('refuses %j', async (text) => {
    await expect(parse(text)).rejects.toThrow(SyntaxError)
  })

  test('keeps the last of repeated keys, and a key named __proto__ as a field', async () => {
    expect(await parse('{"a":[1,2,3],"a":[4,5,6]}')).toEqual({ a: [4, 5, 6] })
    const value = await parse('{"__proto__":[1,2,3],"b":[4,5,6]}')
    expect(Object.keys(value as object)).toEqual(['__proto__', 'b'])
  })

  test('does not block the event loop', async () => {
    const items = Array.from({ length: 200_000 }, (_none, index) => ({ index, text: 'x'.repeat(20) }))
    const bytes = Buffer.from(JSON.stringify(items))
    const scanner = new JsonScanner({ maxTokens: 2_000_000, maxDepth: 64 }, { largeBytes: 64 * 1024 })
    scanner.push(bytes)
    let turns = 0
    const count = () => {
      turns += 1
      handle = setImmediate(count)
    }
    let handle = setImmediate(count)
    const value = (await parseJsonInSlices(bytes, scanner.large)) as unknown[]
    clearImmediate(handle)
    expect(value.length).toBe(items.length)
    expect(turns).toBeGreaterThan(5)
  })
})
