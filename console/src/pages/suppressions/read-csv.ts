import { recordsOf } from '../../../../src/lib/csv-reader.js'
import type { SuppressionState } from '../../graphql/enums.js'

/** An entry of a file, with the line that it is in; 1 is the first. */
export interface FileEntry {
  line: number
  entry: { email: string; reason: string | null; state: SuppressionState | null }
}

/** A line that cannot be used, and why. */
export interface BadLine {
  line: number
  reason: string
}

interface ReadFile {
  entries: FileEntry[]
  bad: BadLine[]
}

const EMAIL_COLUMNS = ['email', 'recipient', 'address', 'e-mail', 'email address']
const STATES: Record<string, SuppressionState | null> = {
  '': null,
  suppressed: 'SUPPRESSED',
  unsubscribed: 'UNSUBSCRIBED',
}

/**
 * Reads a CSV text whose first line names its columns, or a plain list of addresses, one a line. Null if the first line
 * is neither.
 */
export function readCsv(text: string): ReadFile | null {
  const records = recordsOf(text)
  const columns = columnsOf((records[0]?.values ?? []).map((name) => name.trim().toLowerCase()))
  if (!columns) return null
  const entries: FileEntry[] = []
  const bad: BadLine[] = []
  const seen = new Set<string>()
  for (const { row: line, values, fault } of columns.isNamed ? records.slice(1) : records) {
    const valueAt = (column: number) => values[column]?.trim() ?? ''
    const email = valueAt(columns.email)
    const state = STATES[valueAt(columns.state).toLowerCase()]
    const isRepeated = seen.has(email.toLowerCase())
    seen.add(email.toLowerCase())
    if (fault !== null) bad.push({ line, reason: fault })
    else if (state === undefined) bad.push({ line, reason: 'has a state other than suppressed and unsubscribed' })
    else if (isRepeated) bad.push({ line, reason: 'repeats an earlier address' })
    else entries.push({ line, entry: { email, reason: valueAt(columns.reason) || null, state } })
  }
  return { entries, bad }
}

/** Where the values are in a line. A first line that is an address itself names no columns. */
function columnsOf(names: readonly string[]) {
  if (names[0]?.includes('@')) return { isNamed: false, email: 0, state: -1, reason: -1 }
  const email = names.findIndex((name) => EMAIL_COLUMNS.includes(name))
  return email < 0 ? null : { isNamed: true, email, state: names.indexOf('state'), reason: names.indexOf('reason') }
}
