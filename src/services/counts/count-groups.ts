import type { mongo } from 'mongoose'
import type { EventDoc } from '../../models/event.js'
import {
  type Counts,
  countedAs,
  type EventCountDoc,
  type Grouping,
  type GroupPlace,
  groupId,
  noGroupId,
} from '../../models/event-count.js'
import type { Models } from '../../models/index.js'
import { countsExpireAt } from './counts-expire-at.js'

/*
 * Counts events by tag, template, link and broadcast, in the same update as all other counts. It takes one query for the
 * whole batch, which tells the groups that are new: an account makes up tags and links, so a day has a limited number of
 * groups. What exceeds it counts as in none. Transactions that count events of one account exclude each other, so the limit is
 * exact.
 */

/** Most groups of an account, a kind, a mode and a day. */
export const MAX_GROUPS = 500
/** Most characters of a link. */
const MAX_KEY_CHARS = 500

type Countable = Pick<
  EventDoc,
  'account_id' | 'type' | 'test_mode' | 'broadcast_id' | 'template_id' | 'tags' | 'payload' | 'created_at'
>

/** The events of a group in a batch. */
interface Row {
  none: string
  key: string
  own: Pick<EventCountDoc, 'account_id' | 'expires_at'>
  counts: Counts
}

/** The updates that count events by group. */
export async function groupUpdates(
  { eventCounts }: Pick<Models, 'eventCounts'>,
  events: readonly Countable[],
  session: mongo.ClientSession,
): Promise<mongo.AnyBulkWriteOperation<EventCountDoc>[]> {
  const rows = rowsOf(events)
  if (rows.size === 0) return []
  const ids = [...rows.keys(), ...new Set([...rows.values()].map(({ none }) => none))]
  const options = { session, projection: { keys: 1 } }
  const found = await eventCounts.collection.find({ _id: { $in: ids } }, options).toArray()
  const numbers = new Map(found.map(({ _id, keys = 0 }) => [_id, keys]))
  return [...rows].flatMap(([_id, { none, key, own, counts }]) => {
    if (numbers.has(_id)) return [upsert(_id, { $inc: increments(counts) })]
    const number = numbers.get(none) ?? 0
    if (number >= MAX_GROUPS) return [upsert(none, { $inc: increments(counts), $setOnInsert: own })]
    numbers.set(none, number + 1)
    return [
      upsert(none, { $inc: { keys: 1 }, $setOnInsert: own }),
      upsert(_id, { $inc: increments(counts), $setOnInsert: { ...own, key } }),
    ]
  })
}

function rowsOf(events: readonly Countable[]): Map<string, Row> {
  const rows = new Map<string, Row>()
  for (const event of events) {
    const { account_id, created_at: at } = event
    const type = countedAs(event.type)
    for (const [by, key] of keysOf(event)) {
      const place: GroupPlace = { accountId: account_id, by, mode: event.test_mode ? 'test' : 'live' }
      const _id = groupId(place, at, key)
      const row = rows.get(_id) ?? {
        ...{ none: noGroupId(place, at), key, counts: {} },
        own: { account_id, expires_at: countsExpireAt(at) },
      }
      row.counts[type] = (row.counts[type] ?? 0) + 1
      rows.set(_id, row)
    }
  }
  return rows
}

/** The groups of an event. */
function keysOf({ type, tags = [], template_id, broadcast_id, payload }: Countable): [Grouping, string][] {
  const keys: [Grouping, string][] = tags.map((tag) => ['tag', tag])
  if (template_id !== undefined) keys.push(['template', template_id])
  if (broadcast_id !== undefined) keys.push(['broadcast', broadcast_id])
  const link = type === 'clicked' ? linkOf(payload.link) : null
  if (link !== null) keys.push(['link', link])
  return keys
}

/** A link without its query and fragment: they often tell the recipients apart. Null for what is none. */
function linkOf(link: unknown): string | null {
  if (typeof link !== 'string' || !/^https?:/i.test(link)) return null
  return /^[^?#]*/.exec(link)![0].slice(0, MAX_KEY_CHARS)
}

const increments = (counts: Counts) =>
  Object.fromEntries(Object.entries(counts).map(([type, count]) => [`counts.${type}`, count]))

const upsert = (_id: string, update: mongo.UpdateFilter<EventCountDoc>) => ({
  updateOne: { filter: { _id }, update, upsert: true },
})
