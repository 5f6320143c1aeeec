import type { mongo } from 'mongoose'
import type { Models } from '../../../models/index.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import { moveNotes } from '../notes/note-rows.js'

/** What becomes of the row of a thread that is part of another: it is in no list any more. */
export const partOf = (threadId: string) => ({ tags: [], position: '', snoozed_until: null, merged_into: threadId })

/** Moves everything of a thread to another. Only within the transaction that writes both threads. */
export async function moveAllMails(
  models: Models,
  from: MailThreadDoc,
  into: string,
  session: mongo.ClientSession,
): Promise<void> {
  const { _id, account_id } = from
  const items = await models.mailItems.collection
    .find({ account_id, thread_id: _id }, { projection: { copies: 1 }, session })
    .toArray()
  await moveItems(models, account_id, items, into, session)
  await moveNotes(models, from, into, session)
  // However often threads are merged, an old id is one step away from where its mail is.
  await models.mailThreads.collection.updateMany(
    { account_id, merged_into: _id },
    { $set: { merged_into: into } },
    { session },
  )
}

/** Moves mails to another thread. Only within the transaction that writes the thread they leave, and the other. */
export async function moveItems(
  { mailItems, inboundEmails }: Models,
  account_id: string,
  items: readonly Pick<MailItemDoc, '_id' | 'copies'>[],
  into: string,
  session: mongo.ClientSession,
): Promise<void> {
  const thread = { $set: { thread_id: into } }
  const ids = items.map(({ _id }) => _id)
  await mailItems.collection.updateMany({ account_id, _id: { $in: ids } }, thread, { session })
  const copies = items.flatMap((item) => item.copies.map(({ id }) => id))
  await inboundEmails.collection.updateMany({ account_id, _id: { $in: copies } }, thread, { session })
}
