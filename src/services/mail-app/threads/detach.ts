import { INBOUND_RECIPIENT_INDEX } from '../../../models/inbound-email.js'
import type { InboxDoc } from '../../../models/inbox.js'
import type { Models } from '../../../models/index.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import { dueIndex } from '../../../streams/engine/work-row.js'
import { completed, TAGS } from './thread-state.js'
import { nextSeq, recordChanges } from './thread-writes.js'

const BATCH = 100

/** What mail is detached from. */
type Detached = Pick<InboxDoc, '_id' | 'account_id' | 'address'>
/** The indexes of what is not parsed yet, except for what is parked. */
const WAITING = { parse_at: dueIndex('parse_at')[0], held: { held: 1 } }

/*
 * Removes the id of an inbox or a label from every thread that has it. Threads are found by their tag, which goes last,
 * so this can be interrupted and repeated at any moment.
 */

/** Detaches all mail from an inbox, also what is not parsed yet. */
export async function detachInbox(models: Models, inbox: Detached): Promise<void> {
  const { _id: inboxId, account_id: accountId } = inbox
  for (const [waiting, hint] of Object.entries(WAITING)) {
    await models.inboundEmails.collection.updateMany(
      { [waiting]: { $exists: true }, account_id: accountId, inbox_id: inboxId },
      { $set: { inbox_id: null } },
      { hint },
    )
  }
  await forThreadsWith(models, accountId, { tag: TAGS.inbox(inboxId), type: 'updated' }, async (threads) => {
    const ofThreads = { account_id: accountId, thread_id: { $in: threads.map(({ _id }) => _id) } }
    const items = await models.mailItems.collection.find(ofThreads, { projection: { copies: 1 } }).toArray()
    const copies = items.flatMap((item) => item.copies).filter(({ inbox_id }) => inbox_id === inboxId)
    const ids = copies.map(({ id }) => id)
    await detachMails(models, inbox, ids)
    return (thread) => ({ inbox_ids: thread.inbox_ids.filter((id) => id !== inboxId) })
  })
  await detachUnlisted(models, inbox)
}

/** Detaches mail whose thread is not listed by the inbox, because it has too many, and mail that is parked. */
async function detachUnlisted(models: Models, inbox: Detached): Promise<void> {
  const left = { account_id: inbox.account_id, recipient: inbox.address, inbox_id: inbox._id }
  for (;;) {
    const rows = await models.inboundEmails.collection
      .find(left, { projection: { _id: 1 }, hint: INBOUND_RECIPIENT_INDEX })
      .limit(BATCH)
      .toArray()
    if (rows.length === 0) return
    const ids = rows.map(({ _id }) => _id)
    await detachMails(models, inbox, ids)
  }
}

/** Their rows go last: they are what is left to do. */
async function detachMails(models: Models, { _id, account_id }: Detached, ids: string[]): Promise<void> {
  await models.mailItems.collection.updateMany(
    { account_id, 'copies.id': { $in: ids } },
    { $set: { 'copies.$[own].inbox_id': null } },
    { arrayFilters: [{ 'own.inbox_id': _id }] },
  )
  await models.inboundEmails.collection.updateMany({ _id: { $in: ids }, account_id }, { $set: { inbox_id: null } })
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
