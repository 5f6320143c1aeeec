import type { mongo } from 'mongoose'
import type { Models } from '../../models/index.js'
import type { MailThreadDoc } from '../../models/mail-thread.js'
import { findThreads } from './filing-view.js'
import { completed, type ThreadState } from './thread-state.js'

/*
 * Writes of threads by their owner. Whoever changes a thread compares and increments its version, so that no change is
 * lost, and gives it the account's next number in the same transaction. The counter row is locked until the transaction
 * ends, so numbers become visible in their order.
 */

/** More failures than this mean that something else is wrong. */
const MAX_ROUNDS = 20

/** The next number of the account's changes. Only within a transaction. */
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

/** How many batches of an account's mail were filed; null before the first. */
export async function countFiled({ mailSequences }: Pick<Models, 'mailSequences'>, accountId: string) {
  return (await mailSequences.collection.findOne({ _id: accountId }))?.filed ?? null
}

/**
 * The next number of the account's changes, for a batch that is filed. Only within a transaction.
 * @param filed the count when the batch began to look at what is there.
 * @returns null if another batch was filed since.
 */
export async function nextFilingSeq(
  { mailSequences }: Pick<Models, 'mailSequences'>,
  accountId: string,
  filed: number | null,
  session: mongo.ClientSession,
): Promise<number | null> {
  const counter = await mailSequences.collection.findOneAndUpdate(
    { _id: accountId, filed: filed ?? { $exists: false } },
    { $inc: { seq: 1, filed: 1 } },
    // Fails with a duplicate key if the row has a count by now.
    { upsert: filed === null, returnDocument: 'after', session },
  )
  return counter?.seq ?? null
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
 * @param decide the changed fields, from the row as it is; an empty object changes nothing, null gives up.
 * @param alongside what else is written, in the same transaction.
 * @returns the row afterwards; null if there is no such thread.
 */
export async function changeThread(
  models: Models,
  accountId: string,
  id: string,
  decide: (row: MailThreadDoc) => Partial<ThreadState> | null,
  alongside: Alongside | null = null,
): Promise<MailThreadDoc | null> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const row = await findThread(models, accountId, id)
    if (!row) return null
    const changes = decide(row)
    if (!changes || Object.keys(changes).length === 0) return row
    const next = completed({ ...row, ...changes })
    if (await writeThread(models, row, next, alongside)) return next
  }
  throw new Error(`the thread ${id} changes all the time`)
}

/** Something that is written together with a change. It gets the row as it was. */
type Alongside = (row: MailThreadDoc, session: mongo.ClientSession) => Promise<void>

/** Writes a changed row. False if the thread was changed since it was read. */
async function writeThread(models: Models, row: MailThreadDoc, next: MailThreadDoc, alongside: Alongside | null) {
  const { _id, version, account_id } = row
  const { folder, was_spam = false, unread, starred, labels, tags } = next
  return models.connection.transaction(async (session) => {
    const seq = await nextSeq(models, account_id, session)
    const { matchedCount } = await models.mailThreads.collection.updateOne(
      { _id, account_id, version },
      { $set: { folder, was_spam, unread, starred, labels, tags, seq, version: version + 1 } },
      { session },
    )
    if (matchedCount === 0) return false
    await alongside?.(row, session)
    return true
  })
}
