import type { Models } from '../../../models/index.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import { dueIndex } from '../../../streams/engine/work-row.js'
import type { WorkKind } from '../../../streams/topics.js'
import { completed, TAGS } from './thread-state.js'
import { nextSeq, recordChanges } from './thread-writes.js'

const BATCH = 100
/** The indexes of what is not parsed yet, except for what is parked. */
const WAITING = { parse_at: dueIndex('parse_at')[0], held: { held: 1 } }

/*
 * Removes the id of an inbox or a label from every thread that has it. Threads are found by their tag, which goes last,
 * so this can be interrupted and repeated at any moment.
 */

/** Detaches all mail from an inbox, also what is not parsed yet. */
export async function detachInbox(models: Models, accountId: string, inboxId: string): Promise<void> {
  for (const [waiting, hint] of Object.entries(WAITING)) {
    await models.inboundEmails.collection.updateMany(
      { [waiting]: { $exists: true }, account_id: accountId, inbox_id: inboxId },
      { $set: { inbox_id: null } },
      { hint },
    )
  }
  await detachParked(models, accountId, inboxId)
  await forThreadsWith(models, accountId, { tag: TAGS.inbox(inboxId), type: 'updated' }, async (threads) => {
    const ofThreads = { account_id: accountId, thread_id: { $in: threads.map(({ _id }) => _id) } }
    const items = await models.mailItems.collection.find(ofThreads, { projection: { copies: 1 } }).toArray()
    const copies = items.flatMap((item) => item.copies).filter(({ inbox_id }) => inbox_id === inboxId)
    await models.inboundEmails.collection.updateMany(
      { _id: { $in: copies.map(({ id }) => id) }, account_id: accountId },
      { $set: { inbox_id: null } },
    )
    await models.mailItems.collection.updateMany(
      { ...ofThreads, 'copies.inbox_id': inboxId },
      { $set: { 'copies.$[own].inbox_id': null } },
      { arrayFilters: [{ 'own.inbox_id': inboxId }] },
    )
    return (thread) => ({ inbox_ids: thread.inbox_ids.filter((id) => id !== inboxId) })
  })
}

/** Detaches mail that is parked, and parsed if somebody retries it. Only its dead letters tell which it is. */
async function detachParked(models: Models, accountId: string, inboxId: string): Promise<void> {
  const parked = { account_id: accountId, kind: 'inbound' satisfies WorkKind }
  const letters = await models.deadLetters.collection.find(parked, { projection: { row_id: 1 } }).toArray()
  if (letters.length === 0) return
  await models.inboundEmails.collection.updateMany(
    { _id: { $in: letters.map(({ row_id }) => row_id) }, account_id: accountId, inbox_id: inboxId },
    { $set: { inbox_id: null } },
  )
}

/** Takes a label off every thread. */
export async function detachLabel(models: Models, accountId: string, labelId: string): Promise<void> {
  await forThreadsWith(models, accountId, { tag: TAGS.label(labelId), type: 'labelled' }, async () => (thread) => ({
    labels: thread.labels.filter((id) => id !== labelId),
  }))
}

type Change = (thread: MailThreadDoc) => Partial<MailThreadDoc>

/** Threads with a tag, and what happens to them. */
interface Tagged {
  tag: string
  type: RecordedChange['type']
}

async function forThreadsWith(
  models: Models,
  accountId: string,
  { tag, type }: Tagged,
  prepare: (threads: MailThreadDoc[]) => Promise<Change>,
): Promise<void> {
  for (;;) {
    const threads = await models.mailThreads.collection
      .find({ account_id: accountId, tags: tag })
      .limit(BATCH)
      .toArray()
    if (threads.length === 0) return
    await change(models, accountId, { threads, type }, await prepare(threads))
  }
}

/** Threads that were changed in the meantime are found again. */
async function change(
  models: Models,
  accountId: string,
  { threads, type }: { threads: readonly MailThreadDoc[]; type: RecordedChange['type'] },
  decide: Change,
): Promise<void> {
  await models.connection.transaction(async (session) => {
    const seq = await nextSeq(models, accountId, session)
    const updates = threads.map((thread) => {
      const { _id, version } = thread
      const { labels, inbox_ids, tags } = completed({ ...thread, ...decide(thread) })
      const fields = { labels, inbox_ids, tags, seq, version: version + 1 }
      return { updateOne: { filter: { _id, account_id: accountId, version }, update: { $set: fields } } }
    })
    await models.mailThreads.collection.bulkWrite(updates, { session })
    const changes = threads.map(({ _id }) => ({ type, thread_id: _id }))
    await recordChanges(models, { accountId, seq }, changes, session)
  })
}
