import { expect, test } from 'vitest'
import { parseAddresses } from '../src/addresses.js'
import { parseMailDate } from '../src/mail-date.js'
import { parseMessageId, parseMessageIds } from '../src/message-ids.js'

test.each([
  ['', []],
  ['a@b.test', [[null, 'a@b.test']]],
  ['Ada <a@b.test>', [['Ada', 'a@b.test']]],
  [
    '"Doe, Ada" <a@b.test>, <c@d.test>',
    [
      ['Doe, Ada', 'a@b.test'],
      [null, 'c@d.test'],
    ],
  ],
  ['"a\\"b" <a@b.test>', [['a"b', 'a@b.test']]],
  ['a@b.test (Ada (the first))', [['Ada (the first)', 'a@b.test']]],
  ['=?utf-8?Q?Doe,_=C3=9Cma?= <a@b.test>', [['Doe, Üma', 'a@b.test']]],
  ['"=?utf-8?B?w5w=?=" <a@b.test>', [['Ü', 'a@b.test']]],
  ['Üma <ü@b.test>', [['Üma', 'ü@b.test']]],
  [
    'team: Ada <a@b.test>, c@d.test; x@y.test',
    [
      ['Ada', 'a@b.test'],
      [null, 'c@d.test'],
      [null, 'x@y.test'],
    ],
  ],
  ['undisclosed-recipients:;', []],
  ['<@hop.test,@hop2.test:a@b.test>', [[null, 'a@b.test']]],
  ['a @ b.test', [[null, 'a@b.test']]],
  ['"a b"@c.test', [[null, '"a b"@c.test']]],
  ['<"a>b"@c.test>', [[null, '"a>b"@c.test']]],
  [
    'Ada <a@b.test> Bob <c@d.test>',
    [
      ['Ada', 'a@b.test'],
      ['Bob', 'c@d.test'],
    ],
  ],
  ['Ada <a@b.test> junk', [['Ada', 'a@b.test']]],
  ['"x@evil.test" <a@b.test>', [['x@evil.test', 'a@b.test']]],
  ['Ada', [[null, 'Ada']]],
  ['Ada Lovelace', [['Ada Lovelace', '']]],
  ['Ada <a@b.test', [['Ada', 'a@b.test']]],
  ['"Ada <a@b.test>', [['Ada <a@b.test>', '']]],
  [',,;,', []],
  ['"a\\', [['a\\', '']]],
  ['<a"b@c.test', [[null, 'a"b@c.test']]],
  ['Ada\u0000\r\n <a@\tb.test>', [['Ada', 'a@b.test']]],
])('addresses: %j', (header, expected) => {
  expect(parseAddresses(header).map(({ name, email }) => [name, email])).toEqual(expected)
})

test('very many addresses are bounded', () => {
  expect(parseAddresses('a@b.test,'.repeat(5_000))).toHaveLength(1_000)
})

test.each([
  ['<a@b> <c@d>', ['a@b', 'c@d']],
  ['<a@b>\t<c\n @d><a@b>', ['a@b', 'c@d']],
  ['<a@b', ['a@b']],
  ['<a@b<c@d>', ['a@b', 'c@d']],
  ['Your mail of Monday <a@b>', ['a@b']],
  ['a@b, c@d', ['a@b', 'c@d']],
  ['no id', []],
  [`<${'x'.repeat(1_000)}>`, []],
])('message ids: %j', (header, ids) => {
  expect(parseMessageIds(header)).toEqual(ids)
})

test('a Message-ID may be any word', () => {
  expect([parseMessageId('abc'), parseMessageId('<a b@c>'), parseMessageId(' ')]).toEqual(['abc', 'ab@c', null])
})

test.each([
  ['Thu, 5 Nov 2026 03:04:05 +0100', '2026-11-05T02:04:05.000Z'],
  ['5 Nov 26 03:04 EST', '2026-11-05T08:04:00.000Z'],
  ['Thu, 05 November 2026 03:04:05 -0330 (NST)', '2026-11-05T06:34:05.000Z'],
  ['2026-11-05T03:04:05Z', '2026-11-05T03:04:05.000Z'],
  ['5 Nov 99 03:04:05 GMT', '1999-11-05T03:04:05.000Z'],
  ['Thu, 5 Nov 2026 25:04:05 +0100', null],
  ['5 Nov 0001 03:04:05 GMT', null],
  ['yesterday', null],
  ['', null],
])('dates: %j', (header, date) => {
  expect(parseMailDate(header)?.toISOString() ?? null).toBe(date)
})
