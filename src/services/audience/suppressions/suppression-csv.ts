import type { FileImportResult } from '../../../contract/suppressions.js'
import { fieldError } from '../../../errors.js'
import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import { toLine } from '../../../lib/csv/csv.js'
import { csvRecords, decodedText, encodingErrorOf, UnsupportedEncodingError } from '../../../lib/csv/csv-records.js'
import type { SuppressionDoc } from '../../../models/suppression.js'
import { isoTime } from '../../platform/timestamps.js'
import { CsvEntries } from './csv-entries.js'
import { type SuppressionWrite, type WriteDeps, writeSuppressions } from './write-suppressions.js'

/** Most lines of a file over the API, whose caller waits for the result. */
export const MAX_FILE_LINES = 100_000
/** Entries to read or write at once. */
const BATCH = 1_000
const COLUMNS = ['email', 'state', 'reason', 'updated_at'] as const

type Row = Record<(typeof COLUMNS)[number], string>
interface ImportOptions {
  /** Is told the number of lines that are read. */
  onProgress?: (lines: number) => void
  /** Stops the import. What is written by then stays. */
  signal?: AbortSignal | undefined
}
type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Suppression lists as CSV: out, and in again. */
export class SuppressionCsv {
  readonly #deps: WriteDeps

  constructor(deps: WriteDeps) {
    this.#deps = deps
  }

  /** The list of an account as CSV, some lines at a time. */
  async *export(accountId: string): AsyncGenerator<string, void> {
    yield toLine(COLUMNS)
    for await (const rows of this.rows(accountId)) yield rows.map(lineOf).join('')
  }

  /** The rows of such a file, some at a time, in the order in which recipients were first added. */
  async *rows(accountId: string): AsyncGenerator<Row[], void> {
    const { collection } = this.#deps.models.suppressions
    for (let after = ''; ; ) {
      const filter = { account_id: accountId, _id: { $gt: after } }
      const found = await collection.find(filter).sort({ _id: 1 }).limit(BATCH).toArray()
      if (found.length > 0) yield found.map(toRow)
      if (found.length < BATCH) return
      after = found.at(-1)!._id
    }
  }

  /**
   * Imports a file that is in memory.
   * @throws ApiError `invalid_request` if it is no text, or with status 422 for more than 100,000 lines, before anything is
   *   imported; as {@link import}.
   */
  async importFile(accountId: string, bytes: Uint8Array, signal?: AbortSignal): Promise<FileImportResult> {
    if (await hasMoreLines(bytes, MAX_FILE_LINES)) {
      const most = MAX_FILE_LINES.toLocaleString('en')
      throw fieldError('invalid_request', 'file', `has more than ${most} lines: split it`, 422)
    }
    return this.import(accountId, [bytes], { signal })
  }

  /**
   * Imports a file of any length as it is read. Bad records, and repeats of an address, are skipped. Repeatable.
   * @throws ApiError `invalid_request` if it is no text, or its first line does not name the columns.
   */
  async import(
    accountId: string,
    source: Source,
    { onProgress = () => {}, signal }: ImportOptions = {},
  ): Promise<FileImportResult> {
    const entries = new CsvEntries(accountId)
    let open: SuppressionWrite[] = []
    const flush = async () => {
      if (signal?.aborted) return
      await writeSuppressions(this.#deps, open)
      open = []
    }
    for await (const records of readable(csvRecords(source))) {
      // Here too, because a long record is many pieces without a record.
      if (shouldYield()) await yieldToEventLoop()
      for (const record of records) {
        if (shouldYield()) await yieldToEventLoop()
        if (signal?.aborted) return entries.result()
        const write = entries.read(record)
        if (write) open.push(write)
        if (open.length === BATCH) await flush()
      }
      onProgress(entries.lines)
    }
    await flush()
    return entries.result()
  }
}

const toRow = ({ recipient, state, reason, updated_at }: SuppressionDoc): Row => ({
  email: recipient,
  state,
  reason,
  updated_at: isoTime(updated_at),
})

const lineOf = (row: Row) => toLine(COLUMNS.map((column) => row[column]))

async function* readable<T>(source: AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* source
  } catch (error) {
    throw error instanceof UnsupportedEncodingError
      ? fieldError('invalid_request', 'file', encodingErrorOf(error))
      : error
  }
}

/** Counts line breaks of the text: in UTF-16, bytes of other characters look like them. Stops counting at the limit. */
async function hasMoreLines(bytes: Uint8Array, most: number): Promise<boolean> {
  const counts = { '\n': 0, '\r': 0 }
  for await (const text of readable(decodedText([bytes]))) {
    if (shouldYield()) await yieldToEventLoop()
    for (const end of ['\n', '\r'] as const) {
      for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) counts[end] += 1
      if (counts[end] > most) return true
    }
  }
  return false
}
