import type { mongo } from 'mongoose'
import { broadcastCountId, COUNTED_TYPES, type CountedType, type EventCountDoc } from '../../../models/event-count.js'
import type { Models } from '../../../models/index.js'
import type { MessageDoc } from '../../../models/message.js'

/** Numbers of messages of a broadcast: for each type, those that had such an event at least once. */
export interface BroadcastCounts extends Record<CountedType, number> {
  /** With an outcome: sent, failed or suppressed. All others wait, or are canceled. */
  settled: number
  /** Whose recipients unsubscribed by them. */
  unsubscribed: number
  /** Canceled before they were sent. */
  canceled: number
}

/** The counts of broadcasts by their ids, zero for those without events. Takes one query. */
export async function broadcastCounts(
  { eventCounts }: Pick<Models, 'eventCounts'>,
  accountId: string,
  broadcastIds: readonly string[],
): Promise<Map<string, BroadcastCounts>> {
  const rowIds = broadcastIds.map((id) => broadcastCountId(accountId, id))
  const rows = await eventCounts.collection.find({ _id: { $in: rowIds } }).toArray()
  const byId = new Map(rows.map((row) => [row._id, row]))
  return new Map(broadcastIds.map((id, index) => [id, toCounts(byId.get(rowIds[index]!))]))
}

type OfBroadcast = Pick<MessageDoc, 'account_id' | 'broadcast_id'>

/**
 * Counts more messages of a broadcast whose recipients unsubscribed by them; does nothing for other mail. Call it in the
 * transaction that marks the messages, so that each counts once.
 */
export function countUnsubscribed(
  models: Pick<Models, 'eventCounts'>,
  message: OfBroadcast,
  session: mongo.ClientSession,
  count = 1,
): Promise<void> {
  return add(models, message, { unsubscribed: count }, session)
}

/** The same for messages of a broadcast that are canceled. No event records them. */
export function countCanceled(
  models: Pick<Models, 'eventCounts'>,
  message: OfBroadcast,
  session: mongo.ClientSession,
  count: number,
): Promise<void> {
  return add(models, message, { canceled: count }, session)
}

async function add(
  { eventCounts }: Pick<Models, 'eventCounts'>,
  { account_id, broadcast_id }: OfBroadcast,
  $inc: Partial<Pick<BroadcastCounts, 'unsubscribed' | 'canceled'>>,
  session: mongo.ClientSession,
): Promise<void> {
  if (broadcast_id === undefined) return
  const _id = broadcastCountId(account_id, broadcast_id)
  await eventCounts.collection.updateOne({ _id }, { $inc }, { upsert: true, session })
}

function toCounts(row: Partial<EventCountDoc> = {}): BroadcastCounts {
  const { messages = {}, settled = 0, unsubscribed = 0, canceled = 0 } = row
  const byType = Object.fromEntries(COUNTED_TYPES.map((type) => [type, messages[type] ?? 0]))
  return { ...(byType as Record<CountedType, number>), settled, unsubscribed, canceled }
}
