import { hash } from 'node:crypto'
import type { ParsedAttachment, ParsedMail } from '@postline/mail-parser'
import type { mongo } from 'mongoose'
import type { PageRequest } from '../../../contract/fields.js'
import { type IdKind, idFloor, idTime } from '../../../ids.js'
import { domainOf } from '../../../lib/mail/addresses.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import { exists } from '../../../models/exists.js'
import type { InboundEmailDoc } from '../../../models/inbound-email.js'
import type { MailedReportDoc } from '../../../models/mailed-report.js'
import type { ServiceDeps } from '../../deps.js'
import { registrableDomain } from '../../domains/domain-name.js'
import type { DomainStore } from '../../domains/domain-store.js'
import { COUNT_OPTIONS, listById, newestFirst, type Page } from '../../platform/pages.js'
import type { ReaderJob } from '../../reading/reader-threads.js'
import { fairShare } from './fair-share.js'

/** Files of a mail that are looked at. A report has one. */
const MAX_FILES = 3
const MAX_FILENAME_CHARS = 1_000
/** Reports are packed to about a fiftieth, and it is the unpacked text that takes time. */
const UNPACKED_RATIO = 50
/** Most reports of a domain in a day. Only some hundred organisations send any. */
const MAX_REPORTS_A_DAY = 1_000
/** Most of them by one sender. Most send one, some one for each of their data centers. */
const MAX_REPORTS_OF_SENDER_A_DAY = 20
const DAY_MS = 86_400_000
/** Reports are sent soon after what they are about. Others would put days into summaries that nobody asks for. */
const MAX_AGE_MS = 60 * DAY_MS
const MAX_AHEAD_MS = DAY_MS
export const SUMMARY_DAYS = 30
/** Most reports that a summary is made of. */
const MAX_SUMMED = 2_000

export type MailedReportDeps = Pick<ServiceDeps, 'models' | 'newId' | 'clock' | 'readerThreads' | 'log'> & {
  domainStore: Pick<DomainStore, 'find'>
}
export type ReportMail = Pick<InboundEmailDoc, '_id' | 'account_id'>
export type ReportParts = Pick<ParsedMail, 'from' | 'attachments'>
/** What is read from a report: its fields, and the sender's own id of it. */
export type ReadReport<D extends MailedReportDoc> = Omit<
  D,
  '_id' | 'account_id' | 'sent_by' | 'report_digest' | 'received_at'
> & { report_id: string; domain: string }

interface ReportKind<D extends MailedReportDoc> {
  kind: IdKind
  collection: mongo.Collection<D>
  /** Most bytes of a file, and of what it is unpacked to. Larger ones are no reports. */
  maxFileBytes: number
  maxUnpackedBytes: number
  isReport: (file: ParsedAttachment) => boolean
  /** Reads the reports in a file, in a reader thread, as the given job. */
  read: (mail: ReportMail, file: ParsedAttachment, job: ReaderJob) => Promise<readonly ReadReport<D>[]>
}

export interface ReportFilter extends PageRequest {
  domain: string
  from?: Date | undefined
  to?: Date | undefined
}

/** Reports of other mail servers about the domains of an account, which come as mail. */
export class MailedReports<D extends MailedReportDoc> {
  readonly #deps: MailedReportDeps
  readonly #kind: ReportKind<D>

  constructor(deps: MailedReportDeps, kind: ReportKind<D>) {
    this.#deps = deps
    this.#kind = kind
  }

  /**
   * Keeps the reports in a received mail, each once, however often the mail is read or sent. Only authentic mail counts,
   * because anybody could write a report in the name of another, and only about recent days of verified domains of the
   * account.
   */
  async take(mail: ReportMail, { from, attachments }: ReportParts, isAuthentic: boolean): Promise<void> {
    const [author, another] = from
    if (!isAuthentic || !author || another) return
    const { maxFileBytes, maxUnpackedBytes, isReport, read } = this.#kind
    const now = this.#deps.clock.now().getTime()
    const isRecent = ({ begins_at }: { begins_at: Date }) =>
      begins_at.getTime() > now - MAX_AGE_MS && begins_at.getTime() < now + MAX_AHEAD_MS
    const files = attachments.filter(
      (file) => file.content.length <= maxFileBytes && file.filename.length <= MAX_FILENAME_CHARS && isReport(file),
    )
    for (const file of files.slice(0, MAX_FILES)) {
      const sentBy = registrableDomain(domainOf(author.email).toLowerCase())
      const bytes = Math.min(UNPACKED_RATIO * file.content.length, maxUnpackedBytes)
      const job = { accountId: mail.account_id, bytes }
      const reports = await read(mail, file, job)
      for (const report of reports.filter(isRecent)) await this.#keep(mail, sentBy, report)
    }
  }

  /**
   * The reports about a domain, those received last first.
   * @throws ApiError `not_found`; `invalid_request` if the cursor is from another list.
   */
  async list<T>(
    accountId: string,
    { domain: ref, from, to, ...page }: ReportFilter,
    present: (row: D) => T,
  ): Promise<Page<T>> {
    const { kind, collection } = this.#kind
    const { name: domain } = await this.#deps.domainStore.find(accountId, ref)
    const range = {
      ...(from && { $gte: idFloor(kind, from) }),
      ...(to && { $lt: idFloor(kind, new Date(to.getTime() + 1)) }),
    }
    const filter = { account_id: accountId, domain, ...((from || to) && { _id: range }) } as mongo.Filter<D>
    return newestFirst<D, T>({ collection, filter }, listById(kind, domain), page, present)
  }

  /**
   * The reports that a summary of a domain is made of: those received in the last 30 days. Of very many, the newest ones of
   * each sender.
   * @throws ApiError `not_found`.
   */
  async toSumUp(accountId: string, ref: string): Promise<{ domain: string; filter: mongo.Filter<D> }> {
    const { kind, collection } = this.#kind
    const { name: domain } = await this.#deps.domainStore.find(accountId, ref)
    const since = idFloor(kind, new Date(this.#deps.clock.now().getTime() - SUMMARY_DAYS * DAY_MS))
    const recent = { account_id: accountId, domain, _id: { $gte: since } } as mongo.Filter<D>
    const rows = await collection
      .find<Pick<MailedReportDoc, '_id' | 'sent_by'>>(recent, {
        projection: { sent_by: 1 },
        sort: { _id: -1 },
        limit: SUMMARY_DAYS * MAX_REPORTS_A_DAY,
        maxTimeMS: COUNT_OPTIONS.maxTimeMS,
      })
      .toArray()
    const chosen = fairShare(rows, ({ sent_by }) => sent_by, MAX_SUMMED)
    return {
      domain,
      filter: { account_id: accountId, domain, _id: { $in: chosen.map(({ _id }) => _id) } } as mongo.Filter<D>,
    }
  }

  async #keep(mail: ReportMail, sentBy: string, { report_id, ...report }: ReadReport<D>): Promise<void> {
    const { models, newId, log } = this.#deps
    const { kind, collection } = this.#kind
    const { account_id } = mail
    const { domain } = report
    const isOwn = { account_id, name: domain, verified_name: domain, deleting_at: null }
    if (!(await exists(models.domains.collection, isOwn))) return
    const key = { account_id, domain, sent_by: sentBy, report_digest: hash('sha256', report_id) }
    if (await exists(collection, key as mongo.Filter<D>)) return
    const _id = newId(kind)
    if (await this.#isOneTooMany(_id, key)) {
      log.info(
        { inboundId: mail._id, domain, sentBy },
        'the daily limit of reports about a domain is reached; the report was dropped',
      )
      return
    }
    const row = { _id, ...key, ...report, received_at: idTime(_id) } as unknown as mongo.OptionalUnlessRequiredId<D>
    await collection.insertOne(row).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
  }

  /** No sender takes the place of others. */
  async #isOneTooMany(
    id: string,
    { account_id, domain, sent_by }: Pick<MailedReportDoc, 'account_id' | 'domain' | 'sent_by'>,
  ): Promise<boolean> {
    const { kind, collection } = this.#kind
    const dayAgo = idFloor(kind, new Date(idTime(id).getTime() - DAY_MS))
    const rows = await collection
      .find<Pick<MailedReportDoc, 'sent_by'>>({ account_id, domain, _id: { $gte: dayAgo } } as mongo.Filter<D>, {
        projection: { _id: 0, sent_by: 1 },
        limit: MAX_REPORTS_A_DAY,
      })
      .toArray()
    const own = rows.filter((row) => row.sent_by === sent_by)
    return rows.length >= MAX_REPORTS_A_DAY || own.length >= MAX_REPORTS_OF_SENDER_A_DAY
  }
}
