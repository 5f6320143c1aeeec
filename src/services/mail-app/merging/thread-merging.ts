import type { mongo } from 'mongoose'
import type { MailSource, MailThreadSummary } from '../../../contract/mail-threads.js'
import { ApiError, fieldError } from '../../../errors.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { ServiceDeps } from '../../deps.js'
import { LockTakenError } from '../../platform/ledger-lock.js'
import { type MailReach, type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { findThreads } from '../filing/filing-view.js'
import { arrivedNotes } from '../notes/note-rows.js'
import { deletionChanges } from '../reach/deletion-changes.js'
import { reachesAllOf, reachesCopy, reachesThread, withOwnNotes } from '../reach/within-reach.js'
import { completed, EMPTY_SUMMARY, joinSummaries, mergedState, summaryOf, withMail } from '../threads/thread-state.js'
import { threadSummaries } from '../threads/thread-summaries.js'
import {
  countFiled,
  nextFilingSeq,
  OutdatedError,
  recordChanges,
  replaceThreads,
  untilUpToDate,
} from '../threads/thread-writes.js'
import { withMailLock } from './mail-lock.js'
import { moveAllMails, moveItems, partOf } from './move-mails.js'
import { redirectReplies } from './redirect-replies.js'

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
   * @throws ApiError `not_found`; `invalid_request` for the same thread; `bound_key` if one has mail out of reach;
   *   `already_merged`; `wrong_folder` if one is in spam or trash; `thread_too_large`.
   */
  async merge(viewer: MailViewer, id: string, otherId: string): Promise<MailThreadSummary> {
    if (id === otherId)
      throw fieldError('invalid_request', 'thread_id', 'must be another thread than the one that stays')
    const { accountId } = viewer
    return this.#runExclusively(viewer, async (write) => {
      const { kept, other } = await this.#threadsToMerge(viewer, id, otherId)
      const next = completed({
        ...kept,
        ...joinSummaries(kept, other),
        ...mergedState([kept, other]),
        ...((kept.was_split || other.was_split) && { was_split: true }),
      })
      const changes: RecordedChange[] = [
        { type: 'merged', thread_id: other._id, merged_into: kept._id, own_addresses: other.own_addresses },
        { type: 'updated', thread_id: kept._id },
      ]
      await write(changes, async (seq, session) => {
        const { models } = this.#deps
        const gone = { ...other, ...partOf(kept._id) }
        const notes = [
          ...(await arrivedNotes(models, kept, next, session)),
          ...(await arrivedNotes(models, other, next, session)),
        ]
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
        return notes
      })
      return next
    })
  }

  async #threadsToMerge(viewer: MailViewer, id: string, otherId: string) {
    const { models } = this.#deps
    const rows = new Map(
      (await findThreads(models, viewer.accountId, [id, otherId])).map((row) => [row._id, row] as const),
    )
    const other = rows.get(otherId)
    const [kept, itself] = [id, otherId].map((given) => {
      let thread = rows.get(given)
      while (thread?.merged_into !== undefined) thread = rows.get(thread.merged_into)
      return thread
    })
    if (!kept || !other || !itself) throw new ApiError('not_found')
    assertWholeThreads(await reachOf(models, viewer), [kept, itself])
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
   * @throws ApiError `not_found`; `bound_key` if the thread has mail out of reach; `overloaded` while the mail is still being
   *   received; `only_mail`; `wrong_folder` if the thread is in spam or trash.
   */
  split(viewer: MailViewer, source: MailSource, id: string): Promise<MailThreadSummary> {
    const { accountId } = viewer
    return this.#runExclusively(viewer, async (write) => {
      const { item, thread } = await this.#mailToSplit(viewer, source, id)
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
        await redirectReplies(models, item, begun._id, session)
        return deletionChanges(thread, left)
      })
      return begun
    })
  }

  async #mailToSplit(viewer: MailViewer, source: MailSource, id: string) {
    const { mailItems, mailThreads, inboundEmails } = this.#deps.models
    const reach = await reachOf(this.#deps.models, viewer)
    const own = { account_id: viewer.accountId }
    const item = await mailItems.collection.findOne({ ...own, source, 'copies.id': id }, { projection: { terms: 0 } })
    if (!item || !reachesCopy(reach, item, id)) throw new ApiError('not_found')
    // A worker has filed it, and is about to write its thread into its row; or it has died, and another one will.
    const copies = { ...own, _id: { $in: item.copies.map((copy) => copy.id) } }
    const unfinished = { ...copies, thread_id: null, parse_at: { $exists: true } }
    if (await inboundEmails.collection.findOne(unfinished, { projection: { _id: 1 } })) throw stillReceived()
    const thread = await mailThreads.collection.findOne({ ...own, _id: item.thread_id })
    // It was moved, or deleted, in between.
    if (!thread || thread.merged_into !== undefined) throw new OutdatedError()
    assertWholeThreads(reach, [thread])
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
  async #runExclusively(
    viewer: MailViewer,
    decide: (write: Write) => Promise<MailThreadDoc>,
  ): Promise<MailThreadSummary> {
    const { models, conveyor } = this.#deps
    const { accountId } = viewer
    const once = async () => {
      const filed = await countFiled(models, accountId)
      return decide((changes, work) =>
        models.connection.transaction(async (session) => {
          const seq = await nextFilingSeq(models, accountId, filed, session)
          if (seq === null) throw new OutdatedError()
          const more = await work(seq, session)
          await recordChanges(models, { accountId, seq }, [...changes, ...more], session)
        }),
      )
    }
    try {
      const thread = await withMailLock(this.#deps, accountId, () => untilUpToDate('a thread', once))
      conveyor.announce(accountId)
      // All of its mail is within reach, but a note may quote mail that has left it.
      const seen = await withOwnNotes(models, await reachOf(models, viewer), [thread])
      const [summary] = await threadSummaries(models, accountId, seen)
      return summary!
    } catch (error) {
      if (!(error instanceof LockTakenError)) throw error
      throw new ApiError('overloaded', undefined, { retryAfterSeconds: BUSY_SECONDS })
    }
  }
}

/** Writes what was decided, in one transaction, with what it records. The work may return more of that. */
type Write = (
  changes: readonly RecordedChange[],
  work: (seq: number, session: mongo.ClientSession) => Promise<RecordedChange[]>,
) => Promise<void>

const stillReceived = () =>
  new ApiError('overloaded', 'The mail is still being received. Try again.', { retryAfterSeconds: BUSY_SECONDS })

/**
 * Keeps a key that is bound to inboxes to threads of their mail alone: of other threads it sees a part, and would decide about
 * all mail.
 * @throws ApiError `not_found`, `bound_key`.
 */
function assertWholeThreads(reach: MailReach, threads: readonly MailThreadDoc[]): void {
  if (!threads.every((thread) => reachesThread(reach, thread))) throw new ApiError('not_found')
  if (!threads.every((thread) => reachesAllOf(reach, thread)))
    throw new ApiError(
      'bound_key',
      'There is mail of other inboxes in the thread: only a key that reaches all of it can do this.',
    )
}

const isPutAway = ({ folder }: MailThreadDoc) => folder === 'spam' || folder === 'trash'
