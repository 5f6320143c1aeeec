import { describe, expect, test } from 'vitest'
import { AddressTraces } from '../../../../src/services/removal/erasure/address-traces.js'
import { SLICE } from '../../../../src/services/removal/erasure/replace-in-slices.js'

const traces = new AddressTraces('Ada+x@Example.com')

test.each([
  ['plain', 'Hello ada+x@example.com, hello', 'Hello [erased], hello'],
  ['any case', 'ADA+X@EXAMPLE.COM', '[erased]'],
  ['with a name', '"Ada" <ada+x@example.com>', '"Ada" <[erased]>'],
  ['at the end of a sentence', 'Write to ada+x@example.com.', 'Write to [erased].'],
  ['a mailto link', 'mailto:ada+x@example.com?subject=x', 'mailto:[erased]?subject=x'],
  ['a URL', 'https://a.example/?e=ada%2Bx%40example.com&b', 'https://a.example/?e=[erased]&b'],
  ['after an escape of a URL', '?q=e%3Dada%2Bx%40example.com', '?q=e%3D[erased]'],
  ['HTML', 'ada+x&#64;example.com, ada+x&commat;example.com', '[erased], [erased]'],
  ['quoted-printable', 'ada+x=40example.com', '[erased]'],
  ['an escaped line break', String.raw`a\nada+x@example.com\n`, String.raw`a\n[erased]\n`],
  ['JSON', '{"a":"\\nada+x@example.com"}', '{"a":"\\n[erased]"}'],
  ['stressed in Markdown', '_ada+x@example.com_, **__ada+x@example.com__**', '_[erased]_, **__[erased]__**'],
  ['before a dash', 'ada+x@example.com-old, ada+x@example.com--', '[erased]-old, [erased]--'],
  ['JSON that escapes what means something in HTML', String.raw`{"a":"ada\u002Bx@example.com"}`, '{"a":"[erased]"}'],
  ['a text that begins like JSON', '[see ada+x@example.com', '[see [erased]'],
  [
    'after more underscores than an address can have',
    `a${'_'.repeat(65)}ada+x@example.com`,
    `a${'_'.repeat(65)}[erased]`,
  ],
  ['the name of a field', '{"ada+x@example.com":1}', '{"[erased]":1}'],
])('is removed: %s', async (_name, text, expected) => {
  expect(await traces.mayBeIn(Buffer.from(text))).toBe(true)
  expect(traces.removeFrom(text)).toBe(expected)
})

describe('base64', () => {
  const cases = ['', 'a', 'ab', 'abc'].flatMap((before) =>
    ['ada+x@example.com', 'Ada+X@Example.COM'].flatMap((email) =>
      (['base64', 'base64url'] as const).map((encoding) => ({ before, email, encoding })),
    ),
  )
  test.each(cases)(
    '$encoding of $email after "$before" is removed, and the rest stays',
    async ({ before, email, encoding }) => {
      const text = Buffer.from(`${before}${email} and more`).toString(encoding)
      expect(await traces.mayBeIn(Buffer.from(text))).toBe(true)
      const left = Buffer.from(traces.removeFrom(text), encoding).toString()
      expect(left).toMatch(/ and more$/)
      expect(left.toLowerCase()).not.toContain('x@example')
    },
  )
})

test.each([
  'bada+x@example.com',
  'a.ada+x@example.com',
  'a_ada+x@example.com',
  'a____ada+x@example.com',
  'ada+x@example.com.au',
  'ada+x@example.community',
  'ada@example.com',
])('another address stays: %s', async (text) => {
  expect(traces.removeFrom(text)).toBe(text)
  expect(await traces.isIn(Buffer.from(text))).toBe(false)
})

test.each(['welcome-ada+x@example.com', 'welcome_Ada+x@example.com.1', 'forada+x%40example.comonly'])(
  'an address that is part of a text about its owner is removed: %s',
  (text) => {
    expect(traces.removeFrom(text)).toBe(text)
    expect(traces.removeAnywhereFrom(text)).toMatch(/^(welcome[-_]|for)\[erased\](\.1|only)?$/)
  },
)

test('a domain with two notations is found in both', async () => {
  const german = new AddressTraces('ada@xn--bcher-kva.example')
  expect(german.removeFrom('ada@bücher.example, ada@XN--BCHER-KVA.example')).toBe('[erased], [erased]')
  const texts = ['ada@bücher.example', 'ADA@BÜCHER.example', String.raw`ada@b\u00fccher.example`]
  for (const text of texts) {
    expect(german.removeFrom(text)).toBe('[erased]')
    expect(await german.mayBeIn(Buffer.from(text))).toBe(true)
  }
})

test('dates and bytes in a value stay as they are', async () => {
  const value = { at: new Date(0), list: ['ada+x@example.com', 1, null] }
  expect(await traces.removeFromAll(value)).toEqual({ at: new Date(0), list: ['[erased]', 1, null] })
})

test.each([3_500, 200_000])('a text that is nested %d levels deep is erased like any other', async (levels) => {
  const nested = (text: string) => '['.repeat(levels) + text + ']'.repeat(levels)
  expect(traces.removeFrom(nested('"ada+x@example.com"'))).toBe(nested('"[erased]"'))
  expect(await traces.removeFromAll([nested('"ada+x@example.com"')])).toEqual([nested('"[erased]"')])
})

test('a document as deep as MongoDB stores it is erased', async () => {
  const nested = (text: string) => Array.from({ length: 200 }).reduce((inner) => ({ inner }), text)
  expect(await traces.removeFromAll(nested('ada+x@example.com'))).toEqual(nested('[erased]'))
})

test('in a large text the address is found at every place of a slice', async () => {
  const addresses = ['ada+x@example.com', 'ada%2Bx&commat;example.com']
  for (const address of addresses) {
    for (let before = SLICE - address.length - 3; before < SLICE + 3; before += 1) {
      const text = `${' '.repeat(before)}${address} and ${address}`
      expect(traces.removeFrom(text)).toBe(`${' '.repeat(before)}[erased] and [erased]`)
      expect(await traces.mayBeIn(Buffer.from(text.slice(0, before + address.length)))).toBe(true)
      // What stands before it, and after it, is in another slice.
      const others = `${'-'.repeat(before)}${address} ${'x'.repeat(SLICE - 18)} ${address}.au`
      expect(traces.removeFrom(others)).toBe(others)
    }
  }
})

test('a large file is read as a whole, also if it is no text', async () => {
  // Each slice begins with the last byte of a letter.
  const letters = `x${'é'.repeat(SLICE)}`
  expect(await traces.isIn(Buffer.from(`${letters}m-ada+x@example.com`))).toBe(false)
  expect(await traces.isIn(Buffer.from(`${letters} ada+x@example.com`))).toBe(true)
  const bytes = Buffer.concat([Buffer.alloc(3 * SLICE, 0xff), Buffer.from('ada+x@example.com')])
  expect(await traces.isIn(bytes)).toBe(true)
})

test('an address that begins inside of one that stays is removed', () => {
  const own = new AddressTraces('x.example@x.example')
  expect(own.removeFrom('bx.example@x.example@x.example')).toBe('bx.example@[erased]')
})
