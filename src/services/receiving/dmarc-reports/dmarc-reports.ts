import type { DmarcReport, DmarcReportFilter, DmarcSummary } from '../../../contract/dmarc-reports.js'
import { groupBy } from '../../../lib/collections/group-by.js'
import { nullIfKilled } from '../../../lib/threads/task-thread.js'
import type { DmarcReportDoc } from '../../../models/dmarc-report.js'
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
import { MIN_FAILURES, type ReportedSender, reasonsAgainstReject } from './reject-safety.js'

/** Larger files are no reports: packed, those of the largest senders have a few hundred KiB. */
const MAX_FILE_BYTES = 2 * 1024 * 1024
/** `receiver!domain!begin!end.xml.gz` (RFC 7489, 7.2.1.1), with an id before the ending if the receiver likes. */
const FILE_NAME = /^[^!]{1,255}![^!]{1,255}!\d{1,12}!\d{1,12}(?:![^!]{0,255})?\.(?:xml|xml\.gz|gz|zip|xml\.zip)$/i
const MAX_SENDERS = 100
const MAX_REPORTERS = 100

/** Aggregate reports about the mail of an account's domains (RFC 7489; RFC 9990), which come as mail. */
export class DmarcReports {
  readonly #deps: MailedReportDeps
  readonly #reports: MailedReports<DmarcReportDoc>

  constructor(deps: MailedReportDeps) {
    this.#deps = deps
    this.#reports = new MailedReports<DmarcReportDoc>(deps, {
      kind: 'dmarcReport',
      collection: deps.models.dmarcReports.collection,
      maxFileBytes: MAX_FILE_BYTES,
      maxUnpackedBytes: MAX_UNPACKED_BYTES.dmarc,
      isReport: ({ filename }) => FILE_NAME.test(filename),
      read: (_mail, { content }, job) => this.#read(content, job),
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
  list(accountId: string, filter: DmarcReportFilter): Promise<Page<DmarcReport>> {
    return this.#reports.list(accountId, filter, present)
  }

  /**
   * What the reports of the last 30 days say about a domain, and whether its policy can be `p=reject`.
   * @throws ApiError `not_found`.
   */
  async summary(accountId: string, ref: string): Promise<DmarcSummary> {
    const { domain, filter } = await this.#reports.toSumUp(accountId, ref)
    const { collection } = this.#deps.models.dmarcReports
    const options = { maxTimeMS: COUNT_OPTIONS.maxTimeMS }
    const [reports, found] = await Promise.all([
      collection.find<Head>(filter, { projection: { sources: 0 }, sort: { _id: -1 }, ...options }).toArray(),
      collection.aggregate<Senders>([{ $match: filter }, ...BY_SENDER], options).next(),
    ])
    const { senders = [], reportedSenders = [] } = found ?? {}
    const counted = { ...totalOf(reports), reporters: reportersOf(reports), senders }
    // By all of them: of many, the one that sees mail fail may be small.
    const reasons = reasonsAgainstReject({ ...counted, reportedSenders })
    return {
      ...{ domain, days: SUMMARY_DAYS, reports: reports.length, policy: reports[0]?.policy ?? null },
      ...{ ...counted, reporters: counted.reporters.slice(0, MAX_REPORTERS) },
      ...{ reject_safe: reasons.length === 0, reasons },
    }
  }

  async #read(content: Buffer, job: ReaderJob) {
    const data = { file: await toShared(content) }
    const read = await nullIfKilled(this.#deps.readerThreads.run('dmarcReport', job, data))
    return read?.report ? [read.report] : []
  }
}

type Head = Omit<DmarcReportDoc, 'sources'>

const totalOf = (reports: readonly Head[]) => ({
  days_with_reports: new Set(reports.map(({ begins_at }) => isoTime(begins_at).slice(0, 10))).size,
  messages: sumOf(reports, ({ messages }) => messages),
  aligned: sumOf(reports, ({ aligned }) => aligned),
})

const reportersOf = (reports: readonly Head[]): DmarcSummary['reporters'] =>
  [...groupBy(reports, ({ sent_by }) => sent_by)]
    .map(([sent_by, own]) => ({ sent_by, reports: own.length, ...totalOf(own) }))
    .sort((one, other) => other.messages - one.messages)

interface Senders {
  senders: DmarcSummary['senders']
  reportedSenders: ReportedSender[]
}

const SUMS = ['messages', 'aligned', 'dkim_aligned', 'spf_aligned'] as const
const shown = Object.fromEntries(SUMS.map((sum) => [sum, { $min: [`$${sum}`, MAX_INT] }]))
const BY_SENDER = [
  { $project: { sent_by: 1, sources: 1 } },
  { $unwind: '$sources' },
  {
    $group: {
      _id: { source_ip: '$sources.source_ip', sent_by: '$sent_by' },
      messages: { $sum: '$sources.count' },
      aligned: { $sum: { $cond: [{ $or: ['$sources.dkim_aligned', '$sources.spf_aligned'] }, '$sources.count', 0] } },
      dkim_aligned: { $sum: { $cond: ['$sources.dkim_aligned', '$sources.count', 0] } },
      spf_aligned: { $sum: { $cond: ['$sources.spf_aligned', '$sources.count', 0] } },
    },
  },
  {
    $facet: {
      senders: [
        { $group: { _id: '$_id.source_ip', ...Object.fromEntries(SUMS.map((sum) => [sum, { $sum: `$${sum}` }])) } },
        { $sort: { messages: -1, _id: 1 } },
        { $limit: MAX_SENDERS },
        { $project: { _id: 0, source_ip: '$_id', ...shown } },
      ],
      reportedSenders: [
        { $match: { aligned: { $gt: 0 }, $expr: { $gte: [{ $subtract: ['$messages', '$aligned'] }, MIN_FAILURES] } } },
        { $set: { share: { $divide: ['$aligned', '$messages'] } } },
        { $sort: { share: 1, _id: 1 } },
        { $limit: MAX_SENDERS },
        { $project: { _id: 0, source_ip: '$_id.source_ip', sent_by: '$_id.sent_by', messages: 1, aligned: 1 } },
      ],
    },
  },
]

function present(row: DmarcReportDoc): DmarcReport {
  const { domain, sent_by, org_name, policy, messages, aligned, truncated } = row
  return {
    ...{ domain, sent_by, org_name, policy },
    ...{ begins_at: isoTime(row.begins_at), ends_at: isoTime(row.ends_at) },
    ...{ messages, aligned },
    sources: row.sources.map(({ source_ip, header_from, count, disposition, dkim_aligned, spf_aligned }) => ({
      ...{ source_ip, header_from, count, disposition, dkim_aligned, spf_aligned },
    })),
    ...{ truncated, received_at: isoTime(row.received_at) },
  }
}
