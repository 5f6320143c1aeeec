import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCell } from '../../../src/lib/csv/csv.js'
import { type CsvRecord, MAX_RECORD_CHARS } from '../../../src/lib/csv/csv-reader.js'
import { csvRecords, UnsupportedEncodingError } from '../../../src/lib/csv/csv-records.js'
import { readRecords, wrongQuotes } from '../../support/csv-files.js'

const values = async (...pieces: (string | Uint8Array)[]) =>
  (await readRecords(...pieces)).map((record) => record.values)
/** The text cut into pieces of so many bytes. */
const cut = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_none, at) => bytes.subarray(at * size, (at + 1) * size))

test.each([
  [
    'commas',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons',
    'a;b\n1,5;2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1;5\t2',
    [
      ['a', 'b'],
      ['1;5', '2'],
    ],
  ],
  ['every line break', 'a\r\nb\rc\nd', [['a'], ['b'], ['c'], ['d']]],
  [
    'quotes',
    'a,"b ""c"", d" , "" \n"x", y "z" ,',
    [
      ['a', 'b "c", d', ''],
      ['x', 'y "z"', ''],
    ],
  ],
  [
    'line breaks in quotes',
    '"a\r\nb",c\n"d\n\n",e',
    [
      ['a\r\nb', 'c'],
      ['d\n\n', 'e'],
    ],
  ],
  ['spaces around values', ' a , b \n', [['a', 'b']]],
  ['nothing', '', []],
  ['a separator behind blank lines', '\n \na;b,c\n', [['a', 'b,c']]],
  ['only blank lines', '\n\r\n \n', []],
])('reads %s', async (_what, text, expected) => {
  expect(await values(text)).toEqual(expected)
  expect(await values(...cut(Buffer.from(text), 1)), 'byte by byte').toEqual(expected)
})

test('rows are numbered as a spreadsheet numbers them: with blank lines, a quoted line break in one row', async () => {
  const rows = (await readRecords('a,b\n\n"1\n2",3\n4,5')).map(({ row }) => row)
  expect(rows).toEqual([1, 3, 4])
  const text = Buffer.from('\r\n \r\ra;b\r\n\r\n \u00a0 \n\t\n1;2\r\n\r\r\n')
  for (const size of [1, 2, 3, 100]) {
    expect((await readRecords(...cut(text, size))).map(({ row, values }) => [row, values])).toEqual([
      [4, ['a', 'b']],
      [8, ['1', '2']],
    ])
  }
})

test.each([
  ['UTF-8', Buffer.from('n\nÄ€😀')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffn\nÄ€😀')],
  ['UTF-16 LE', Buffer.from('\ufeffn\nÄ€😀', 'utf16le')],
  ['UTF-16 BE', Buffer.from('\ufeffn\nÄ€😀', 'utf16le').swap16()],
])('reads %s, however it is cut', async (_what, bytes) => {
  for (const size of [1, 2, 3, 5, 100]) expect(await values(...cut(bytes, size))).toEqual([['n'], ['Ä€😀']])
})

test.each([
  ['UTF-16 LE', Buffer.from(`n;m\n${'Ä€😀;abc\n'.repeat(200)}`, 'utf16le')],
  ['UTF-16 BE', Buffer.from(`n;m\n${'Ä€😀;abc\n'.repeat(200)}`, 'utf16le').swap16()],
])('%s is told without a byte order mark', async (_what, bytes) => {
  for (const size of [1, 3, 700, 100_000]) expect((await values(...cut(bytes, size)))[200]).toEqual(['Ä€😀', 'abc'])
})

test.each([
  ['a word', 'name\nJos\xe9 M\xfcller\n', 'José Müller'],
  ['the letters that ISO 8859-1 does not have', 'name\n\x80 \x93Zo\xeb\x94 \x9ailhan\x85\n', '€ “Zoë” šilhan…'],
  ['the last byte', 'name\nJos\xe9', 'José'],
  ['bytes that begin like UTF-8', 'name\nM\xfcller\xc3\xa9', 'MüllerÃ©'],
])('Windows-1252 is told by %s', async (_what, text, expected) => {
  const bytes = Buffer.from(text, 'latin1')
  expect((await values(bytes))[1]).toEqual([expected])
  const late = Buffer.concat([Buffer.from(`name\n${'x\n'.repeat(100_000)}`), bytes.subarray(5)])
  expect((await values(...cut(late, 65_536))).at(-1)).toEqual([expected])
})

describe('a file of UTF-8 with a letter of Windows-1252 is refused, naming the line,', () => {
  const good = Buffer.from('Jürgen,1\r\n')
  const bad = Buffer.from('M\xfcller,2\r\n', 'latin1')
  const times = (count: number) => Array.from({ length: count }, () => good)
  test.each([
    ['at the beginning', [bad, ...times(50)], 2],
    ['in the middle', [...times(25), bad, ...times(25)], 27],
    ['at the end', [...times(50), bad], 52],
    ['as its last byte', [...times(50), Buffer.from([0xfc])], 52],
    ['long before the others', [bad, Buffer.alloc(300_000, 'x,3\n'), ...times(50)], 2],
    ['long after the others', [...times(50), Buffer.alloc(300_000, 'x,3\n'), bad], 75_052],
  ])('%s', async (_where, pieces, line) => {
    const bytes = Buffer.concat([Buffer.from('name,n\r\n'), ...pieces])
    for (const size of [7, 1_000, 1_000_000]) {
      const reading = readRecords(...cut(bytes, size))
      await expect(reading).rejects.toThrow(UnsupportedEncodingError)
      await expect(reading).rejects.toMatchObject({ mixedLine: line })
    }
  })

  test('but not one of Windows-1252 in which two letters happen to look like one of UTF-8', async () => {
    const file = Buffer.from('n\nCAF\xc9\xae\nM\xfcller\nJos\xe9\n', 'latin1')
    for (const size of [1, 100])
      expect(await values(...cut(file, size))).toEqual([['n'], ['CAFÉ®'], ['Müller'], ['José']])
  })
})

test('what is no character of UTF-8 is told', async () => {
  for (const bytes of [[0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80]]) {
    const file = Buffer.concat([Buffer.from('ÄÖÜäöü\n'), Buffer.from(bytes)])
    await expect(readRecords(file), bytes.join()).rejects.toMatchObject({ mixedLine: 2 })
  }
})

test('a first line may name the separator, and counts as a row', async () => {
  for (const [line, separator] of [
    ['sep=;', ';'],
    ['SEP=|\r', '|'],
    ['"sep=^"', '^'],
    ['\n\nsep=\t', '\t'],
  ] as const) {
    const text = Buffer.from(`${line}\na,b${separator}c\n1${separator}2`)
    for (const size of [1, 2, 1_000]) {
      expect(await values(...cut(text, size)), line).toEqual([
        ['a,b', 'c'],
        ['1', '2'],
      ])
    }
  }
  expect((await readRecords('sep=;\na;b\n1;2')).map(({ row }) => row)).toEqual([2, 3])
  expect(await values('sep=;x\n1')).toEqual([['sep=', 'x'], ['1']])
  expect(await values('a,b\nsep=;\n1,2')).toEqual([['a', 'b'], ['sep=;'], ['1', '2']])
  expect(await values('sep=;')).toEqual([])
})

test('what is no text ends with an error, after the records before it', async () => {
  const found: unknown[] = []
  const reading = async () => {
    for await (const some of csvRecords([Buffer.from('a\nb\n'), Buffer.from([0x81, 0x0a])])) found.push(...some)
  }
  await expect(reading()).rejects.toThrow(UnsupportedEncodingError)
  expect(found).toMatchObject([{ values: ['a'] }, { values: ['b'] }])
})

describe('a bad record costs no other one:', () => {
  test.each([
    ['text after a quoted value', 'a,b\n"x"y,1\n2,3'],
    ['a quote that never ends', 'a,b\n"x,1\n2,3'],
    ['a quote that never ends before quoted values', 'a,b\n"x,1\n"2","3"'],
  ])('%s', async (_what, text) => {
    const [heading, bad, ...rest] = await readRecords(text)
    expect(heading).toEqual({ row: 1, values: ['a', 'b'], fault: null })
    expect(bad).toEqual({ row: 2, values: [], fault: expect.stringContaining('quoted value') })
    expect(rest).toEqual([{ row: 3, values: ['2', '3'], fault: null }])
  })

  test.each([
    ['a long line', 'x'.repeat(3 * MAX_RECORD_CHARS)],
    ['an unclosed quote in a long line', `"${'x'.repeat(3 * MAX_RECORD_CHARS)}`],
    ['a long quoted value', `"${'x'.repeat(3 * MAX_RECORD_CHARS)}"`],
  ])('%s', async (_what, line) => {
    const bytes = Buffer.from(`a\n${line}\nb\n`)
    for (const size of [1_000, 1_000_000]) {
      const [, bad, ...rest] = await readRecords(...cut(bytes, size))
      expect(bad).toMatchObject({ row: 2, values: [], fault: expect.stringMatching(/more than 100,000|does not end/) })
      expect(rest).toEqual([{ row: 3, values: ['b'], fault: null }])
    }
  })
})

test.each([',', ';', '\t'])('values come back as they were, however the file is cut, with %j', async (separator) => {
  const cell = fc.string({ unit: fc.constantFrom(...`a"=+-@,;\t\r\n 'é😀＝\ufeff\u200b`) })
  const file = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 50 }), async (rows, size) => {
      const lines = [['first', 'second'], ...rows].map((row) => row.map(toCell).join(separator))
      const found = await values(...cut(Buffer.from(lines.join('\r\n')), size))
      expect(found.slice(1)).toEqual(rows)
    }),
  )
})

test('lines that each begin a quoted value, and all are wrong, are the same records however the file is cut', async () => {
  const file = wrongQuotes(30_000)
  // Only the words of a fault depend on how much of the file had come.
  const found = (records: CsvRecord[]) => records.map(({ row, values, fault }) => [row, values, fault !== null])
  const whole = found(await readRecords(file))
  for (const size of [1_000, 50_001]) expect(found(await readRecords(...cut(file, size)))).toEqual(whole)
})
