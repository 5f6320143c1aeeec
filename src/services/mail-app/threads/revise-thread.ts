import type { mongo } from 'mongoose'
import type { Models } from '../../../models/index.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import { type MailThreadDoc, THREAD_TAGS_INDEX } from '../../../models/mail-thread.js'
import { deleteNotes } from '../notes/note-rows.js'
import { deletionChanges } from '../reach/deletion-changes.js'
import { completed, summaryOf, TAGS } from './thread-state.js'
import { changeThread, isUpToDate, nextSeq, OutdatedError, recordChanges } from './thread-writes.js'

/** More failures than this mean that something else is wrong. */
const MAX_ROUNDS = 20

/**
 * What becomes of a mail in a thread: the same item, another one, or null if it is removed. It is asked again until there is
 * nothing to do: of what it has made it makes nothing else.
 */
export type Revise = (item: MailItemDoc) => MailItemDoc | null | Promise<MailItemDoc | null>

/**
 * Changes or removes mails, by the ids of the inbound emails or messages, wherever they are.
 * @param revise as for {@link reviseThread}.
 */
export async function reviseMails(models: Models, ids: readonly string[], revise: Revise): Promise<void> {
  const filed = { 'copies.id': { $in: [...ids] } }
  // A mail may be split off before its thread is revised, and be back in that thread afterwards.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const open = new Set<string>()
    for await (const item of models.mailItems.collection.find(filed)) {
      if ((await revise(item)) !== item) open.add(item.thread_id)
    }
    if (open.size === 0) return
    for (const threadId of open) await reviseThread(models, threadId, revise)
  }
  throw new Error('mails move to other threads all the time')
}

/**
 * Changes mails of a thread, or removes them; the summary of the thread follows from what stays, and a thread without
 * mail is gone. Repeats if somebody else changes the thread meanwhile.
 */
export async function reviseThread(models: Models, threadId: string, revise: Revise): Promise<void> {
  let id = threadId
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const thread = await models.mailThreads.collection.findOne({ _id: id })
    const isDone =
      thread?.merged_into === undefined &&
      (await isUpToDate(models.connection.transaction((session) => rewrite(models, id, thread, revise, session))))
    if (isDone) return
    // Its mails may have moved to another thread in the meantime.
    id = thread?.merged_into ?? id
  }
  throw new Error(`the thread ${threadId} changes all the time`)
}

/** @throws OutdatedError if the thread was changed since it was read. */
async function rewrite(
  models: Models,
  threadId: string,
  thread: MailThreadDoc | null,
  revise: Revise,
  session: mongo.ClientSession,
): Promise<void> {
  const { mailItems, mailTexts } = models
  const items = await mailItems.collection
    .find({ thread_id: threadId, ...(thread && { account_id: thread.account_id }) }, { session, sort: { position: 1 } })
    .toArray()
  const revised = await Promise.all(items.map(async (item) => ({ item, next: await revise(item) })))
  const changed = revised.filter(({ item, next }) => next !== item)
  if (changed.length === 0 && items.length > 0) return
  const left = revised.flatMap(({ next }) => next ?? [])
  if (thread) {
    const { seq, after } = await writeThread(models, thread, left, session)
    const changes = changed.flatMap(({ item, next }) => changesOf(item, next))
    await recordChanges(
      models,
      { accountId: thread.account_id, seq },
      [...changes, ...deletionChanges(thread, after)],
      session,
    )
  }
  const writes = changed.map(({ item: { _id, account_id }, next }): mongo.AnyBulkWriteOperation<MailItemDoc> => {
    if (!next) return { deleteOne: { filter: { _id, account_id } } }
    return { replaceOne: { filter: { _id, account_id }, replacement: next } }
  })
  if (writes.length > 0) await mailItems.collection.bulkWrite(writes, { session })
  // With their mails, because nothing else leads to the text of one that is named after a copy which is gone already.
  const gone = changed.flatMap(({ item, next }) => (next ? [] : item._id))
  if (gone.length > 0) {
    await mailTexts.collection.deleteMany({ _id: { $in: gone }, account_id: items[0]!.account_id }, { session })
  }
  if (left.length === 0 && thread) {
    await deleteNames(models, thread, session)
    await deleteNotes(models, thread, session)
  }
}

/**
 * What happened to a mail. One that loses a copy is gone for those who saw it by that copy: with a key that is not bound, by
 * the first one.
 */
function changesOf({ _id: id, source, thread_id, copies }: MailItemDoc, next: MailItemDoc | null): RecordedChange[] {
  const left = new Set(next?.copies.map((copy) => copy.id))
  const gone = copies.flatMap((copy) => (left.has(copy.id) ? [] : { id: copy.id, own_address: copy.own_address }))
  const deleted = { type: 'deleted' as const, thread_id, mail: { id: copies[0]?.id ?? id, source }, copies: gone }
  if (!next) return [deleted]
  const stays_for = next.copies.map(({ own_address }) => own_address)
  return [...(gone.length > 0 ? [{ ...deleted, stays_for }] : []), { type: 'updated', thread_id, mail: { id, source } }]
}

/** Deletes the ids that lead to a thread, and the threads that became a part of it, with theirs. */
async function deleteNames(models: Models, thread: MailThreadDoc, session: mongo.ClientSession): Promise<void> {
  const { mailIds, mailThreads } = models
  const { account_id } = thread
  for (let gone = [thread._id]; gone.length > 0; ) {
    await mailIds.collection.deleteMany({ account_id, thread_id: { $in: gone } }, { session })
    const parts = { account_id, merged_into: { $in: gone } }
    const merged = await mailThreads.collection.find(parts, { projection: { _id: 1 }, session }).toArray()
    gone = merged.map(({ _id }) => _id)
    await mailThreads.collection.deleteMany({ account_id, _id: { $in: gone } }, { session })
  }
}

/**
 * Writes or deletes the row of a thread. Returns the number of the change, and the row afterwards.
 * @throws OutdatedError if it was changed since it was read.
 */
async function writeThread(
  models: Models,
  thread: MailThreadDoc,
  items: readonly MailItemDoc[],
  session: mongo.ClientSession,
): Promise<{ seq: number; after: MailThreadDoc | null }> {
  const { _id, account_id, version } = thread
  const seq = await nextSeq(models, account_id, session)
  if (items.length === 0) {
    const { deletedCount } = await models.mailThreads.collection.deleteOne({ _id, account_id, version }, { session })
    if (deletedCount === 0) throw new OutdatedError()
    return { seq, after: null }
  }
  const summary = summaryOf(items, thread.base_subject)
  const unread = thread.unread && summary.has_inbound
  const after = completed({ ...thread, ...summary, unread, seq, version: version + 1 })
  const { _id: _same, ...fields } = after
  const { matchedCount } = await models.mailThreads.collection.updateOne(
    { _id, account_id, version },
    { $set: fields },
    { session },
  )
  if (matchedCount === 0) throw new OutdatedError()
  return { seq, after }
}

/** Changes who takes care of threads, by the name. */
export async function reviseAssignees(
  models: Models,
  accountId: string,
  revise: (name: string) => string,
): Promise<void> {
  const assigned = { account_id: accountId, tags: { $gte: TAGS.assignee(''), $lt: TAGS.assignee('\uffff') } }
  const rows = models.mailThreads.collection.find(assigned, { projection: { assignee: 1 }, hint: THREAD_TAGS_INDEX })
  for await (const { _id, assignee } of rows) {
    if (!assignee || revise(assignee) === assignee) continue
    await changeThread(models, accountId, _id, (row) => ({ assignee: row.assignee ? revise(row.assignee) : null }))
  }
}
