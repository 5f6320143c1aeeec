import type { CsvRecord } from '../../src/lib/csv/csv-reader.js'
import { csvRecords } from '../../src/lib/csv/csv-records.js'

/** Reads the records of a CSV file, which comes in pieces. */
export async function readRecords(...pieces: (string | Uint8Array)[]): Promise<CsvRecord[]> {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
  const records: CsvRecord[] = []
  for await (const some of csvRecords(bytes)) records.push(...some)
  return records
}

/** A file with lines that each begin a quoted value, all of them wrong. */
export const wrongQuotes = (lines: number) => Buffer.from(`a\tb\n"1\n2"${'\t"\n\n2"'.repeat(lines)}\t"\nc\td\n`)
