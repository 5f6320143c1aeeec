import type { ParsedAttachment } from '@postline/mail-parser'
import type { TlsFailureSum, TlsReport, TlsReportFilter, TlsSummary } from '../../../contract/tls-reports.js'
import { groupBy } from '../../../lib/collections/group-by.js'
import { nullIfKilled } from '../../../lib/threads/task-thread.js'
import type { TlsReportDoc } from '../../../models/tls-report.js'
import { COUNT_OPTIONS, type Page } from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'
import type { ReaderJob } from '../../reading/reader-threads.js'
import { toShared } from '../../reading/shared-bytes.js'
import {
  type MailedReportDeps,
  MailedReports,
  type ReportMail,
  type ReportParts,
  SUMMARY_DAYS,
} from '../mailed-reports/mailed-reports.js'
import { MAX_INT, MAX_UNPACKED_BYTES, sumOf } from '../mailed-reports/report-fields.js'

/** Larger files are no reports: of the largest senders they have some KiB. */
const MAX_FILE_BYTES = 1024 * 1024
/** RFC 8460 section 6.4 and 6.5. */
const TYPES: readonly string[] = ['application/tlsrpt+gzip', 'application/tlsrpt+json']
/** Senders that know no such type send a file with the name of RFC 8460 section 5.1, or any. */
const FILE_NAME = /\.json(?:\.gz)?$/i
const MAX_SUMS = 100

/** Reports about the TLS sessions in which others bring mail to an account's domains (RFC 8460), which come as mail. */
export class TlsReports {
  readonly #deps: MailedReportDeps
  readonly #reports: MailedReports<TlsReportDoc>

  constructor(deps: MailedReportDeps) {
    this.#deps = deps
    this.#reports = new MailedReports<TlsReportDoc>(deps, {
      kind: 'tlsReport',
      collection: deps.models.tlsReports.collection,
      maxFileBytes: MAX_FILE_BYTES,
      maxUnpackedBytes: MAX_UNPACKED_BYTES.tls,
      isReport: ({ filename, contentType }) => TYPES.includes(contentType) || FILE_NAME.test(filename),
      read: (mail, file, job) => this.#read(mail, file, job),
    })
  }

  /** Keeps the reports in a received mail: see {@link MailedReports.take}. */
  async take(mail: ReportMail, parts: ReportParts, isAuthentic: boolean): Promise<void> {
    await this.#reports.take(mail, parts, isAuthentic)
  }

  /**
   * The reports about a domain, those received last first.
   * @throws ApiError `not_found`; `invalid_request` if the cursor is from another list.
   */
  list(accountId: string, filter: TlsReportFilter): Promise<Page<TlsReport>> {
    return this.#reports.list(accountId, filter, present)
  }

  /**
   * What the reports of the last 30 days say about a domain, by day, by policy, by kind of failure and by sender.
   * @throws ApiError `not_found`.
   */
  async summary(accountId: string, ref: string): Promise<TlsSummary> {
    const { domain, filter } = await this.#reports.toSumUp(accountId, ref)
    const { collection } = this.#deps.models.tlsReports
    const options = { maxTimeMS: COUNT_OPTIONS.maxTimeMS }
    const [reports, failures] = await Promise.all([
      collection.find<Omit<TlsReportDoc, 'failures'>>(filter, { projection: { failures: 0 }, ...options }).toArray(),
      collection.aggregate<TlsFailureSum>([{ $match: filter }, ...BY_FAILURE], options).toArray(),
    ])
    const days = [...groupBy(reports, ({ begins_at }) => isoTime(begins_at).slice(0, 10))]
    const policies = reports.flatMap((report) => report.policies)
    const kinds = [...groupBy(policies, ({ policy_type, mode }) => JSON.stringify({ policy_type, mode }))]
    const senders = [...groupBy(reports, ({ sent_by }) => sent_by)]
    return {
      ...{ domain, days: SUMMARY_DAYS, days_with_reports: days.length, reports: reports.length },
      ...sessionsOf(reports),
      by_day: days
        .map(([key, things]) => ({ day: key, ...sessionsOf(things) }))
        .sort((one, other) => one.day.localeCompare(other.day)),
      by_policy: kinds.map(([, things]) => ({
        ...{ policy_type: things[0]!.policy_type, mode: things[0]!.mode },
        ...sessionsOf(things),
      })),
      by_failure: failures,
      by_sender: senders
        .map(([key, things]) => ({ sent_by: key, reports: things.length, ...sessionsOf(things) }))
        .sort((one, other) => totalOf(other) - totalOf(one))
        .slice(0, MAX_SUMS),
    }
  }

  async #read({ _id }: ReportMail, { content, contentType }: ParsedAttachment, job: ReaderJob) {
    const data = { file: await toShared(content) }
    const read = await nullIfKilled(this.#deps.readerThreads.run('tlsReport', job, data))
    const defect = read ? read.defect : 'it takes too long to read'
    // Any JSON file may be none.
    if (defect !== null && TYPES.includes(contentType)) {
      this.#deps.log.info({ inboundId: _id, defect }, 'a TLS report could not be read')
    }
    return read?.reports ?? []
  }
}

type Sessions = Pick<TlsReportDoc, 'successful_sessions' | 'failed_sessions'>

const totalOf = ({ successful_sessions, failed_sessions }: Sessions) => successful_sessions + failed_sessions

const sessionsOf = (things: readonly Sessions[]): Sessions => ({
  successful_sessions: sumOf(things, ({ successful_sessions }) => successful_sessions),
  failed_sessions: sumOf(things, ({ failed_sessions }) => failed_sessions),
})

const BY_FAILURE = [
  { $project: { failures: 1 } },
  { $unwind: '$failures' },
  {
    $group: {
      _id: {
        result_type: '$failures.result_type',
        policy_type: '$failures.policy_type',
        receiving_mx: '$failures.receiving_mx',
      },
      sessions: { $sum: '$failures.sessions' },
    },
  },
  { $sort: { sessions: -1, _id: 1 } },
  { $limit: MAX_SUMS },
  {
    $project: {
      _id: 0,
      result_type: '$_id.result_type',
      policy_type: '$_id.policy_type',
      receiving_mx: '$_id.receiving_mx',
      sessions: { $min: ['$sessions', MAX_INT] },
    },
  },
]

function present(row: TlsReportDoc): TlsReport {
  const { domain, sent_by, org_name, successful_sessions, failed_sessions, policies, failures, truncated } = row
  return {
    ...{ domain, sent_by, org_name },
    ...{ begins_at: isoTime(row.begins_at), ends_at: isoTime(row.ends_at) },
    ...{ successful_sessions, failed_sessions, policies, failures },
    ...{ truncated, received_at: isoTime(row.received_at) },
  }
}
