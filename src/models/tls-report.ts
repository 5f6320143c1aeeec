import { Schema } from 'mongoose'
import type { STS_MODES, TLS_POLICY_TYPES } from '../contract/tls-reports.js'
import { ledgerModel } from './ledger-schema.js'
import { type MailedReportDoc, mailedReportSchema } from './mailed-report.js'

/** The sessions to which a policy applied. */
export interface TlsPolicyResult {
  /** What asked for TLS: MTA-STS (RFC 8461), DANE (RFC 7672), or nothing. */
  policy_type: (typeof TLS_POLICY_TYPES)[number]
  /** Of an MTA-STS policy; null if the report does not say it. */
  mode: (typeof STS_MODES)[number] | null
  successful_sessions: number
  failed_sessions: number
}

/** Sessions that failed in the same way. */
export interface TlsFailure {
  policy_type: (typeof TLS_POLICY_TYPES)[number]
  /** Why: a word of RFC 8460 section 4.3, in lower case. */
  result_type: string
  /** The mail server of the domain, by name and by address; null if the report does not say it. */
  receiving_mx: string | null
  receiving_ip: string | null
  sending_ip: string | null
  /** What the sender says about it besides; null if it says nothing, or no plain text. */
  reason: string | null
  sessions: number
}

/** What a report (RFC 8460) says about a domain. */
export interface TlsReport {
  report_id: string
  org_name: string | null
  /** Lower case, A-labels. */
  domain: string
  begins_at: Date
  ends_at: Date
  successful_sessions: number
  failed_sessions: number
  /** The same policies in one. */
  policies: TlsPolicyResult[]
  /** Those with most sessions. */
  failures: TlsFailure[]
  truncated: boolean
}

/** A report about the TLS sessions in which others bring mail to a domain (RFC 8460). */
export interface TlsReportDoc extends MailedReportDoc, Omit<TlsReport, 'report_id'> {}

const schema = mailedReportSchema('tls_reports', {
  successful_sessions: { type: Number, required: true },
  failed_sessions: { type: Number, required: true },
  policies: { type: [Schema.Types.Mixed], required: true },
  failures: { type: [Schema.Types.Mixed], required: true },
})

export const tlsReportModel = ledgerModel<TlsReportDoc>('TlsReport', schema)
