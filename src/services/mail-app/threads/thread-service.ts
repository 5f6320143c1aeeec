import type { Folder, MailEntry, MailThread, MailThreadSummary, ThreadFilter } from '../../../contract/mail-threads.js'
import { ApiError } from '../../../errors.js'
import { type MailThreadDoc, THREAD_SNOOZED_INDEX } from '../../../models/mail-thread.js'
import type { Principal } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { type MailViewer, reachOf, viewerOf } from '../../platform/mail-reach.js'
import { decodeCursor, emptyPage, encodeCursor, type Page } from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'
import { findThreads } from '../filing/filing-view.js'
import { labelIds, labelNames } from '../labels/label-names.js'
import {
  toAssign,
  toChangeLabels,
  toLabels,
  toMove,
  toRead,
  toReadIfUnchanged,
  toSnooze,
  toStar,
} from '../organizing/thread-edits.js'
import { findThreadWithin } from '../reach/find-within.js'
import { reachesCopy, reachesThread, threadsWithin } from '../reach/within-reach.js'
import { hintsFor } from '../search/search-query.js'
import { searchThreads } from '../search/thread-search.js'
import type { SpamTraining, TrainingWrite } from '../spam/spam-training.js'
import { THREADS } from './positions.js'
import { presentThread } from './present-thread.js'
import { type EntryDeps, threadEntries } from './thread-entries.js'
import { tagsOfFilter } from './thread-filter.js'
import { threadSummaries } from './thread-summaries.js'
import { type ChangedState, changeThread, isUpToDate, nextSeq, OutdatedError, recordChanges } from './thread-writes.js'

/** Threads that are woken in one round. */
const WAKE_BATCH = 100

export type ThreadDeps = EntryDeps &
  Pick<ServiceDeps, 'clock' | 'conveyor'> & { spamTraining: Pick<SpamTraining, 'ofMove'> }

/** Reads and organizes the threads of the mail app. */
export class ThreadService {
  readonly #deps: ThreadDeps

  constructor(deps: ThreadDeps) {
    this.#deps = deps
  }

  /**
   * The threads of a viewer, newest first. With a search, a page may be short: only a null cursor is the end.
   * @throws ApiError `invalid_request` for a search that cannot be understood.
   */
  async list(viewer: MailViewer, filter: ThreadFilter): Promise<Page<MailThreadSummary> & { hints: string[] }> {
    const { models } = this.#deps
    const { limit, cursor } = filter
    const before = cursor === undefined ? undefined : decodeCursor(THREADS, cursor)
    const reach = await reachOf(models, viewer)
    const tags = await tagsOfFilter(models, viewer, reach, filter)
    const hints = hintsFor(filter.q ?? '')
    if (!tags) return { ...emptyPage(), hints }
    const {
      threads: found,
      after,
      count,
    } = await searchThreads(models, reach, { q: filter.q, tags }, { before, limit })
    const threads = await threadsWithin(models, reach, found)
    return {
      items: await threadSummaries(models, viewer.accountId, threads),
      cursors: threads.map(({ position }) => encodeCursor(THREADS, position)),
      nextCursor: after === null ? null : encodeCursor(THREADS, after),
      hints,
      count,
    }
  }

  /** Threads by id, or by the id of one that was merged into another. Unknown ids are left out. */
  async getMany(viewer: MailViewer, ids: readonly string[]): Promise<Map<string, MailThreadSummary>> {
    const { models } = this.#deps
    const { accountId } = viewer
    const rows = new Map((await findThreads(models, accountId, ids)).map((row) => [row._id, row]))
    const rootOf = (id: string): MailThreadDoc | undefined => {
      const row = rows.get(id)
      return row?.merged_into === undefined ? row : rootOf(row.merged_into)
    }
    const roots = ids.flatMap((id) => [[id, rootOf(id)] as const])
    const found = await threadsWithin(
      models,
      await reachOf(models, viewer),
      roots.flatMap(([, root]) => root ?? []),
    )
    const summaries = new Map((await threadSummaries(models, accountId, found)).map((thread) => [thread.id, thread]))
    return new Map(
      roots.flatMap(([id, root]) => {
        const summary = root && summaries.get(root._id)
        return summary ? [[id, summary] as const] : []
      }),
    )
  }

  /** The threads that mails belong to, by the ids of the mails. Those without one are left out. */
  async ofMails(viewer: MailViewer, mailIds: readonly string[]): Promise<Map<string, MailThreadSummary>> {
    const items = await this.#deps.models.mailItems.collection
      .find(
        { account_id: viewer.accountId, 'copies.id': { $in: [...mailIds] } },
        { projection: { copies: 1, thread_id: 1 } },
      )
      .toArray()
    const threadOf = new Map(items.flatMap(({ copies, thread_id }) => copies.map(({ id }) => [id, thread_id] as const)))
    const threads = await this.getMany(viewer, [...new Set(threadOf.values())])
    return new Map(
      [...threadOf].flatMap(([id, threadId]) => {
        const thread = threads.get(threadId)
        return thread ? [[id, thread] as const] : []
      }),
    )
  }

  /** The mails of threads, oldest first, by the threads' ids. Those of too many threads are errors. */
  async entries(viewer: MailViewer, threadIds: readonly string[]): Promise<Map<string, MailEntry[] | ApiError>> {
    return threadEntries(this.#deps, await reachOf(this.#deps.models, viewer), threadIds)
  }

  /**
   * A thread with its mails, oldest first.
   * @param marksRead whether reading it marks it read: all that is shown, not what arrives in the meantime.
   * @throws ApiError `not_found`.
   */
  async get(viewer: MailViewer, id: string, marksRead: boolean): Promise<MailThread> {
    const { models } = this.#deps
    const { accountId } = viewer
    const thread = await findThreadWithin(models, viewer, id)
    if (!thread) throw new ApiError('not_found')
    const [names, entries] = await Promise.all([
      labelNames(models, accountId, thread.labels),
      this.entries(viewer, [thread._id]),
    ])
    const messages = entries.get(thread._id) ?? []
    if (messages instanceof ApiError) throw messages
    const read = marksRead ? await this.markSeen(thread) : thread
    return { ...presentThread(read, names), messages }
  }

  /** @throws ApiError `not_found`. */
  async markRead(viewer: MailViewer, id: string, read: boolean): Promise<{ id: string; read: boolean }> {
    const thread = await this.#change(viewer, id, toRead(read))
    return { id: thread._id, read }
  }

  /** @throws ApiError `not_found`. */
  async star(viewer: MailViewer, id: string, starred: boolean): Promise<{ id: string; starred: boolean }> {
    const thread = await this.#change(viewer, id, toStar(starred))
    return { id: thread._id, starred }
  }

  /**
   * Moves a thread, and learns from it whose mail is spam. One with only mail of ours that goes to the inbox stays there.
   * @throws ApiError `not_found`.
   */
  async move(principal: Principal & MailViewer, id: string, folder: Folder): Promise<{ id: string; folder: Folder }> {
    // What it learns is of all mail of the account.
    const training = principal.inboxIds ? null : await this.#deps.spamTraining.ofMove(principal, folder)
    const thread = await this.#change(principal, id, toMove(folder), training)
    return { id: thread._id, folder: thread.folder }
  }

  /**
   * Replaces the labels of a thread. Unknown label names are ignored.
   * @throws ApiError `not_found`.
   */
  async setLabels(viewer: MailViewer, id: string, names: readonly string[]): Promise<{ id: string }> {
    const thread = await this.#change(viewer, id, async (row) =>
      toLabels(await labelIds(this.#deps.models, viewer.accountId, names))(row),
    )
    return { id: thread._id }
  }

  /**
   * Adds labels to a thread and takes others off; one that is in both is taken off. Unknown label names are ignored.
   * @throws ApiError `not_found`.
   */
  async changeLabels(
    viewer: MailViewer,
    id: string,
    { add, remove }: { add: readonly string[]; remove: readonly string[] },
  ): Promise<{ id: string }> {
    const { models } = this.#deps
    const thread = await this.#change(viewer, id, async (row) => {
      const [added, removed] = await Promise.all([
        labelIds(models, viewer.accountId, add),
        labelIds(models, viewer.accountId, remove),
      ])
      return toChangeLabels(added, removed)(row)
    })
    return { id: thread._id }
  }

  /**
   * Takes a thread out of the inbox until a time, or puts it back.
   * @param until null for now.
   * @throws ApiError `not_found`, `wrong_folder`, and `invalid_request` for a time that is past or too far away.
   */
  async snooze(
    viewer: MailViewer,
    id: string,
    until: Date | null,
  ): Promise<Pick<MailThreadSummary, 'id' | 'snoozed_until'>> {
    const thread = await this.#change(viewer, id, toSnooze(until, this.#deps.clock.now(), 'until'))
    return { id: thread._id, snoozed_until: thread.snoozed_until ? isoTime(thread.snoozed_until) : null }
  }

  /** Brings back the threads of all accounts whose snooze is over, longest over first. */
  async wakeSnoozed(signal: AbortSignal): Promise<void> {
    const { models, clock } = this.#deps
    for (let found = WAKE_BATCH; found === WAKE_BATCH && !signal.aborted; ) {
      const now = clock.now()
      const isOver = { snoozed_until: { $gt: new Date(0), $lte: now } }
      const rows = await models.mailThreads.collection
        .find(isOver, { projection: { account_id: 1 }, hint: THREAD_SNOOZED_INDEX, limit: WAKE_BATCH })
        .toArray()
      for (const { _id, account_id } of rows) await this.#wake(account_id, _id, now)
      found = rows.length
    }
  }

  async #wake(accountId: string, id: string, now: Date): Promise<void> {
    const wake = (row: MailThreadDoc) =>
      row.snoozed_until && row.snoozed_until <= now ? { snoozed_until: null, resurfaced_at: now } : {}
    if (await changeThread(this.#deps.models, accountId, id, wake)) this.#deps.conveyor.announce(accountId)
  }

  /**
   * Assigns a thread to somebody, or to nobody.
   * @throws ApiError `not_found`.
   */
  async assign(
    viewer: MailViewer,
    id: string,
    assignee: string | null,
  ): Promise<Pick<MailThreadSummary, 'id' | 'assignee'>> {
    const thread = await this.#change(viewer, id, toAssign(assignee))
    return { id: thread._id, assignee: thread.assignee ?? null }
  }

  /**
   * Stars one mail of a thread.
   * @throws ApiError `not_found`.
   */
  async starMail(viewer: MailViewer, source: MailEntry['source'], id: string, starred: boolean) {
    const { models, conveyor } = this.#deps
    const { accountId } = viewer
    const own = { account_id: accountId, source, 'copies.id': id }
    const reach = await reachOf(models, viewer)
    const item = await models.mailItems.collection.findOne(own, { projection: { starred: 1, copies: 1 } })
    // A mail has the ids of all its copies, of which some may be out of reach.
    const isReached = item && reachesCopy(reach, item, id)
    if (!isReached) throw new ApiError('not_found')
    if (item.starred === starred) return { source, id, starred }
    await isUpToDate(
      models.connection.transaction(async (session) => {
        const seq = await nextSeq(models, accountId, session)
        const other = { ...own, starred: { $ne: starred } }
        const row = await models.mailItems.collection.findOneAndUpdate(other, { $set: { starred } }, { session })
        // Somebody else was first.
        if (!row) throw new OutdatedError()
        // Streams find threads by the number. Nothing in the row follows from the star, so its version stays.
        await models.mailThreads.collection.updateOne(
          { _id: row.thread_id, account_id: accountId },
          { $set: { seq } },
          { session },
        )
        const mail = { id: row._id, source }
        const change = { type: starred ? 'starred' : 'unstarred', thread_id: row.thread_id, mail } as const
        await recordChanges(models, { accountId, seq }, [change], session)
      }),
    )
    conveyor.announce(accountId)
    return { source, id, starred }
  }

  /**
   * Marks an unread thread read, unless something has changed since somebody saw it like this. Returns it as it was seen.
   * @throws ApiError `not_found`.
   */
  async markSeen(seen: MailThreadDoc): Promise<MailThreadDoc> {
    const { account_id, _id, version } = seen
    if (!seen.unread) return seen
    const now = await this.#change(viewerOf(account_id), _id, toReadIfUnchanged(version))
    return { ...seen, unread: now.unread }
  }

  async #change(
    viewer: MailViewer,
    id: string,
    decide: (row: MailThreadDoc) => ChangedState | Promise<ChangedState>,
    training: TrainingWrite | null = null,
  ): Promise<MailThreadDoc> {
    const { models, conveyor } = this.#deps
    const { accountId } = viewer
    const reach = await reachOf(models, viewer)
    const decideWithin = (row: MailThreadDoc) => {
      if (!reachesThread(reach, row)) throw new ApiError('not_found')
      return decide(row)
    }
    const sideWrite = training
      ? async (...given: Parameters<TrainingWrite>) => {
          await training(...given)
          return []
        }
      : null
    const changed = await changeThread(models, accountId, id, decideWithin, sideWrite)
    if (!changed) throw new ApiError('not_found')
    conveyor.announce(accountId)
    return changed
  }
}
