import { createHash } from 'node:crypto'
import type { ParsedMail } from '@postline/mail-parser'
import type { DmarcReport, DmarcReportFilter, DmarcSummary } from '../../../contract/dmarc-reports.js'
import { idFloor, idTime } from '../../../ids.js'
import { domainOf } from '../../../lib/text/addresses.js'
import { nullIfKilled } from '../../../lib/threads/task-thread.js'
import type { AggregateReport, DmarcReportDoc } from '../../../models/dmarc-report.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import { exists } from '../../../models/exists.js'
import type { InboundEmailDoc } from '../../../models/inbound-email.js'
import type { ServiceDeps } from '../../deps.js'
import { COUNT_OPTIONS, listById, newestFirst, type Page } from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'
import { toShared } from '../../reading/shared-bytes.js'
import type { DomainStore } from '../../sending/domains/domain-store.js'
import { notSafeBecause } from './reject-safety.js'

/** Larger files are no reports: packed, those of the largest senders have a few hundred KiB. */
const MAX_FILE_BYTES = 2 * 1024 * 1024
/** Files of a mail that are looked at. A report has one. */
const MAX_FILES = 3
/** `receiver!domain!begin!end.xml.gz` (RFC 7489, 7.2.1.1), with an id before the ending if the receiver likes. */
const FILE_NAME = /^[^!]{1,255}![^!]{1,255}!\d{1,12}!\d{1,12}(?:![^!]{0,255})?\.(?:xml|xml\.gz|gz|zip|xml\.zip)$/i
/** Most reports of a domain in a day. Only some hundred receivers send any. */
const MAX_REPORTS_A_DAY = 1_000
const DAY_MS = 86_400_000
const SUMMARY_DAYS = 30
/** Most reports that a summary is made of, the newest ones. */
const MAX_SUMMED = 2_000
const MAX_SENDERS = 100

type ReportDeps = Pick<ServiceDeps, 'models' | 'newId' | 'clock' | 'readerThreads' | 'log'> & {
  domainStore: Pick<DomainStore, 'find'>
}
type Mail = Pick<InboundEmailDoc, '_id' | 'account_id'>

/** Aggregate reports about the mail of an account's domains (RFC 7489; RFC 9990), which come as mail. */
export class DmarcReports {
  readonly #deps: ReportDeps

  constructor(deps: ReportDeps) {
    this.#deps = deps
  }

  /**
   * Keeps the reports in a received mail, each once, however often the mail is read or sent. Only authentic mail counts,
   * because anybody could write a report in the name of a receiver, and only about verified domains of the account.
   */
  async take(
    mail: Mail,
    { from, attachments }: Pick<ParsedMail, 'from' | 'attachments'>,
    isAuthentic: boolean,
  ): Promise<void> {
    const [author, another] = from
    if (!isAuthentic || !author || another) return
    const files = attachments.filter(({ filename, content }) => isReportFile(filename, content.length))
    for (const { content } of files.slice(0, MAX_FILES)) {
      const job = { accountId: mail.account_id, bytes: content.length }
      const data = { file: await toShared(content) }
      const read = await nullIfKilled(this.#deps.readerThreads.run('dmarcReport', job, data))
      if (read?.report) await this.#keep(mail, domainOf(author.email).toLowerCase(), read.report)
    }
  }

  /**
   * The reports about a domain, those received last first.
   * @throws ApiError `not_found`; `invalid_request` if the cursor is from another list.
   */
  async list(accountId: string, { domain: ref, from, to, ...page }: DmarcReportFilter): Promise<Page<DmarcReport>> {
    const { name: domain } = await this.#deps.domainStore.find(accountId, ref)
    const range = {
      ...(from && { $gte: idFloor('dmarcReport', from) }),
      ...(to && { $lt: idFloor('dmarcReport', new Date(to.getTime() + 1)) }),
    }
    const filter = { account_id: accountId, domain, ...((from || to) && { _id: range }) }
    const { collection } = this.#deps.models.dmarcReports
    return newestFirst({ collection, filter }, listById('dmarcReport', domain), page, present)
  }

  /**
   * What the reports of the last 30 days say about a domain, and whether its policy can be `p=reject`.
   * @throws ApiError `not_found`.
   */
  async summary(accountId: string, ref: string): Promise<DmarcSummary> {
    const { models, clock, domainStore } = this.#deps
    const { name: domain } = await domainStore.find(accountId, ref)
    const since = idFloor('dmarcReport', new Date(clock.now().getTime() - SUMMARY_DAYS * DAY_MS))
    const newest = [
      { $match: { account_id: accountId, domain, _id: { $gte: since } } },
      { $sort: { _id: -1 } },
      { $limit: MAX_SUMMED },
    ]
    const { collection } = models.dmarcReports
    const options = { maxTimeMS: COUNT_OPTIONS.maxTimeMS }
    const [reports, senders] = await Promise.all([
      collection
        .aggregate<Pick<DmarcReportDoc, 'begins_at' | 'messages' | 'aligned' | 'policy'>>(
          [...newest, { $project: { begins_at: 1, messages: 1, aligned: 1, policy: 1 } }],
          options,
        )
        .toArray(),
      collection.aggregate<DmarcSummary['senders'][number]>([...newest, ...BY_SENDER], options).toArray(),
    ])
    const sum = (field: 'messages' | 'aligned') => reports.reduce((total, report) => total + report[field], 0)
    const counted = {
      days_with_reports: new Set(reports.map(({ begins_at }) => isoTime(begins_at).slice(0, 10))).size,
      messages: sum('messages'),
      aligned: sum('aligned'),
      senders,
    }
    const reasons = notSafeBecause(counted)
    const policy = reports[0]?.policy ?? null
    return {
      ...{ domain, days: SUMMARY_DAYS, reports: reports.length, policy },
      ...{ ...counted, reject_safe: reasons.length === 0, reasons },
    }
  }

  async #keep({ _id, account_id }: Mail, sentBy: string, { report_id, ...report }: AggregateReport): Promise<void> {
    const { models, newId } = this.#deps
    const { domain } = report
    const isOwn = { account_id, name: domain, verified_name: domain, deleting_at: null }
    if (!(await exists(models.domains.collection, isOwn))) return
    const { collection } = models.dmarcReports
    const key = { account_id, domain, sent_by: sentBy, report_digest: digestOf(report_id) }
    if (await exists(collection, key)) return
    const id = newId('dmarcReport')
    const today = idFloor('dmarcReport', new Date(idTime(id).getTime() - DAY_MS))
    const sofar = { account_id, domain, _id: { $gte: today } }
    if ((await collection.countDocuments(sofar, { limit: MAX_REPORTS_A_DAY })) >= MAX_REPORTS_A_DAY) {
      this.#deps.log.debug({ inboundId: _id, domain }, 'a DMARC report is one too many for a day')
      return
    }
    await collection.insertOne({ _id: id, ...key, ...report, received_at: idTime(id) }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
  }
}

const BY_SENDER = [
  { $project: { sources: 1 } },
  { $unwind: '$sources' },
  {
    $group: {
      _id: '$sources.source_ip',
      messages: { $sum: '$sources.count' },
      aligned: { $sum: { $cond: [{ $or: ['$sources.dkim_aligned', '$sources.spf_aligned'] }, '$sources.count', 0] } },
      dkim_aligned: { $sum: { $cond: ['$sources.dkim_aligned', '$sources.count', 0] } },
      spf_aligned: { $sum: { $cond: ['$sources.spf_aligned', '$sources.count', 0] } },
    },
  },
  { $sort: { messages: -1, _id: 1 } },
  { $limit: MAX_SENDERS },
  { $project: { _id: 0, source_ip: '$_id', messages: 1, aligned: 1, dkim_aligned: 1, spf_aligned: 1 } },
]

const isReportFile = (filename: string | null, bytes: number) =>
  bytes <= MAX_FILE_BYTES && filename !== null && filename.length <= 1_000 && FILE_NAME.test(filename)

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

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
