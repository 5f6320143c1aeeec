import { isDeepStrictEqual } from 'node:util'
import type { mongo } from 'mongoose'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { Models } from '../../../models/index.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import { findThreads } from '../filing/filing-view.js'
import { areLabels } from '../labels/label-rows.js'
import { completed, type ThreadState } from './thread-state.js'

/*
 * Writes of threads by their owner. Whoever changes a thread compares and increments its version, so that no change is
 * lost, and gives it the account's next number in the same transaction. The counter row is locked until the transaction
 * ends, so numbers become visible in their order. What happened is recorded under the number, for those who follow it: a
 * transaction that takes a number and has nothing to record is undone, so there are no gaps.
 */

/** More failures than this mean that something else is wrong. */
const MAX_ROUNDS = 20

/** Something was changed since it was read: the transaction is undone, and what to do is decided again. */
export class OutdatedError extends Error {
  override name = 'OutdatedError'

  constructor() {
    super('something was changed since it was read')
  }
}

/** Whether a transaction was done; false if it was undone because it was outdated. */
export async function isUpToDate(transaction: Promise<void>): Promise<boolean> {
  try {
    await transaction
    return true
  } catch (error) {
    if (error instanceof OutdatedError) return false
    throw error
  }
}

/**
 * Repeats a transaction until nothing that it is about changes meanwhile.
 * @param run decides anew what to do, and does it.
 */
export async function untilUpToDate<T>(what: string, run: () => Promise<T>): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error
    }
  }
  throw new Error(`${what} changes all the time`)
}

/** The next number of the account's changes. Only within a transaction, which records what it did: {@link recordChanges}. */
export async function nextSeq(
  { mailSequences }: Pick<Models, 'mailSequences'>,
  accountId: string,
  session: mongo.ClientSession,
): Promise<number> {
  const counter = await mailSequences.collection.findOneAndUpdate(
    { _id: accountId },
    { $inc: { seq: 1 } },
    { upsert: true, returnDocument: 'after', session },
  )
  return counter?.seq ?? 1
}

/** How many batches of an account's mail were filed, and threads merged or split; null before the first. */
export async function countFiled({ mailSequences }: Pick<Models, 'mailSequences'>, accountId: string) {
  return (await mailSequences.collection.findOne({ _id: accountId }))?.filed ?? null
}

/**
 * The next number of the account's changes, for a batch that is filed, or for threads that are merged or split. Only
 * within a transaction.
 * @param filed the count before the decision began to look at what is there.
 * @returns null if somebody else decided since which mail belongs to which thread.
 */
export async function nextFilingSeq(
  { mailSequences }: Pick<Models, 'mailSequences'>,
  accountId: string,
  filed: number | null,
  session: mongo.ClientSession,
): Promise<number | null> {
  try {
    const counter = await mailSequences.collection.findOneAndUpdate(
      { _id: accountId, filed: filed ?? { $exists: false } },
      { $inc: { seq: 1, filed: 1 } },
      { upsert: filed === null, returnDocument: 'after', session },
    )
    return counter?.seq ?? null
  } catch (error) {
    // The row has a count by now.
    if (isDuplicateKey(error)) return null
    throw error
  }
}

/**
 * Writes changed rows of threads, and increments their versions. Only within a transaction.
 * @param changes each row as it was read, and as it is now.
 * @throws OutdatedError if one was changed since it was read.
 */
export async function replaceThreads(
  { mailThreads }: Pick<Models, 'mailThreads'>,
  accountId: string,
  changes: readonly (readonly [was: MailThreadDoc, is: MailThreadDoc])[],
  session: mongo.ClientSession,
): Promise<void> {
  const updates = changes.map(([{ _id, version }, { _id: _same, ...fields }]) => {
    const update = { $set: { ...fields, version: version + 1 } }
    return { updateOne: { filter: { _id, account_id: accountId, version }, update } }
  })
  const { matchedCount } = await mailThreads.collection.bulkWrite(updates, { session })
  if (matchedCount !== updates.length) throw new OutdatedError()
}

/** Records what happened under the number of a transaction. */
export async function recordChanges(
  { mailChanges }: Pick<Models, 'mailChanges'>,
  { accountId, seq }: { accountId: string; seq: number },
  changes: readonly RecordedChange[],
  session: mongo.ClientSession,
): Promise<void> {
  await mailChanges.collection.updateOne(
    { _id: `${accountId}/${seq}`, account_id: accountId },
    { $set: { seq, changes: [...changes] }, $currentDate: { at: true } },
    { upsert: true, session },
  )
}

/**
 * The thread with an id, or the one that it was merged into; null if the account has none.
 */
export async function findThread(
  models: Pick<Models, 'mailThreads'>,
  accountId: string,
  id: string,
): Promise<MailThreadDoc | null> {
  const found = new Map((await findThreads(models, accountId, [id])).map((thread) => [thread._id, thread]))
  let thread = found.get(id)
  while (thread?.merged_into !== undefined) thread = found.get(thread.merged_into)
  return thread ?? null
}

/**
 * Changes the state of a thread. Repeats the decision if the thread was changed in the meantime.
 * @param decide the changed fields, from the row as it is; an empty object changes nothing, null gives up. Labels that it adds
 *   may be deleted meanwhile: then it is asked again.
 * @param sideWrite what else is written, in the same transaction.
 * @returns the row afterwards; null if there is no such thread.
 */
export async function changeThread(
  models: Models,
  accountId: string,
  id: string,
  decide: (row: MailThreadDoc) => ChangedState | Promise<ChangedState>,
  sideWrite: ThreadSideWrite | null = null,
): Promise<MailThreadDoc | null> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const row = await findThread(models, accountId, id)
    if (!row) return null
    const changes = await decide(row)
    if (!changes || Object.keys(changes).length === 0) return row
    const next = completed({ ...row, ...changes })
    if (await writeThread(models, row, next, sideWrite)) return next
  }
  throw new Error(`the thread ${id} changes all the time`)
}

/** What becomes different of a thread; null for what is given up. */
export type ChangedState = Partial<ThreadState> | null

/** Something that is written together with a change. It gets the row as it was, and returns what else is to be recorded. */
export type ThreadSideWrite = (row: MailThreadDoc, session: mongo.ClientSession) => Promise<RecordedChange[]>

/** Writes a changed row. False if the thread was changed since it was read. */
function writeThread(models: Models, row: MailThreadDoc, next: MailThreadDoc, sideWrite: ThreadSideWrite | null) {
  const { _id, version, account_id } = row
  const { folder, was_spam = false, unread, starred, labels, snoozed_until, resurfaced_at, assignee, note_count } = next
  const fields = {
    ...{ folder, was_spam, unread, starred, labels, position: next.position, tags: next.tags, version: version + 1 },
    ...(snoozed_until !== undefined && { snoozed_until }),
    ...(resurfaced_at && { resurfaced_at }),
    ...(assignee !== undefined && { assignee }),
    ...(note_count !== undefined && { note_count }),
  }
  const write = async (session: mongo.ClientSession) => {
    const seq = await nextSeq(models, account_id, session)
    const added = next.labels.filter((id) => !row.labels.includes(id))
    if (!(await areLabels(models, account_id, added, session))) throw new OutdatedError()
    const { matchedCount } = await models.mailThreads.collection.updateOne(
      { _id, account_id, version },
      { $set: { ...fields, seq } },
      { session },
    )
    if (matchedCount === 0) throw new OutdatedError()
    const more = (await sideWrite?.(row, session)) ?? []
    await recordChanges(models, { accountId: account_id, seq }, [...changesBetween(row, next), ...more], session)
  }
  return isUpToDate(models.connection.transaction(write))
}

const isSameTime = (one: Date | null | undefined, other: Date | null | undefined) =>
  (one?.getTime() ?? 0) === (other?.getTime() ?? 0)

/**
 * What became different of a thread, apart from its notes. Without a difference in its state, it was moved to where it
 * is.
 */
export function changesBetween(row: MailThreadDoc, next: MailThreadDoc): RecordedChange[] {
  const thread_id = row._id
  const types: RecordedChange['type'][] = [
    ...(row.unread === next.unread ? [] : [next.unread ? ('unread' as const) : ('read' as const)]),
    ...(row.starred === next.starred ? [] : [next.starred ? ('starred' as const) : ('unstarred' as const)]),
    ...(isDeepStrictEqual(row.labels, next.labels) ? [] : ['labelled' as const]),
    ...((row.assignee ?? null) === (next.assignee ?? null) ? [] : ['assigned' as const]),
    ...(isSameTime(row.snoozed_until, next.snoozed_until)
      ? []
      : [next.snoozed_until ? ('snoozed' as const) : ('unsnoozed' as const)]),
  ]
  const isNoted = row.note_count !== next.note_count
  const isMoved = row.folder !== next.folder || (types.length === 0 && !isNoted)
  return [...types, ...(isMoved ? ['moved' as const] : [])].map((type) => ({ type, thread_id }))
}
