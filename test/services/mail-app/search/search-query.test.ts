import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '../../../../src/errors.js'
import { hintsFor, parseSearch, type SearchNode } from '../../../../src/services/mail-app/search/search-query.js'
import { stopwatch } from '../../../support/stopwatch.js'

const word = (text: string): SearchNode => ({ kind: 'words', field: null, whole: text, words: [text] })
const field = (name: 'from' | 'to' | 'subject' | 'filename', whole: string, words: string[]): SearchNode => ({
  ...{ kind: 'words', field: name, whole, words },
})
const phrase = (...words: string[]): SearchNode => ({ kind: 'phrase', words })
const all = (...parts: SearchNode[]): SearchNode => ({ kind: 'all', parts })
const any = (...parts: SearchNode[]): SearchNode => ({ kind: 'any', parts })
const not = (part: SearchNode): SearchNode => ({ kind: 'not', part })

test.each<[string, SearchNode]>([
  ['', all()],
  ['  ', all()],
  ['invoice', word('invoice')],
  ['Invoice PAID', all(word('invoice'), word('paid'))],
  ['-draft', not(word('draft'))],
  ['a or b c', all(any(word('a'), word('b')), word('c'))],
  ['a OR b or c', any(word('a'), word('b'), word('c'))],
  ['or a', all(word('or'), word('a'))],
  ['a or', word('a')],
  ['"a phrase"', { kind: 'phrase', words: ['a', 'phrase'] }],
  ['-"a phrase"', not({ kind: 'phrase', words: ['a', 'phrase'] })],
  ['"open end', { kind: 'phrase', words: ['open', 'end'] }],
  ['"one"', { kind: 'words', field: null, whole: 'one', words: ['one'], isWhole: true }],
  ['from:ada', field('from', 'ada', ['ada'])],
  ['FROM:Ada@Example.com', field('from', 'ada@example.com', ['ada', 'example', 'com'])],
  [
    'from:"Ada Lovelace"',
    { kind: 'words', field: 'from', whole: 'ada lovelace', words: ['ada', 'lovelace'], isWhole: true },
  ],
  ['to:shop.test', field('to', 'shop.test', ['shop', 'test'])],
  [
    'to:Jürgen+@Bücher.example',
    {
      ...{ kind: 'words', field: 'to', whole: 'jürgen+@bücher.example', words: ['jürgen', 'bücher', 'example'] },
      asAddress: 'jürgen+@xn--bcher-kva.example',
    },
  ],
  ['bücher', { kind: 'words', field: null, whole: 'bücher', words: ['bücher'], asAddress: 'xn--bcher-kva' }],
  ['subject:bücher.example', field('subject', 'bücher.example', ['bücher', 'example'])],
  ['subject:hello', field('subject', 'hello', ['hello'])],
  ['filename:pdf', field('filename', 'pdf', ['pdf'])],
  ['has:attachment', { kind: 'attachment' }],
  ['after:2026-11-01', { kind: 'since', atMs: Date.UTC(2026, 10, 1) }],
  ['before:2026-11-01', { kind: 'until', atMs: Date.UTC(2026, 10, 1) }],
  ['larger:10k', { kind: 'larger', bytes: 10_240 }],
  ['smaller:5M', { kind: 'smaller', bytes: 5_242_880 }],
  ['larger:500', { kind: 'larger', bytes: 500 }],
  ['in:archive', { kind: 'folder', folder: 'archive' }],
  ['in:anywhere', all()],
  ['is:unread', { kind: 'state', state: 'unread' }],
  ['-is:starred', not({ kind: 'state', state: 'starred' })],
  ['label:Orders', { kind: 'label', name: 'Orders' }],
  ['label:"To do"', { kind: 'label', name: 'To do' }],
  ['rfc822msgid:<a@b.c>', { kind: 'words', field: 'rfc822msgid', whole: '<a@b.c>', words: [] }],
  // What is no operator is a word.
  ['re:work', { kind: 'words', field: null, whole: 're work', words: ['re', 'work'] }],
  ['has:wings', { kind: 'words', field: null, whole: 'has wings', words: ['has', 'wings'] }],
  ['from:', word('from')],
  ['!!! ???', { kind: 'none' }],
  ['from:!!!', { kind: 'none' }],
  ['🎉 invoice', word('invoice')],
  ['-🎉', all()],
  ['12:30', { kind: 'words', field: null, whole: '12 30', words: ['12', '30'] }],
])('%j is understood', (text, node) => {
  expect(parseSearch(text)).toEqual(node)
})

test.each([
  'after:yesterday',
  'after:2026-13-01',
  'before:2026-02-30',
  'in:attic',
  'is:late',
  'larger:huge',
  `${'a '.repeat(51)}`,
])('%j is refused, naming what is wrong', (text) => {
  expect(() => parseSearch(text)).toThrow(expect.objectContaining({ code: 'invalid_request', status: 400 }))
  expect(() => parseSearch(text)).toThrow(text.startsWith('a ') ? 'at most 50' : text)
})

test.each([
  ['invoice from:ada has:attachment -is:unread 12:30 https://shop.test "re:work" note:', []],
  ['from: ada has: "in:"', ['from:', 'has:']],
  ['foo:bar', ['foo:bar']],
  ['-Re:work has:wings foo:bar foo:bar', ['re:work', 'has:wings', 'foo:bar']],
  ['a:1 b:2 c:3 d:4 e:5 f:6', ['a:1', 'b:2', 'c:3', 'd:4', 'e:5']],
  [`foo:${'x'.repeat(900)}`, [`foo:${'x'.repeat(50)}`]],
])('%j has hints for %j', (text, about) => {
  expect(hintsFor(text).map((hint) => hint.split(' ')[0])).toEqual(about)
})

test('every text is understood or refused, and quickly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1_000 }), (text) => {
      try {
        parseSearch(text)
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError)
      }
    }),
    { numRuns: 300 },
  )
  const tookMs = stopwatch()
  for (const text of ['"', '-', ':', 'a:', '""', '-"']) {
    try {
      parseSearch(text.repeat(500))
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError)
    }
  }
  expect(tookMs()).toBeLessThan(200)
})

test('what is written as parts is read as the same parts', () => {
  const plain = fc.stringMatching(/^[b-m]{2,8}$/)
  const part = fc.oneof(
    plain.map((text) => [text, word(text)] as const),
    plain.map((text) => [`-${text}`, not(word(text))] as const),
    plain.map((text) => [`subject:${text}`, field('subject', text, [text])] as const),
    fc.tuple(plain, plain).map(([one, other]) => [`"${one} ${other}"`, phrase(one, other)] as const),
  )
  fc.assert(
    fc.property(fc.array(part, { minLength: 2, maxLength: 8 }), (parts) => {
      const text = parts.map(([written]) => written).join('  ')
      expect(parseSearch(text)).toEqual(all(...parts.map(([, node]) => node)))
    }),
  )
})
