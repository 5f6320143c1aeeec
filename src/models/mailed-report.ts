import type { Schema, SchemaDefinition } from 'mongoose'
import { ledgerSchema } from './ledger-schema.js'

/** How long reports are kept: a year can be compared with the one before. */
const RETENTION_S = 400 * 86_400

/**
 * A report of another mail server about the mail of a domain, which came by mail. `_id` sorts by, and holds, the time of its
 * arrival. It has no address of a person.
 */
export interface MailedReportDoc {
  _id: string
  account_id: string
  domain: string
  /** The registrable domain of the organisation that has sent the report, which its mail has proven. */
  sent_by: string
  /** Hex SHA-256 of the sender's id of the report: with the domain and the sender it identifies a repeat. */
  report_digest: string
  /** As the sender calls itself; null if that is no plain name. */
  org_name: string | null
  begins_at: Date
  ends_at: Date
  /** Whether parts of it were left out. */
  truncated: boolean
  received_at: Date
}

/** The schema of a kind of report, with its own fields beside those of all. */
export function mailedReportSchema(collection: string, own: SchemaDefinition): Schema {
  const schema = ledgerSchema(collection, {
    _id: { type: String, required: true },
    account_id: { type: String, required: true },
    domain: { type: String, required: true },
    sent_by: { type: String, required: true },
    report_digest: { type: String, required: true },
    org_name: { type: String, default: null },
    begins_at: { type: Date, required: true },
    ends_at: { type: Date, required: true },
    ...own,
    truncated: { type: Boolean, required: true },
    received_at: { type: Date, required: true },
  })
  schema.index({ account_id: 1, domain: 1, sent_by: 1, report_digest: 1 }, { unique: true })
  // With the sender, so that those of a month are counted by sender without reading them.
  schema.index({ account_id: 1, domain: 1, _id: -1, sent_by: 1 })
  schema.index({ received_at: 1 }, { expireAfterSeconds: RETENTION_S })
  return schema
}
