import { ATTRIBUTES, UNSUBSCRIBED_COLUMN } from '../../../contract/contact-columns.js'
import { NewContact } from '../../../contract/contacts.js'
import { parseStop, type StatusCell, type SuppressionReason } from '../../../contract/suppression-columns.js'
import type { CsvRecord } from '../../../lib/csv/csv-reader.js'
import type { ImportColumn } from '../../../models/contact-import.js'
import { recipientOf } from '../suppressions/import-entries.js'
import type { ContactFields } from './contact-fields.js'

const MAX_EMAIL_CHARS = 320

/** A row with a contact. */
export interface ImportRow {
  row: number
  /** The address as in the file. */
  email: string
  fields: ContactFields
}

/** A row that is not imported. */
export interface SkippedRow {
  row: number
  email: string
  reason: string
}

/** What stops mail to an address, according to its row. */
export interface StoppedAddress extends SuppressionReason {
  recipient: string
}

/** What a row says: a contact, or why there is none; and what stops mail to it, if it is not to get any. */
export interface ReadRow {
  read: ImportRow | SkippedRow
  stop: StoppedAddress | null
}

/** Reads a row. Even a row that is skipped can say that mail to its address stops. */
export function readRow(record: CsvRecord, columns: readonly ImportColumn[]): ReadRow {
  const read = contactIn(record, columns)
  const recipient = isSkipped(read) ? recipientOf(read.email) : read.fields.email
  const stop = record.fault === null && recipient !== null ? parseStop(toldIn(record, columns)) : null
  if (typeof stop !== 'string') return { read, stop: stop && { recipient: recipient!, ...stop } }
  // Whether it is to get mail is not known.
  return { read: { row: read.row, email: read.email, reason: stop }, stop: null }
}

const toldIn = ({ values }: CsvRecord, columns: readonly ImportColumn[]): StatusCell[] =>
  columns.flatMap(({ at, tells }) => (tells ? [{ as: tells, text: values[at]?.trim() ?? '' }] : []))

/** The contact in a row, or why there is none. Empty cells say nothing. */
function contactIn({ row, values, fault }: CsvRecord, columns: readonly ImportColumn[]): ImportRow | SkippedRow {
  const given = { email: '', attributes: {} as Record<string, unknown> }
  for (const { at, to } of columns) {
    const value = values[at]?.trim()
    if (!value || to === UNSUBSCRIBED_COLUMN) continue
    if (to.startsWith(ATTRIBUTES)) given.attributes[to.slice(ATTRIBUTES.length)] = typed(value)
    else Object.assign(given, { [to]: value })
  }
  const email = given.email.slice(0, MAX_EMAIL_CHARS)
  if (fault) return { row, email, reason: fault }
  const address = recipientOf(given.email)
  if (!address) return { row, email, reason: 'email: must be a valid address, like user@example.com' }
  const { data, error } = NewContact.safeParse(given)
  if (error) {
    const reasons = error.issues.map((issue) => {
      // What is wrong with the name of an attribute is said inside.
      const { message } = (issue.code === 'invalid_key' && issue.issues[0]) || issue
      return `${issue.path.join('.')}: ${message}`
    })
    return { row, email, reason: reasons.join('; ') }
  }
  const { first_name = null, last_name = null, attributes = {} } = data
  return { row, email, fields: { email: address, first_name, last_name, attributes } }
}

export const isSkipped = (row: ImportRow | SkippedRow): row is SkippedRow => 'reason' in row

/** A number, true or false if the text is exactly how such a value is written; else the text. */
function typed(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  const number = Number(text)
  return Number.isFinite(number) && String(number) === text ? number : text
}
