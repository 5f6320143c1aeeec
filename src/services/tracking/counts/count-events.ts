import type { mongo } from 'mongoose'
import { groupBy } from '../../../lib/collections/group-by.js'
import { type EventDoc, FIRST_EVENTS_INDEX } from '../../../models/event.js'
import { broadcastCountId, type CountedType, countedAs } from '../../../models/event-count.js'
import type { Models } from '../../../models/index.js'
import { groupUpdates, type KnownGroups } from './count-groups.js'
import { type HourCount, hourUpdate } from './hour-counts.js'

/*
 * Counts events in the transaction that numbers them: an event gets its number exactly once, so it counts exactly once,
 * whatever crashes. Each transaction first changes the sequences of its accounts, so no two of them count events of the
 * same account at the same time.
 *
 * What is counted with the numbers takes no command: see `hour-counts.ts`. All else takes one update for the whole batch.
 * Events of broadcasts take a query more, because a broadcast counts messages:
 * only the first event of its type of a message counts. That event is marked, so that the query reads few rows. Events of
 * mail with new tags or templates, and new links, take another query: see `count-groups.ts`.
 */

/** Types that are the outcome of a message. Of several, the first one settles it. */
const OUTCOMES: readonly CountedType[] = ['sent', 'failed', 'suppressed']

/** What counts. */
export type Countable = Pick<
  EventDoc,
  | 'account_id'
  | 'message_id'
  | 'type'
  | 'test_mode'
  | 'broadcast_id'
  | 'template_id'
  | 'tags'
  | 'payload'
  | 'created_at'
>
type Increments = Record<string, number>

/**
 * Counts events. Call it once for each event, after numbers were taken for them and before they are written.
 * @param hours what is counted by hour, apart from what is counted with the numbers.
 * @param groups kept by the caller from batch to batch.
 * @returns the events that are to be marked as `first`.
 */
export async function countEvents<E extends Countable>(
  models: Pick<Models, 'events' | 'eventCounts'>,
  events: readonly E[],
  session: mongo.ClientSession,
  { hours, groups }: { hours: readonly HourCount[]; groups: KnownGroups },
): Promise<Set<E>> {
  const ofBroadcasts = events.filter((event) => event.broadcast_id !== undefined)
  const known = await typesSoFar(models, ofBroadcasts, session)
  const ofGroups = await groupUpdates(models, events, session, groups)
  const firsts = new Set<E>()
  const broadcasts = new Map<string, Increments>()
  for (const event of ofBroadcasts) {
    const types = known.get(event.message_id)!
    const type = countedAs(event.type)
    if (types.has(type)) continue
    const counts = incrementsOf(broadcasts, broadcastCountId(event.account_id, event.broadcast_id!))
    add(counts, `messages.${type}`)
    if (OUTCOMES.includes(type) && !OUTCOMES.some((outcome) => types.has(outcome))) add(counts, 'settled')
    types.add(type)
    firsts.add(event)
  }
  const updates = [...hours.map(hourUpdate), ...[...broadcasts].map(([_id, $inc]) => upsert(_id, $inc)), ...ofGroups]
  if (updates.length > 0) await models.eventCounts.collection.bulkWrite(updates, { session })
  return firsts
}

/** The types of which each message has an event that counts. */
async function typesSoFar(
  { events: { collection } }: Pick<Models, 'events'>,
  events: readonly Countable[],
  session: mongo.ClientSession,
): Promise<Map<string, Set<CountedType>>> {
  const types = new Map(events.map(({ message_id }) => [message_id, new Set<CountedType>()]))
  if (types.size === 0) return types
  // By account: else the index would be searched for the messages of all accounts in each account.
  const filters = [...groupBy(events, ({ account_id }) => account_id)].map(([account_id, own]) => ({
    account_id,
    message_id: { $in: [...new Set(own.map(({ message_id }) => message_id))] },
    first: true as const,
  }))
  const options = { session, hint: FIRST_EVENTS_INDEX, projection: { _id: 0, message_id: 1, type: 1 } }
  const rows = await collection.find({ $or: filters }, options).toArray()
  for (const { message_id, type } of rows) types.get(message_id)!.add(countedAs(type))
  return types
}

const upsert = (_id: string, $inc: Increments) => ({ updateOne: { filter: { _id }, update: { $inc }, upsert: true } })

function incrementsOf(rows: Map<string, Increments>, _id: string): Increments {
  const increments = rows.get(_id) ?? {}
  rows.set(_id, increments)
  return increments
}

function add(increments: Increments, field: string): void {
  increments[field] = (increments[field] ?? 0) + 1
}
