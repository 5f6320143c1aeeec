import { type FileImportResult, SuppressionEntry } from '../../contract/suppressions.js'
import { fieldError } from '../../errors.js'
import type { CsvRecord } from '../../lib/csv-reader.js'
import { ImportEntries } from './import-entries.js'
import type { SuppressionWrite } from './write-suppressions.js'

const MAX_COLUMNS = 50
/** Most skipped records to name. All are counted. */
const MAX_NAMED = 1_000

type Field = 'email' | 'state' | 'reason'
/** A column of the file: the field of an entry, and its place in a record. */
type Column = readonly [field: Field, at: number]

/** The fields of entries by the names of columns. */
const FIELDS = new Map<string, Field>([
  ['email', 'email'],
  ['recipient', 'email'],
  ['state', 'state'],
  ['reason', 'reason'],
])

/** Reads the records of a CSV file: first the names of the columns, then an entry each. Other columns are ignored. */
export class CsvEntries {
  readonly #entries: ImportEntries
  readonly #errors: FileImportResult['errors'] = []
  #columns: Column[] | null = null
  #imported = 0
  #skipped = 0
  /** Lines read so far. */
  lines = 0

  constructor(accountId: string) {
    this.#entries = new ImportEntries(accountId)
  }

  /**
   * What to write for a record; null for nothing.
   * @throws ApiError `invalid_request` if the first record cannot be read, or does not name a column `email`, once.
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
    this.#columns = names.flatMap((name, at) => {
      const field = FIELDS.get(name.trim().toLowerCase())
      return field ? [[field, at] as const] : []
    })
    const fields = this.#columns.map(([field]) => field)
    if (!fields.includes('email')) throw noHeading()
    const twice = fields.find((field, at) => fields.indexOf(field) !== at)
    if (twice) throw badFile(`names the column ${twice} twice in its first line: leave one of them out`)
  }

  #take({ values, fault }: CsvRecord, columns: readonly Column[]): SuppressionWrite | string {
    if (fault) return fault
    if (values.length > MAX_COLUMNS) return `has more than ${MAX_COLUMNS} values`
    const given: Partial<Record<Field, string>> = {}
    // An empty cell counts as none.
    for (const [field, at] of columns) given[field] = values[at] || undefined
    const { data, error } = SuppressionEntry.safeParse({ ...given, email: given.email ?? '' })
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

const noHeading = () => badFile('must begin with a line that names its columns: email, and optionally state and reason')
