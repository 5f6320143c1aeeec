import type { mongo } from 'mongoose'
import type { Models } from '../../../models/index.js'
import { LABEL_DELETIONS_INDEX, type LabelDeletion } from '../../../models/mail-thread.js'

/*
 * The rows of labels, and the deletions that are not finished. The row of a label goes first, in a transaction that writes
 * the counter of the account's changes. Whoever gives labels to threads takes the next number of that counter in the same
 * transaction, so it comes wholly before the deletion, which then finds its threads, or wholly after it.
 */

/** Deletions that are finished at a time. */
const BATCH = 10

/** Whether all the labels are there. In a transaction that has its number, they are there until it ends. */
export async function areLabels(
  { labels }: Pick<Models, 'labels'>,
  accountId: string,
  ids: readonly string[],
  session: mongo.ClientSession,
): Promise<boolean> {
  if (ids.length === 0) return true
  const own = { _id: { $in: [...ids] }, account_id: accountId }
  return (await labels.collection.countDocuments(own, { session })) === ids.length
}

/**
 * Deletes a label, and notes that it has to be taken off threads.
 * @returns false if there is no such label.
 */
export async function deleteLabelRow(
  { connection, labels, mailSequences }: Pick<Models, 'connection' | 'labels' | 'mailSequences'>,
  accountId: string,
  deletion: LabelDeletion,
): Promise<boolean> {
  let isDeleted = false
  await connection.transaction(async (session) => {
    const own = { _id: deletion.id, account_id: accountId }
    isDeleted = (await labels.collection.deleteOne(own, { session })).deletedCount > 0
    if (!isDeleted) return
    await mailSequences.collection.updateOne(
      { _id: accountId },
      { $push: { label_deletions: deletion }, $setOnInsert: { seq: 0 } },
      { upsert: true, session },
    )
  })
  return isDeleted
}

/** Some deletions that began before a time and have not ended. */
export async function findLeftDeletions({ mailSequences }: Pick<Models, 'mailSequences'>, before: Date) {
  const left = { 'label_deletions.at': { $lt: before } }
  const rows = await mailSequences.collection
    .find(left, { hint: LABEL_DELETIONS_INDEX, limit: BATCH, projection: { label_deletions: 1 } })
    .toArray()
  return rows
    .flatMap(({ _id, label_deletions = [] }) => label_deletions.map((deletion) => ({ accountId: _id, deletion })))
    .slice(0, BATCH)
}

/** The label is on no thread any more. */
export async function forgetDeletion(
  { mailSequences }: Pick<Models, 'mailSequences'>,
  accountId: string,
  id: string,
): Promise<void> {
  await mailSequences.collection.updateOne({ _id: accountId }, { $pull: { label_deletions: { id } } })
}
