import type { mongo } from 'mongoose'
import { groupBy } from '../../../lib/collections/group-by.js'
import { exists } from '../../../models/exists.js'
import type { Models } from '../../../models/index.js'
import type { MessageDoc } from '../../../models/message.js'
import { giveBackCharges } from '../../accounts/spend/give-back-charges.js'
import { countCanceled } from '../../tracking/counts/broadcast-counts.js'

/** Matches mail that waits and that no worker has in hand. */
const WAITING = {
  status: { $in: ['queued', 'scheduled'] satisfies MessageDoc['status'][] },
  lease: { $exists: false },
}

/** Cancels those of some messages that have not left, and gives their charges back. Repeatable. */
export async function cancelWaiting(models: Models, ids: readonly string[], now: Date): Promise<void> {
  const { collection } = models.messages
  const waiting: mongo.Filter<MessageDoc> = { _id: { $in: [...ids] }, ...WAITING }
  if (await exists(collection, waiting)) {
    await models.connection.transaction((session) => cancel(models, waiting, now, session))
  }
  const canceled = { _id: { $in: [...ids] }, status: 'canceled' as const, 'charge.state': 'charged' }
  const charged = await collection.find(canceled, { projection: { _id: 1 } }).toArray()
  const unsent = charged.map(({ _id }) => _id)
  if (unsent.length > 0) await giveBackCharges(models, unsent)
}

/**
 * Of a cancellation and a dispatch one wins, as with a request: a claim and this change the same row. What belongs to a
 * broadcast is counted with it: the broadcast has no other news of it.
 */
async function cancel(
  models: Models,
  waiting: mongo.Filter<MessageDoc>,
  now: Date,
  session: mongo.ClientSession,
): Promise<void> {
  const { collection } = models.messages
  const ofBroadcasts = await collection
    .find({ ...waiting, broadcast_id: { $exists: true } }, { projection: { account_id: 1, broadcast_id: 1 }, session })
    .toArray()
  const left = { dispatch_at: 1, held: 1, held_at: 1, enqueued_at: 1 } as const
  await collection.updateMany(waiting, { $set: { status: 'canceled', updated_at: now }, $unset: left }, { session })
  for (const own of groupBy(ofBroadcasts, ({ broadcast_id }) => broadcast_id).values()) {
    await countCanceled(models, own[0]!, session, own.length)
  }
}
