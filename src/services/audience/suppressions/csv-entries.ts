import { shownColumns } from '../../../contract/contact-columns.js'
import { type EntryColumns, entryColumns, parseEntry } from '../../../contract/suppression-columns.js'
import { type FileImportResult, SuppressionEntry } from '../../../contract/suppressions.js'
import { type ApiError, fieldError } from '../../../errors.js'
import type { CsvRecord } from '../../../lib/csv/csv-reader.js'
import { ImportEntries } from './import-entries.js'
import type { SuppressionWrite } from './write-suppressions.js'

const MAX_COLUMNS = 50
/** Most skipped records to name. All are counted. */
const MAX_NAMED = 1_000

/** Reads the records of a CSV file: first the names of the columns, then an entry each. Other columns are ignored. */
export class CsvEntries {
  readonly #entries: ImportEntries
  readonly #errors: FileImportResult['errors'] = []
  #columns: EntryColumns | null = null
  #imported = 0
  #skipped = 0
  /** Lines read so far. */
  lines = 0

  constructor(accountId: string) {
    this.#entries = new ImportEntries(accountId)
  }

  /**
   * What to write for a record; null for nothing.
   * @throws ApiError `invalid_request` if the first record cannot be read, or does not name a column of addresses, once.
   */
  read(record: CsvRecord): SuppressionWrite | null {
    this.lines = record.row
    if (!this.#columns) {
      this.#readHeading(record)
      return null
    }
    const write = this.#take(record, this.#columns)
    if (typeof write === 'string') this.#skip(write)
    else this.#imported += 1
    return typeof write === 'string' ? null : write
  }

  /** @throws ApiError `invalid_request` if there was no line. */
  result(): FileImportResult {
    if (!this.#columns) throw noHeading()
    return { imported: this.#imported, skipped: this.#skipped, errors: this.#errors }
  }

  #readHeading({ values: names, fault }: CsvRecord): void {
    if (fault) throw badFile(`begins with a line that ${fault}`)
    if (names.length > MAX_COLUMNS) throw badFile(TOO_WIDE)
    const columns = entryColumns(names)
    if (columns === null) throw noHeading(names)
    if (typeof columns === 'string') {
      throw badFile(`names the column ${columns} twice in its first line: leave one of them out`)
    }
    this.#columns = columns
  }

  #take({ values, fault }: CsvRecord, columns: EntryColumns): SuppressionWrite | string {
    if (fault) return fault
    if (values.length > MAX_COLUMNS) return `has more than ${MAX_COLUMNS} values`
    const stated = parseEntry(values, columns)
    if (typeof stated === 'string') return stated
    const { data, error } = SuppressionEntry.safeParse(stated)
    if (data) return this.#entries.take(data)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  }

  #skip(reason: string): void {
    this.#skipped += 1
    if (this.#errors.length < MAX_NAMED) this.#errors.push({ line: this.lines, reason })
  }
}

const TOO_WIDE = `has a first line of more than ${MAX_COLUMNS} columns: keep only the columns email, state and reason`

const badFile = (message: string) => fieldError('invalid_request', 'file', message)

function noHeading(names: readonly string[] = []): ApiError {
  const found = names.length > 0 ? `; it has ${shownColumns(names)}` : ''
  return badFile(`must begin with a line that names its columns: email, and optionally state and reason${found}`)
}
