import { expect, test } from 'vitest'
import { fromCell, separatorOf, toCell } from '../../../src/lib/csv/csv.js'

test.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", "''+1", '＝1+1', '=HYPERLINK("https://x.example")', '=1;=2;x=3'],
  ...[
    'x;=1+1;',
    'x; =1',
    'x\t@A1',
    'x;"=1+1',
    `x;"'"-1`,
    '  =1',
    '\u00a0=1',
    '\ufeff=1',
    '\u200b\u2060+1',
    '\ufe0f@a',
    '";;=1',
  ],
])('no cell of %j begins like a formula, also if it is split at semicolons or tabs', (value) => {
  for (const part of toCell(value).split(/[;\t]/)) {
    expect(part).not.toMatch(/^[\s\p{Cf}\p{DI}"]*[=+\-@＝]/u)
  }
})

test('other cells have no apostrophe', () => {
  expect(toCell("o'brien@example.com")).toBe(`"o'brien@example.com"`)
  expect(toCell('ada@example.com')).toBe('ada@example.com')
  expect(toCell('by phone; 1+1=2, -3')).toBe('"by phone; 1+1=2, -3"')
})

test('the separator is the first one of the first line', () => {
  expect(['email', 'email,state', 'email;reason, if any', 'email\tstate'].map(separatorOf)).toEqual([
    ',',
    ',',
    ';',
    '\t',
  ])
})

test('a separator in quotes is none, whatever else is in them', () => {
  const lines = [
    '"Name, Vorname";"E-Mail"',
    '"Name, ""Vorname""; first"\temail',
    'o"brien, a;email',
    '"a, b',
    '"a";b,c',
  ]
  expect(lines.map(separatorOf)).toEqual([';', '\t', ',', ',', ';'])
})

test('a cell is read and written in time that grows with its length', () => {
  const cpu = process.cpuUsage()
  for (const part of [' ', ';', "'", '=', "'=", ' =', ';=']) fromCell(toCell(part.repeat(200_000)))
  for (const part of ['"', ',"', '""', '";', '\t', '" ']) separatorOf(part.repeat(200_000))
  expect(process.cpuUsage(cpu).user).toBeLessThan(3_000_000)
})
