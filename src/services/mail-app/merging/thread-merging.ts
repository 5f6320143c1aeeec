import type { mongo } from 'mongoose'
import type { MailSource, MailThreadSummary } from '../../../contract/mail-threads.js'
import { ApiError, fieldError } from '../../../errors.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { ServiceDeps } from '../../deps.js'
import { LockTakenError } from '../../platform/ledger-lock.js'
import { findThreads } from '../filing-view.js'
import { completed, EMPTY_SUMMARY, joinSummaries, mergedState, summaryOf, withMail } from '../thread-state.js'
import { threadSummaries } from '../thread-summaries.js'
import {
  countFiled,
  nextFilingSeq,
  OutdatedError,
  recordChanges,
  replaceThreads,
  untilUpToDate,
} from '../thread-writes.js'
import { leadToNewThread } from './lead-to-new-thread.js'
import { inMailTurn } from './mail-turn.js'
import { moveAllMails, moveItems, partOf } from './move-mails.js'

/** Most mails of a thread that somebody makes of two. */
export const MAX_MERGED_MAILS = 1_000
const BUSY_SECONDS = 1

/**
 * Merges and splits threads by hand. Like a batch of mail that is filed, this has the account's turn and counts as one:
 * whatever is filed at the same time comes wholly before or after it.
 */
export class ThreadMerging {
  readonly #deps: Pick<ServiceDeps, 'clock' | 'conveyor' | 'models' | 'newId'>

  constructor(deps: Pick<ServiceDeps, 'clock' | 'conveyor' | 'models' | 'newId'>) {
    this.#deps = deps
  }

  /**
   * Moves all mail of a thread to another, which answers to both ids from then on.
   * @param id the thread that stays.
   * @param otherId the one that becomes part of it.
   * @throws ApiError `not_found`; `invalid_request` for the same thread; `already_merged`; `wrong_folder` if one is in
   *   spam or trash; `thread_too_large`.
   */
  async merge(accountId: string, id: string, otherId: string): Promise<MailThreadSummary> {
    if (id === otherId)
      throw fieldError('invalid_request', 'thread_id', 'must be another thread than the one that stays')
    return this.#inTurn(accountId, async (write) => {
      const { kept, other } = await this.#threadsToMerge(accountId, id, otherId)
      const next = completed({
        ...kept,
        ...joinSummaries(kept, other),
        ...mergedState([kept, other]),
        ...((kept.was_split || other.was_split) && { was_split: true }),
      })
      const changes: RecordedChange[] = [
        { type: 'merged', thread_id: other._id, merged_into: kept._id },
        { type: 'updated', thread_id: kept._id },
      ]
      await write(changes, async (seq, session) => {
        const { models } = this.#deps
        const gone = { ...other, ...partOf(kept._id) }
        await replaceThreads(
          models,
          accountId,
          [
            [kept, { ...next, seq }],
            [other, gone],
          ],
          session,
        )
        await moveAllMails(models, other, kept._id, session)
      })
      return next
    })
  }

  async #threadsToMerge(accountId: string, id: string, otherId: string) {
    const rows = new Map(
      (await findThreads(this.#deps.models, accountId, [id, otherId])).map((row) => [row._id, row] as const),
    )
    const other = rows.get(otherId)
    let kept = rows.get(id)
    while (kept?.merged_into !== undefined) kept = rows.get(kept.merged_into)
    if (!kept || !other) throw new ApiError('not_found')
    if (other.merged_into !== undefined || kept === other) {
      throw new ApiError('already_merged', `One of the threads is part of ${other.merged_into ?? kept._id} already.`)
    }
    if ([kept, other].some(isPutAway)) throw new ApiError('wrong_folder')
    if (kept.message_count + other.message_count > MAX_MERGED_MAILS) throw new ApiError('thread_too_large')
    return { kept, other }
  }

  /**
   * Takes one mail out of its thread. The new thread begins with the state of the old one.
   * @param id the inbound email or the message.
   * @throws ApiError `not_found`; `overloaded` while the mail is still being received; `only_mail`; `wrong_folder` if the thread is in spam or trash.
   */
  split(accountId: string, source: MailSource, id: string): Promise<MailThreadSummary> {
    return this.#inTurn(accountId, async (write) => {
      const { item, thread } = await this.#mailToSplit(accountId, source, id)
      const begun = this.#threadOf(item, thread)
      const mail = { id: item._id, source: item.source }
      const changes: RecordedChange[] = [
        { type: 'split', thread_id: begun._id, mail, split_from: thread._id },
        { type: 'updated', thread_id: thread._id },
      ]
      await write(changes, async (seq, session) => {
        const { models } = this.#deps
        const left = await this.#without(item, thread, session)
        await replaceThreads(models, accountId, [[thread, { ...left, seq }]], session)
        await models.mailThreads.collection.insertOne({ ...begun, seq }, { session })
        await moveItems(models, accountId, [item], begun._id, session)
        await leadToNewThread(models, item, begun._id, session)
      })
      return begun
    })
  }

  async #mailToSplit(accountId: string, source: MailSource, id: string) {
    const { mailItems, mailThreads, inboundEmails } = this.#deps.models
    const own = { account_id: accountId }
    const item = await mailItems.collection.findOne({ ...own, source, 'copies.id': id }, { projection: { terms: 0 } })
    if (!item) throw new ApiError('not_found')
    // A worker has filed it, and is about to write its thread into its row; or it has died, and another one will.
    const copies = { ...own, _id: { $in: item.copies.map((copy) => copy.id) } }
    const unfinished = { ...copies, thread_id: null, parse_at: { $exists: true } }
    if (await inboundEmails.collection.findOne(unfinished, { projection: { _id: 1 } })) throw stillReceived()
    const thread = await mailThreads.collection.findOne({ ...own, _id: item.thread_id })
    // It was moved, or deleted, in between.
    if (!thread || thread.merged_into !== undefined) throw new OutdatedError()
    if (isPutAway(thread)) throw new ApiError('wrong_folder')
    if (thread.message_count === 1) throw new ApiError('only_mail')
    return { item, thread }
  }

  #threadOf(item: MailItemDoc, thread: MailThreadDoc): MailThreadDoc {
    const { account_id, folder, unread, starred, labels, snoozed_until, assignee } = thread
    return completed({
      ...{ _id: this.#deps.newId('thread'), account_id, version: 1, seq: 0, was_split: true },
      ...withMail(EMPTY_SUMMARY, item),
      ...{ folder, unread: unread && item.source === 'inbound', starred, labels },
      ...(snoozed_until && { snoozed_until }),
      ...(assignee && { assignee }),
    })
  }

  /** The thread as it is without the mail. */
  async #without({ _id }: MailItemDoc, thread: MailThreadDoc, session: mongo.ClientSession): Promise<MailThreadDoc> {
    const own = { account_id: thread.account_id, thread_id: thread._id }
    const items = await this.#deps.models.mailItems.collection
      .find(own, { projection: { terms: 0 }, sort: { position: 1 }, session })
      .toArray()
    const left = items.filter((each) => each._id !== _id)
    if (left.length === items.length || left.length === 0) throw new OutdatedError()
    const summary = summaryOf(left, thread.base_subject)
    return completed({ ...thread, ...summary, unread: thread.unread && summary.has_inbound, was_split: true })
  }

  /** Decides and writes in the account's turn, again if threads change meanwhile. */
  async #inTurn(accountId: string, decide: (write: Write) => Promise<MailThreadDoc>): Promise<MailThreadSummary> {
    const { models, conveyor } = this.#deps
    const once = async () => {
      const filed = await countFiled(models, accountId)
      return decide((changes, work) =>
        models.connection.transaction(async (session) => {
          const seq = await nextFilingSeq(models, accountId, filed, session)
          if (seq === null) throw new OutdatedError()
          await work(seq, session)
          await recordChanges(models, { accountId, seq }, changes, session)
        }),
      )
    }
    try {
      const thread = await inMailTurn(this.#deps, accountId, () => untilUpToDate('a thread', once))
      conveyor.announce(accountId)
      const [summary] = await threadSummaries(models, accountId, [thread])
      return summary!
    } catch (error) {
      if (!(error instanceof LockTakenError)) throw error
      throw new ApiError('overloaded', undefined, { retryAfterSeconds: BUSY_SECONDS })
    }
  }
}

/** Writes what was decided, in one transaction, with what it records. */
type Write = (
  changes: readonly RecordedChange[],
  work: (seq: number, session: mongo.ClientSession) => Promise<void>,
) => Promise<void>

const stillReceived = () =>
  new ApiError('overloaded', 'The mail is still being received. Try again.', { retryAfterSeconds: BUSY_SECONDS })

const isPutAway = ({ folder }: MailThreadDoc) => folder === 'spam' || folder === 'trash'
