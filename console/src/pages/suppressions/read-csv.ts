import { type EntryColumns, entryColumns, parseEntry } from '../../../../src/contract/suppression-columns.js'
import { recordsOf } from '../../../../src/lib/csv/csv-reader.js'
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
  const names = records[0]?.values ?? []
  // A first line that is an address itself names no columns.
  const isNamed = !names[0]?.includes('@')
  const columns: EntryColumns | null | string = isNamed
    ? entryColumns(names)
    : { at: { email: 0 }, flags: [], usual: null }
  if (columns === null || typeof columns === 'string') return null
  const entries: FileEntry[] = []
  const bad: BadLine[] = []
  const seen = new Set<string>()
  for (const { row: line, values, fault } of isNamed ? records.slice(1) : records) {
    const stated = fault ?? parseEntry(values, columns)
    if (typeof stated === 'string') {
      bad.push({ line, reason: stated })
      continue
    }
    const { email, reason = null } = stated
    const state = STATES[stated.state ?? '']
    const isRepeated = seen.has(email.toLowerCase())
    seen.add(email.toLowerCase())
    if (state === undefined) bad.push({ line, reason: 'has a state other than suppressed and unsubscribed' })
    else if (isRepeated) bad.push({ line, reason: 'repeats an earlier address' })
    else entries.push({ line, entry: { email, reason, state } })
  }
  return { entries, bad }
}
