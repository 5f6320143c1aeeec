import type { mongo } from 'mongoose'
import { isPlain } from '../../lib/plain-objects.js'
import { WeightedCache } from '../../lib/weighted-cache.js'
import type { EventDoc } from '../../models/event.js'
import {
  countedAs,
  type EventCountDoc,
  type Grouping,
  type GroupPlace,
  groupId,
  noGroupId,
} from '../../models/event-count.js'
import type { Models } from '../../models/index.js'
import { countsExpireAt, DAY_MS } from './counts-expire-at.js'

/*
 * Counts events by tag, template, link and broadcast, in the same update as all other counts. An account makes up tags and
 * links, so a day has a limited number of groups. What exceeds it counts as in none. Transactions that count events of one
 * account exclude each other, so the limit is exact.
 *
 * One query for the whole batch tells which groups are new. Most batches have none, so a process remembers the rows that it has
 * found, and asks only for others. A row that is gone all the same, because an erasure has moved it, is written anew.
 */

/** Most groups of an account, a kind, a mode and a day. */
export const MAX_GROUPS = 500
/** Most rows that a process remembers: about 200 bytes each. */
const MAX_KNOWN = 20_000
/** Most characters of a link. */
const MAX_KEY_CHARS = 500

type Countable = Pick<
  EventDoc,
  'account_id' | 'type' | 'test_mode' | 'broadcast_id' | 'template_id' | 'tags' | 'payload' | 'created_at'
>

/** What is added to counts, by their field. */
type Increments = Record<string, number>
type NewRow = Pick<EventCountDoc, 'key' | 'expires_at'>

/** The events of a batch that are in a group. */
interface Group {
  _id: string
  /** The row of the events of the same day that are in no group. */
  none: string
  key: string
  expires_at: Date
  counts: Increments
}

/** Rows of groups that a process has found. */
export type KnownGroups = WeightedCache<true>
export const knownGroups = (): KnownGroups => new WeightedCache({ maxWeight: MAX_KNOWN })

/** The updates that count events by group: one for each row. */
export async function groupUpdates(
  models: Pick<Models, 'eventCounts'>,
  events: readonly Countable[],
  session: mongo.ClientSession,
  known: KnownGroups,
): Promise<mongo.AnyBulkWriteOperation<EventCountDoc>[]> {
  const groups = groupsOf(events)
  const numbers = await readNumbers(
    models,
    groups.filter(({ _id }) => !known.get(_id)),
    session,
  )
  for (const { _id } of groups) if (numbers.has(_id)) known.set(_id, true)
  const updates = new Map<string, { $inc: Increments; $setOnInsert: NewRow }>()
  const add = (_id: string, increments: Increments, $setOnInsert: NewRow) => {
    const $inc: Increments = updates.get(_id)?.$inc ?? {}
    for (const [field, count] of Object.entries(increments)) $inc[field] = ($inc[field] ?? 0) + count
    updates.set(_id, { $inc, $setOnInsert })
  }
  for (const { _id, none, key, expires_at, counts } of groups) {
    const isNew = !known.get(_id)
    const number = numbers.get(none) ?? 0
    if (isNew && number >= MAX_GROUPS) {
      add(none, counts, { expires_at })
      continue
    }
    if (isNew) {
      numbers.set(none, number + 1)
      add(none, { keys: 1 }, { expires_at })
    }
    add(_id, counts, { key, expires_at })
  }
  return [...updates].map(([_id, update]) => ({ updateOne: { filter: { _id }, update, upsert: true } }))
}

/** The rows that exist, and in those of events in no group the number of groups. */
async function readNumbers(
  { eventCounts }: Pick<Models, 'eventCounts'>,
  groups: readonly Group[],
  session: mongo.ClientSession,
): Promise<Map<string, number>> {
  if (groups.length === 0) return new Map()
  const ids = new Set(groups.flatMap(({ _id, none }) => [_id, none]))
  const options = { session, projection: { keys: 1 } }
  const rows = await eventCounts.collection.find({ _id: { $in: [...ids] } }, options).toArray()
  return new Map(rows.map(({ _id, keys = 0 }) => [_id, keys]))
}

function groupsOf(events: readonly Countable[]): Group[] {
  // By name, so that each group is hashed once.
  const groups = new Map<string, Group>()
  for (const event of events) {
    const { account_id: accountId, created_at: at } = event
    const mode = event.test_mode ? 'test' : 'live'
    const day = Math.floor(at.getTime() / DAY_MS)
    const field = `counts.${countedAs(event.type)}`
    for (const [by, key] of keysOf(event)) {
      const name = [accountId, mode, day, by, key].join('|')
      const group = groups.get(name) ?? newGroup({ accountId, by, mode }, at, key)
      group.counts[field] = (group.counts[field] ?? 0) + 1
      groups.set(name, group)
    }
  }
  return [...groups.values()]
}

function newGroup(place: GroupPlace, at: Date, key: string): Group {
  const none = noGroupId(place, at)
  return { _id: groupId(none, key), none, key, expires_at: countsExpireAt(at), counts: {} }
}

/** The groups that an event is in. */
function keysOf({ type, tags = [], template_id, broadcast_id, payload }: Countable): [Grouping, string][] {
  const keys: [Grouping, string][] = tags.map((tag) => ['tag', tag])
  if (template_id !== undefined) keys.push(['template', template_id])
  if (broadcast_id !== undefined) keys.push(['broadcast', broadcast_id])
  const link = type === 'clicked' ? linkOf(payload) : null
  if (link !== null) keys.push(['link', link])
  return keys
}

/**
 * The link of a click, as this service or SES reports it, without its query and fragment: they often tell the recipients
 * apart. The names of its host and scheme have no case. Null for what is none.
 */
function linkOf({ link: own, click }: EventDoc['payload']): string | null {
  const link = own ?? (isPlain(click) ? click.link : null)
  if (typeof link !== 'string' || !/^https?:/i.test(link)) return null
  const [, start = '', path = ''] = /^(https?:\/\/[^/?#]*|)([^?#]*)/i.exec(link.slice(0, MAX_KEY_CHARS))!
  return start.toLowerCase() + path
}
