import type { mongo } from 'mongoose'
import type { Models } from '../../../models/index.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { FilingMail } from '../filing/filing-view.js'
import { OutdatedError } from '../threads/thread-writes.js'

/*
 * Of filing a scheduled message and canceling it, one comes first: both write the row of the message. A cancellation
 * that comes first keeps the mail out of all threads; one that comes later sees the mark, and makes the mail due to leave.
 */

/**
 * Marks messages whose mail gets a thread. Only within the transaction that files it.
 * @throws OutdatedError if one is canceled.
 */
export async function markFiled(
  { messages }: Pick<Models, 'messages'>,
  accountId: string,
  items: readonly Pick<MailItemDoc, '_id' | 'source'>[],
  session: mongo.ClientSession,
): Promise<void> {
  const ids = items.flatMap(({ _id, source }) => (source === 'outbound' ? [_id] : []))
  if (ids.length === 0) return
  const own = { _id: { $in: ids }, account_id: accountId }
  const { matchedCount } = await messages.collection.updateMany(
    { ...own, status: { $ne: 'canceled' } },
    { $set: { filed: true }, $unset: { file_at: 1 } },
    { session },
  )
  // A message may also be gone, and its mail stays.
  if (matchedCount === ids.length) return
  if (await messages.collection.findOne({ ...own, status: 'canceled' }, { session })) throw new OutdatedError()
}

/** Mails without the canceled messages. In the transaction that files them, none is canceled until they are marked. */
export async function withoutCanceled(
  { messages }: Pick<Models, 'messages'>,
  accountId: string,
  mails: readonly FilingMail[],
  session: mongo.ClientSession,
): Promise<FilingMail[]> {
  const ids = mails.flatMap(({ mail }) => (mail.source === 'outbound' ? [mail.id] : []))
  const rows = await messages.collection
    .find({ _id: { $in: ids }, account_id: accountId, status: 'canceled' }, { projection: { _id: 1 }, session })
    .toArray()
  const canceled = new Set(rows.map(({ _id }) => _id))
  return mails.filter(({ mail }) => !canceled.has(mail.id))
}
