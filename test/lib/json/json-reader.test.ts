import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonLimits, JsonReader, JsonTooCostlyError } from '../../../src/lib/json/json-reader.js'

const GENEROUS = { maxTokens: 1_000_000, maxDepth: 1_000 }

interface ReadOptions extends Partial<JsonLimits> {
  chunkBytes?: number
}

/** Reads a text in chunks of so many bytes. */
function read(text: string | Buffer, { chunkBytes = 7, ...limits }: ReadOptions = {}): unknown {
  const bytes = Buffer.from(text)
  const reader = new JsonReader({ ...GENEROUS, ...limits })
  for (let from = 0; from < bytes.length; from += chunkBytes) reader.push(bytes.subarray(from, from + chunkBytes))
  return reader.end()
}

/** Tokens of a value, counted on the value itself. */
function tokensOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + tokensOf(item), 1)
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, item) => sum + 1 + tokensOf(item), 1)
}

const isAllowed = (text: string) => !/__proto__|prototype/.test(text)

/** JSON with characters of one to four bytes, and keys that are numbers or repeat. */
const json = fc
  .oneof(
    fc.jsonValue({ stringUnit: 'binary' }),
    fc.jsonValue({ stringUnit: fc.constantFrom('a', '1', '"', '\\', '\n', 'é', '世', '🌍', '\ud83d', '\0', ' ', '[') }),
  )
  .filter((value) => isAllowed(JSON.stringify(value)))
const chunk = fc.integer({ min: 1, max: 40 })

/** The same text with its letters as escapes. */
const escaped = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('what is read', () => {
  test('is what JSON.parse reads, however it is cut', () => {
    fc.assert(
      fc.property(json, chunk, fc.boolean(), fc.boolean(), (value, chunkBytes, isSpread, isEscaped) => {
        const plain = JSON.stringify(value, null, isSpread ? ' \t\r\n' : '')
        const text = isEscaped ? escaped(plain) : plain
        expect(read(text, { chunkBytes })).toEqual(JSON.parse(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('is refused where JSON.parse refuses it, and only there', () => {
    const insert = fc.constantFrom('', ',', ':', '"', '\\', '[', ']', '{', '}', '1', '-', 'e', '.', 'x', ' ', '\n', 'é')
    fc.assert(
      fc.property(json, fc.nat(), insert, chunk, (value, place, inserted, chunkBytes) => {
        const text = JSON.stringify(value)
        const at = place % (text.length + 1)
        const broken = text.slice(0, at) + inserted + text.slice(inserted ? at : at + 1)
        fc.pre(!/\p{Cs}/u.test(broken))
        let expected: unknown
        try {
          expected = JSON.parse(broken)
        } catch {
          expect(() => read(broken, { chunkBytes })).toThrow(SyntaxError)
          return
        }
        expect(read(broken, { chunkBytes })).toEqual(expected)
      }),
      { numRuns: 5_000 },
    )
  })

  test.each([
    '-0',
    '0.5e-3',
    '1E+400',
    '-1e400',
    '12345678901234567890',
    'true',
    ' null ',
    '""',
    '[]',
    '{}',
    '[[],{}]',
  ])('%s is the same', (text) => {
    for (const chunkBytes of [1, 2, 100]) expect(read(text, { chunkBytes })).toEqual(JSON.parse(text))
  })

  test.each([
    ...['', ' ', '[', '{"a"', '{"a":', '{"a":1', '{"a":1,}', '[1,]', '[,1]', '[1 2]', '{"a" 1}', '{1:1}', '{"a":1]'],
    ...['[1}', '1 2', '[]]', '{}{}', '01', '1.', '.5', '+1', '-', '1e', 'nul', 'True', 'NaN', "'a'", '"a', '"a\n"'],
    ...['"\\x"', '"\\u12"', '"\\u12g4"', '"\\"', 'undefined', '//', '["a":1]', '{"a":1 "b":2}', '{a:1}', '\u00a01'],
  ])('%j is refused', (text) => {
    for (const chunkBytes of [1, 3, 100]) expect(() => read(text, { chunkBytes })).toThrow(SyntaxError)
  })

  test('keeps the place of the first and the value of the last of repeated keys', () => {
    expect(Object.entries(read('{"a":[1],"b":2,"a":3}') as object)).toEqual([
      ['a', 3],
      ['b', 2],
    ])
  })

  test('may begin with a byte order mark, as some programs write it', () => {
    expect(read('\ufeff{"a":1}', { chunkBytes: 100 })).toEqual({ a: 1 })
  })

  test('has U+FFFD in the place of what is not UTF-8', () => {
    expect(read(Buffer.from([0x22, 0x61, 0xff, 0x62, 0xc3, 0x22]))).toBe('a\ufffdb\ufffd')
  })

  test('never reaches a prototype, however the key is written', () => {
    for (const key of ['__proto__', '\\u005f_proto__', '__prot\\u006f__']) {
      expect(() => read(`{"a":[{"${key}":{"b":1}}]}`)).toThrow('the property name __proto__ is not allowed')
    }
    expect(() => read('{"constructor":{"prototype":{"b":1}}}')).toThrow('prototype is not allowed')
    expect(read('{"constructor":"b","prototype":["__proto__"]}')).toEqual({
      constructor: 'b',
      prototype: ['__proto__'],
    })
  })

  test.each([
    ['{"a":1', 'it ends where a comma or } is expected'],
    ['{"a":1,]', 'a property name is expected at byte 7'],
    ['[1,2 3]', 'a comma or ] is expected at byte 5'],
    ['{"a":1}x', 'the end is expected at byte 7'],
    ['["a\tb"]', 'the character at byte 3 must be escaped'],
    ['["\\q"]', 'a string has an invalid escape after byte 2'],
  ])('%j is refused with what is wrong and where', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})

describe('what a text may cost', () => {
  test('counts keys, values and opening brackets', () => {
    fc.assert(
      fc.property(json, chunk, fc.boolean(), (value, chunkBytes, isSpread) => {
        const text = JSON.stringify(value, null, isSpread ? 2 : 0)
        const maxTokens = tokensOf(JSON.parse(text))
        expect(() => read(text, { maxTokens, chunkBytes })).not.toThrow()
        expect(() => read(text, { maxTokens: maxTokens - 1, chunkBytes })).toThrow(JsonTooCostlyError)
      }),
    )
  })

  test('knows how deep a text goes', () => {
    expect(read('[{"a":[1]},{"a":[2]}]', { maxDepth: 3 })).toEqual([{ a: [1] }, { a: [2] }])
    expect(() => read('[{"a":[1]}]', { maxDepth: 2 })).toThrow('is nested more than 2 levels deep')
  })

  test('is refused before the end of the text', () => {
    const push = (text: string) => new JsonReader({ maxTokens: 9, maxDepth: 2 }).push(Buffer.from(text))
    expect(() => push('[1,2,3,4,5,6,7,8,9,')).toThrow('has more than 9 JSON values and keys')
    expect(() => push('[[[')).toThrow(JsonTooCostlyError)
  })

  test('takes numbers of up to 1,000 characters, in however many chunks', () => {
    const digits = (count: number) => `[${'9'.repeat(count)}]`
    for (const chunkBytes of [1, 64, 10_000]) {
      expect(read(digits(1_000), { chunkBytes })).toEqual([Number.POSITIVE_INFINITY])
      expect(() => read(digits(1_001), { chunkBytes })).toThrow('has a number of more than 1,000 characters')
    }
  })
})
