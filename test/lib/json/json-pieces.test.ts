import { describe, expect, it } from 'vitest'
import { isLargeJson, jsonPieces } from '../../../src/lib/json/json-pieces.js'

async function written(value: unknown): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of jsonPieces(value)) pieces.push(piece)
  return pieces
}

const long = '𝔘 "quoted" \n \u2028 \ud800 ü '.repeat(20_000)

describe('JSON in pieces', () => {
  it.each([
    ['small values', { a: [1, 'b', null, true], c: {} }],
    ['what JSON has no word for', { a: undefined, b: [undefined, Number.NaN], c: () => 1, d: new Date(0), e: -0 }],
    ['a long text, with characters of two code units at every edge', [long, `x${long}`, { [long.slice(0, 99)]: long }]],
    ['a long list', Array.from({ length: 50_000 }, (_none, index) => ({ index, text: 'x', none: undefined }))],
    ['a large object without a prototype', Object.assign(Object.create(null), { a: long, b: [long], c: undefined })],
    ['a value with a form of its own', { error: { toJSON: () => ({ long }) }, at: new Date(0), long }],
    ...[null, 'x', 7, [], {}].map((value) => [JSON.stringify(value), value] as [string, unknown]),
  ])('are the text of JSON.stringify: %s', async (_what, value) => {
    expect((await written(value)).join('') === JSON.stringify(value)).toBe(true)
  })

  it('are of about 64 KiB', async () => {
    const pieces = await written({
      list: Array.from({ length: 1_000 }, () => 'x'.repeat(5_000)),
      text: 'x'.repeat(10 ** 6),
    })
    expect(pieces.length).toBeGreaterThan(50)
    for (const { length } of pieces) expect(length).toBeLessThan(200_000)
  })

  it('are for large values', () => {
    expect(isLargeJson({ text: 'x'.repeat(300_000) })).toBe(true)
    expect(isLargeJson({ text: 'x'.repeat(200_000) })).toBe(false)
  })
})
