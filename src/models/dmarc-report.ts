import { Schema } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** What receivers did with mail that did not pass. `pass` is that of newer reports (RFC 9990). */
export const DISPOSITIONS = ['none', 'pass', 'quarantine', 'reject'] as const
export const POLICIES = ['none', 'quarantine', 'reject'] as const

/** Mail from one address in a report. */
export interface ReportedSource {
  source_ip: string
  /** Its author domain. */
  header_from: string
  count: number
  disposition: (typeof DISPOSITIONS)[number]
  /** Whether DKIM, or SPF, passed for a domain that is aligned with the author domain. */
  dkim_aligned: boolean
  spf_aligned: boolean
}

/** An aggregate report (RFC 7489, appendix C; RFC 9990). */
export interface AggregateReport {
  report_id: string
  /** As the reporter calls itself; null if that is no plain name. */
  org_name: string | null
  /** The domain whose policy was applied: lower case, A-labels. */
  domain: string
  policy: (typeof POLICIES)[number]
  begins_at: Date
  ends_at: Date
  messages: number
  aligned: number
  /** Those with most mail; the same kind of mail from one address is one. */
  sources: ReportedSource[]
  /** Whether there were more sources. */
  truncated: boolean
}

/** How long reports are kept: a year can be compared with the one before. */
const RETENTION_S = 400 * 86_400

/**
 * An aggregate report about the mail of a domain (RFC 7489). `_id` sorts by, and holds, the time of its arrival. It has no
 * address of a person.
 */
export interface DmarcReportDoc extends Omit<AggregateReport, 'report_id'> {
  _id: string
  account_id: string
  /** The domain that has sent the report, which its mail has proven. */
  sent_by: string
  /** Hex SHA-256 of the sender's id of the report: with the domain and the sender it tells a repeat. */
  report_digest: string
  received_at: Date
}

const schema = ledgerSchema('dmarc_reports', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  domain: { type: String, required: true },
  sent_by: { type: String, required: true },
  report_digest: { type: String, required: true },
  org_name: { type: String, default: null },
  policy: { type: String, required: true },
  begins_at: { type: Date, required: true },
  ends_at: { type: Date, required: true },
  messages: { type: Number, required: true },
  aligned: { type: Number, required: true },
  sources: { type: [Schema.Types.Mixed], required: true },
  truncated: { type: Boolean, required: true },
  received_at: { type: Date, required: true },
})
schema.index({ account_id: 1, domain: 1, sent_by: 1, report_digest: 1 }, { unique: true })
schema.index({ account_id: 1, domain: 1, _id: -1 })
schema.index({ received_at: 1 }, { expireAfterSeconds: RETENTION_S })

export const dmarcReportModel = ledgerModel<DmarcReportDoc>('DmarcReport', schema)
