import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, canonicalPieces } from '../../../src/lib/json/canonical-json.js'

const longText = fc
  .tuple(fc.constantFrom('x', 'é', '世', '🌍', '"', '\n', 'a🌍', '\ud83d'), fc.integer({ min: 0, max: 150_000 }))
  .map(([unit, count]) => unit.repeat(count))
const value = fc.oneof(
  fc.jsonValue(),
  longText,
  fc.array(fc.oneof(longText, fc.jsonValue()), { maxLength: 4 }),
  fc.dictionary(
    fc.string(),
    fc.oneof(longText, fc.jsonValue(), fc.constant(undefined), fc.date({ noInvalidDate: true })),
  ),
)

test('the pieces of a value are together its canonical text', () => {
  fc.assert(
    fc.property(value, (given) => {
      expect([...canonicalPieces(given)].join('') === canonicalJson(given)).toBe(true)
    }),
  )
})

test('no piece of a large value is large', () => {
  const text = '🌍'.repeat(500_000)
  const given = { b: [text, { c: text }], a: Array.from({ length: 20_000 }, (_none, index) => ({ index })) }
  const pieces = [...canonicalPieces(given)]
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(150_000)
  expect(pieces.join('') === canonicalJson(given)).toBe(true)
})

test('equal values have one text, whatever the order of their keys', () => {
  expect(canonicalJson({ b: 1, a: { d: [2], c: null } })).toBe('{"a":{"c":null,"d":[2]},"b":1}')
})
