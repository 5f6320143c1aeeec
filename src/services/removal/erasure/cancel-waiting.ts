import type { mongo } from 'mongoose'
import { groupBy } from '../../../lib/collections/group-by.js'
import type { EventDoc } from '../../../models/event.js'
import type { Models } from '../../../models/index.js'
import type { MessageDoc } from '../../../models/message.js'
import { releaseCharges } from '../../accounts/spend/release-charges.js'
import { resumeCallbacks } from '../../tracking/callbacks/resume-callbacks.js'
import { countCanceled } from '../../tracking/counts/broadcast-counts.js'
import { isOfDispatch, sentFields } from '../../tracking/events/dispatch-events.js'
import { newestOf, statusFields } from '../../tracking/events/status-fields.js'

/*
 * Cancels mail that has not left.
 *
 * Its row does not always show that. If a worker dies while it has a mail in hand, and then the mail is paused or given
 * back, its row looks like that of a mail that waits, except for its crashes. What has become of it:
 *
 * 1. Its dispatch has recorded events. Then they decide: the row is closed, as the worker would have closed it.
 * 2. It is due, and in doubt. It is left to the next worker, as if one had it in hand: that settles it soon.
 * 3. It is paused or parked, and in doubt. Nobody settles that before the pause ends, if ever, and an erasure cannot wait for so
 *    long. It is canceled: nothing says that the mail has left, and now it will not leave a second time.
 */

/** Matches mail that waits and that no worker has in hand. */
const WAITING = {
  status: { $in: ['queued', 'scheduled'] satisfies MessageDoc['status'][] },
  lease: { $exists: false },
}

type Row = Pick<MessageDoc, '_id' | 'account_id' | 'test_mode' | 'crashes'>
/** A mail whose dispatch has recorded what became of it, with all of its events. */
type Recorded = { row: Row; events: EventDoc[] }

/** Cancels those of some messages that have not left, and gives their charges back. Repeatable. */
export async function cancelWaiting(models: Models, ids: readonly string[], now: Date): Promise<void> {
  const { collection } = models.messages
  const waiting: mongo.Filter<MessageDoc> = { _id: { $in: [...ids] }, ...WAITING }
  const projection = { account_id: 1, test_mode: 1, crashes: 1 }
  const rows = await collection.find<Row>(waiting, { projection }).toArray()
  const claimed = rows.filter(({ crashes }) => crashes > 0)
  const inDoubt = await closeRecorded(models, claimed, now)
  const undecided = { _id: { $in: inDoubt }, dispatch_at: { $exists: false } }
  const unsent = { ...waiting, $or: [{ crashes: 0 }, undecided] }
  if (rows.length > 0) await models.connection.transaction((session) => cancel(models, unsent, now, session))
  const canceled = { _id: { $in: [...ids] }, status: 'canceled' as const, 'charge.state': 'charged' }
  const charged = await collection.find(canceled, { projection: { _id: 1 } }).toArray()
  await releaseUnsent(models, charged)
}

/** Closes the rows of mail that was claimed before, if its dispatch has recorded events. Returns the ids of the others. */
async function closeRecorded(models: Models, claimed: readonly Row[], now: Date): Promise<string[]> {
  if (claimed.length === 0) return []
  const message_id = { $in: claimed.map(({ _id }) => _id) }
  const account_id = { $in: [...new Set(claimed.map((row) => row.account_id))] }
  const events = await models.events.collection.find({ account_id, message_id }).toArray()
  const timelines = groupBy(events, (event) => event.message_id)
  const recorded = claimed.flatMap((row): Recorded[] => {
    const own = timelines.get(row._id) ?? []
    return own.some(isOfDispatch) ? [{ row, events: own }] : []
  })
  await close(models, recorded, now)
  const known = new Set(recorded.map(({ row }) => row._id))
  return claimed.flatMap(({ _id }) => (known.has(_id) ? [] : _id))
}

/** Charges first: after an interruption, the rows are found again until they are closed. */
async function close(models: Models, recorded: readonly Recorded[], now: Date): Promise<void> {
  if (recorded.length === 0) return
  const unsent = recorded.flatMap(({ row, events }) => (events.some(({ type }) => type === 'sent') ? [] : row))
  await releaseUnsent(models, unsent)
  await models.messages.collection.bulkWrite(recorded.map(closing), { ordered: false })
  const live = recorded.filter(({ row }) => !row.test_mode)
  const providerIds = live.flatMap(({ row, events }) => sentFields(row, events).provider_message_id ?? [])
  await resumeCallbacks(models, providerIds, now)
}

function closing({ row, events }: Recorded): mongo.AnyBulkWriteOperation<MessageDoc> {
  const { _id, account_id } = row
  const fields = Object.entries(sentFields(row, events)).map(([name, value]) => [name, { $literal: value }])
  const set = { ...Object.fromEntries(fields), ...statusFields(newestOf(events)), crashes: 0 }
  const unset = ['dispatch_at', 'held', 'held_at', 'enqueued_at', 'last_error']
  return { updateOne: { filter: { _id, account_id, ...WAITING }, update: [{ $set: set }, { $unset: unset }] } }
}

/**
 * Of a cancellation and a dispatch one wins, as with a request: a claim and this change the same row. What belongs to a
 * broadcast is counted with it: the broadcast has no other news of it.
 */
async function cancel(
  models: Models,
  unsent: mongo.Filter<MessageDoc>,
  now: Date,
  session: mongo.ClientSession,
): Promise<void> {
  const { collection } = models.messages
  const ofBroadcasts = await collection
    .find({ ...unsent, broadcast_id: { $exists: true } }, { projection: { account_id: 1, broadcast_id: 1 }, session })
    .toArray()
  const left = { dispatch_at: 1, held: 1, held_at: 1, enqueued_at: 1 } as const
  await collection.updateMany(unsent, { $set: { status: 'canceled', updated_at: now }, $unset: left }, { session })
  for (const own of groupBy(ofBroadcasts, ({ broadcast_id }) => broadcast_id).values()) {
    await countCanceled(models, own[0]!, session, own.length)
  }
}

async function releaseUnsent(models: Models, unsent: readonly Pick<MessageDoc, '_id'>[]): Promise<void> {
  const ids = unsent.map(({ _id }) => _id)
  if (ids.length > 0) await releaseCharges(models, ids)
}
