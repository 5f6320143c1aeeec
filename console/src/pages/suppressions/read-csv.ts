import { fromCell, separatorOf } from '../../../../src/lib/csv'
import type { SuppressionState } from '../../graphql/enums'

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
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)
  const first = lines.findIndex((line) => line.trim() !== '')
  const separator = separatorOf(lines[first] ?? '')
  const columns = columnsOf((valuesOf(lines[first] ?? '', separator) ?? []).map((name) => name.trim().toLowerCase()))
  if (!columns) return null
  const entries: FileEntry[] = []
  const bad: BadLine[] = []
  const seen = new Set<string>()
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    if (text.trim() === '' || (columns.isNamed && index === first)) continue
    const values = valuesOf(text, separator)
    const valueAt = (column: number) => values?.[column]?.trim() ?? ''
    const email = valueAt(columns.email)
    const state = STATES[valueAt(columns.state).toLowerCase()]
    const isRepeated = seen.has(email.toLowerCase())
    seen.add(email.toLowerCase())
    if (!values) bad.push({ line, reason: 'has a quoted value that does not end' })
    else if (state === undefined) bad.push({ line, reason: 'has a state other than suppressed and unsubscribed' })
    else if (isRepeated) bad.push({ line, reason: 'repeats an earlier address' })
    else entries.push({ line, entry: { email, reason: valueAt(columns.reason) || null, state } })
  }
  return { entries, bad }
}

/** The values of a line; null if a quoted one does not end, or is followed by something else. */
function valuesOf(line: string, separator: string): string[] | null {
  const values: string[] = []
  for (let at = 0; ; at += 1) {
    const opening = / *"/y
    opening.lastIndex = at
    if (opening.test(line)) {
      const quoted = /((?:[^"]|"")*)" */y
      quoted.lastIndex = opening.lastIndex
      const found = quoted.exec(line)
      if (!found) return null
      values.push(fromCell(found[1]!.replaceAll('""', '"')))
      at = quoted.lastIndex
      if (at < line.length && line[at] !== separator) return null
    } else {
      const end = line.indexOf(separator, at)
      values.push(fromCell(line.slice(at, end < 0 ? undefined : end).trim()))
      at = end < 0 ? line.length : end
    }
    if (at >= line.length) return values
  }
}

/** Where the values are in a line. A first line that is an address itself names no columns. */
function columnsOf(names: readonly string[]) {
  if (names[0]?.includes('@')) return { isNamed: false, email: 0, state: -1, reason: -1 }
  const email = names.findIndex((name) => EMAIL_COLUMNS.includes(name))
  return email < 0 ? null : { isNamed: true, email, state: names.indexOf('state'), reason: names.indexOf('reason') }
}
