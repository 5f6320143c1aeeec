import { Schema } from 'mongoose'
import { ledgerModel } from './ledger-schema.js'
import { type MailedReportDoc, mailedReportSchema } from './mailed-report.js'

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

/** An aggregate report about the mail of a domain (RFC 7489). */
export interface DmarcReportDoc extends MailedReportDoc, Omit<AggregateReport, 'report_id'> {}

const schema = mailedReportSchema('dmarc_reports', {
  policy: { type: String, required: true },
  messages: { type: Number, required: true },
  aligned: { type: Number, required: true },
  sources: { type: [Schema.Types.Mixed], required: true },
})

export const dmarcReportModel = ledgerModel<DmarcReportDoc>('DmarcReport', schema)
