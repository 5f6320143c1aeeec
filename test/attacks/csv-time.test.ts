import { expect, test } from 'vitest'
import { csvRecords } from '../../src/lib/csv/csv-records.js'
import { readRecords, wrongQuotes } from '../support/csv-files.js'

/* CSV files are read in time that grows with their length, whatever is in them. */

test('a blank line costs much less than a record', async () => {
  const LINES = 2 ** 20
  const cpuOfLines = async (line: string, expected: number) => {
    const file = Buffer.alloc(LINES * line.length, line)
    const before = process.cpuUsage()
    let records = 0
    for await (const some of csvRecords([file])) records += some.length
    expect(records).toBe(expected)
    return process.cpuUsage(before).user
  }
  const cpuOfRecords = await cpuOfLines('a\n', LINES)
  expect(await cpuOfLines('\n', 0)).toBeLessThan(cpuOfRecords / 3)
})

test('a file is read in time that grows with its length', async () => {
  const cpu = process.cpuUsage()
  const parts = ['"', '""', '" ', '"a""', ' ', ',', '"a",', '"\n', '"a\n', 'a"\n', '"a"\n', ',\n']
  for (const part of parts) await readRecords(part.repeat(200_000))
  expect(process.cpuUsage(cpu).user).toBeLessThan(10_000_000)
})

test('lines that each begin a quoted value, and all are wrong, are read in time that grows with their number', async () => {
  const cpu = process.cpuUsage()
  expect((await readRecords(wrongQuotes(100_000))).at(-1)?.values).toEqual(['c', 'd'])
  expect(process.cpuUsage(cpu).user).toBeLessThan(5_000_000)
})
