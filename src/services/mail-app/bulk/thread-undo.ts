import type { mongo } from 'mongoose'
import { MAX_BULK_THREADS, type UndoneThread, type UndoneThreads } from '../../../contract/mail-bulk.js'
import { ApiError } from '../../../errors.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { ChangedThread, MailUndoDoc } from '../../../models/mail-undo.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { type MailReach, type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { reachesThread } from '../reach/within-reach.js'
import type { SpamTraining } from '../spam/spam-training.js'
import { completed } from '../threads/thread-state.js'
import { changesBetween, nextSeq, recordChanges, replaceThreads, untilUpToDate } from '../threads/thread-writes.js'
import { blockChangesToUndo } from './block-changes-to-undo.js'
import { GROUP, partId } from './undo-rows.js'

const TOO_LATE = 'There is nothing to undo with this id: it is unknown, of another key, or its 30 seconds are over.'

type UndoDeps = Pick<ServiceDeps, 'clock' | 'conveyor' | 'models'> & { spamTraining: Pick<SpamTraining, 'forget'> }

/** A thread that is put back, as it is and as it was. */
interface Restored {
  row: MailThreadDoc
  next: MailThreadDoc
}

/**
 * Undoes changes of many threads: those threads are as before that nobody has changed since. Each part is undone once; who asks
 * again gets the same answer.
 */
export class ThreadUndo {
  readonly #deps: UndoDeps

  constructor(deps: UndoDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `not_found`, also if it is too late. */
  async undo(caller: Pick<Caller, 'accountId' | 'keyId'> & MailViewer, id: string): Promise<UndoneThreads> {
    const { models, clock } = this.#deps
    const { accountId, keyId } = caller
    const parts = Array.from({ length: MAX_BULK_THREADS / GROUP }, (_none, part) => partId(id, part))
    const rows = await models.mailUndos.collection
      .find({ account_id: accountId, _id: { $in: parts }, key_id: keyId }, { sort: { _id: 1 } })
      .toArray()
    const now = clock.now()
    // What has begun in time is completed.
    if (!rows.some(({ until, results }) => results || until > now)) throw new ApiError('not_found', TOO_LATE)
    const reach = await reachOf(models, caller)
    const results: UndoneThread[] = []
    for (const row of rows) {
      results.push(...(row.results ?? (await untilUpToDate('a thread', () => this.#undoPart(reach, row)))))
    }
    await this.#undoBlockChanges(rows, results)
    return { results }
  }

  /** Once all parts are undone, because threads of one sender may be in several. Repeatable: it is done once. */
  async #undoBlockChanges(rows: readonly MailUndoDoc[], results: readonly UndoneThread[]): Promise<void> {
    const { models, spamTraining } = this.#deps
    const blockChanges = blockChangesToUndo(
      rows.flatMap(({ threads }) => threads),
      idsWith(results, 'restored'),
      idsWith(results, 'changed_since'),
    )
    const [first] = rows
    if (!first || blockChanges.length === 0) return
    const { _id, account_id } = first
    await models.connection.transaction(async (session) => {
      const due = { _id, account_id, has_forgotten: { $exists: false } }
      const { matchedCount } = await models.mailUndos.collection.updateOne(
        due,
        { $set: { has_forgotten: true } },
        { session },
      )
      if (matchedCount === 0) return
      for (const blockChange of blockChanges) await spamTraining.forget(account_id, blockChange, session)
    })
  }

  /** As in the change: nobody else changes threads between the number and the end. */
  async #undoPart(reach: MailReach, { _id, threads }: MailUndoDoc): Promise<UndoneThread[]> {
    const { models, conveyor } = this.#deps
    const { accountId } = reach
    const { mailUndos } = models
    const ofPart = { _id, account_id: accountId }
    let results: UndoneThread[] = []
    let isUndone = false
    await models.connection.transaction(async (session) => {
      const seq = await nextSeq(models, accountId, session)
      const part = await mailUndos.collection.findOne(ofPart, { session, projection: { results: 1 } })
      const found = part?.results ? [] : await this.#restored(reach, threads, session)
      results = part?.results ?? threads.map(({ id }) => outcomeOf(id, found))
      const restored = found.filter((each) => each.next !== each.row)
      isUndone = restored.length > 0
      // Somebody else was first, or there is nothing to put back: then there is nothing to record either.
      if (!isUndone) return session.abortTransaction()
      await replaceThreads(
        models,
        accountId,
        restored.map(({ row, next }) => [row, { ...next, seq }] as const),
        session,
      )
      await mailUndos.collection.updateOne(ofPart, { $set: { results } }, { session })
      const changes = restored.flatMap(({ row, next }) => changesBetween(row, next))
      await recordChanges(models, { accountId, seq }, changes, session)
    })
    // Threads that have changed since will not be as they were again: this answer holds too.
    if (!isUndone)
      await mailUndos.collection.updateOne({ ...ofPart, results: { $exists: false } }, { $set: { results } })
    else conveyor.announce(accountId)
    return results
  }

  /** The threads that are still there. Those that were changed since stay as they are. */
  async #restored(
    reach: MailReach,
    threads: readonly ChangedThread[],
    session: mongo.ClientSession,
  ): Promise<Restored[]> {
    const { models } = this.#deps
    const own = { account_id: reach.accountId, _id: { $in: threads.map(({ id }) => id) } }
    const found = await models.mailThreads.collection.find(own, { session }).toArray()
    const rows = new Map(found.filter((row) => reachesThread(reach, row)).map((row) => [row._id, row]))
    const labels = await this.#labelsLeft(reach.accountId, threads, session)
    return threads.flatMap((changed) => {
      const row = rows.get(changed.id)
      if (!row) return []
      if (row.version !== changed.version) return { row, next: row }
      const { was } = changed
      const kept = was.labels && { labels: was.labels.filter((label) => labels.has(label)) }
      return { row, next: completed({ ...row, ...was, ...kept }) }
    })
  }

  /** The labels of threads from before that have not been deleted since. */
  async #labelsLeft(accountId: string, threads: readonly ChangedThread[], session: mongo.ClientSession) {
    const ids = [...new Set(threads.flatMap(({ was }) => was.labels ?? []))]
    if (ids.length === 0) return new Set<string>()
    const own = { account_id: accountId, _id: { $in: ids } }
    const rows = await this.#deps.models.labels.collection.find(own, { session, projection: { _id: 1 } }).toArray()
    return new Set(rows.map(({ _id }) => _id))
  }
}

const idsWith = (results: readonly UndoneThread[], outcome: UndoneThread['outcome']): ReadonlySet<string> =>
  new Set(results.flatMap((each) => (each.outcome === outcome ? each.thread_id : [])))

function outcomeOf(thread_id: string, found: readonly Restored[]): UndoneThread {
  const restored = found.find(({ row }) => row._id === thread_id)
  if (!restored) return { thread_id, outcome: 'not_found' }
  return { thread_id, outcome: restored.next === restored.row ? 'changed_since' : 'restored' }
}
