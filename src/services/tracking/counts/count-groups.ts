import type { mongo } from 'mongoose'
import { WeightedCache } from '../../../lib/collections/weighted-cache.js'
import { isPlain } from '../../../lib/json/plain-objects.js'
import type { EventDoc } from '../../../models/event.js'
import {
  countedAs,
  dayField,
  type EventCountDoc,
  type Grouping,
  type GroupSet,
  groupId,
  groupsId,
  nextFirstDay,
  ungroupedId,
} from '../../../models/event-count.js'
import type { Models } from '../../../models/index.js'
import { countsExpireAt, DAY_MS } from './counts-expire-at.js'

/*
 * Counts events by tag, template, link and broadcast, in the same update as all other counts. An account makes up tags and
 * links, so a day has a limited number of groups. What exceeds it counts as in none. Transactions that count events of one
 * account exclude each other, so the limit is exact.
 *
 * One query for the whole batch finds which groups are new on their day. Most batches have none, so a process remembers
 * those that it has found, and asks only for others. A row that is gone all the same, because an erasure has moved it,
 * is written anew.
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

/** The events of a batch that are in a group on a day. */
interface Group {
  /** The row of the group. It has several days. */
  _id: string
  day: string
  /** Of the group on this day, among what a process knows. */
  name: string
  /** The row of the events of the same day that are in no group. */
  none: string
  key: string
  expires_at: Date
  /** When the row of the day in no group is no longer needed. */
  noneExpiresAt: Date
  /** By type. */
  counts: Increments
}

/** Days of groups that a process has found. */
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
  const unknown = groups.filter(({ name }) => !known.get(name))
  const { numbers, days } = await readRows(models, unknown, session)
  for (const { _id, day, name } of unknown) if (days.get(_id)?.[day]) known.set(name, true)
  const updates = new Map<string, { $inc: Increments; $setOnInsert: NewRow }>()
  const add = (_id: string, increments: Increments, $setOnInsert: NewRow) => {
    const $inc: Increments = updates.get(_id)?.$inc ?? {}
    for (const [field, count] of Object.entries(increments)) $inc[field] = ($inc[field] ?? 0) + count
    updates.set(_id, { $inc, $setOnInsert })
  }
  for (const { _id, day, name, none, key, expires_at, noneExpiresAt, counts } of groups) {
    const isNew = !known.get(name)
    const number = numbers.get(none) ?? 0
    if (isNew && number >= MAX_GROUPS) {
      add(none, fieldsOf('counts', counts), { expires_at: noneExpiresAt })
      continue
    }
    if (isNew) {
      numbers.set(none, number + 1)
      add(none, { keys: 1 }, { expires_at: noneExpiresAt })
    }
    add(_id, { ...fieldsOf('counts', counts), ...fieldsOf(`days.${day}`, counts) }, { key, expires_at })
  }
  return [...updates].map(([_id, update]) => ({ updateOne: { filter: { _id }, update, upsert: true } }))
}

const fieldsOf = (path: string, counts: Increments): Increments =>
  Object.fromEntries(Object.entries(counts).map(([type, count]) => [`${path}.${type}`, count]))

/** The days of the groups that exist, and in the rows of events in no group the number of groups. */
async function readRows(
  { eventCounts }: Pick<Models, 'eventCounts'>,
  groups: readonly Group[],
  session: mongo.ClientSession,
): Promise<{ numbers: Map<string, number>; days: Map<string, EventCountDoc['days']> }> {
  if (groups.length === 0) return { numbers: new Map(), days: new Map() }
  const ids = new Set(groups.flatMap(({ _id, none }) => [_id, none]))
  const options = { session, projection: { keys: 1, days: 1 } }
  const rows = await eventCounts.collection.find({ _id: { $in: [...ids] } }, options).toArray()
  return {
    numbers: new Map(rows.map(({ _id, keys = 0 }) => [_id, keys])),
    days: new Map(rows.map(({ _id, days }) => [_id, days])),
  }
}

function groupsOf(events: readonly Countable[]): Group[] {
  // By name, so that each group is hashed once.
  const groups = new Map<string, Group>()
  for (const event of events) {
    const { account_id: accountId, created_at: at } = event
    const mode = event.test_mode ? 'test' : 'live'
    const day = Math.floor(at.getTime() / DAY_MS)
    const type = countedAs(event.type)
    for (const [by, key] of keysOf(event)) {
      const name = [accountId, mode, day, by, key].join('|')
      const group = groups.get(name) ?? newGroup({ accountId, by, mode }, at, key)
      group.counts[type] = (group.counts[type] ?? 0) + 1
      groups.set(name, group)
    }
  }
  return [...groups.values()]
}

function newGroup(set: GroupSet, at: Date, key: string): Group {
  const _id = groupId(groupsId(set, at), key)
  const day = dayField(at)
  return {
    ...{ _id, day, name: `${_id}|${day}`, none: ungroupedId(set, at), key, counts: {} },
    ...{ expires_at: countsExpireAt(nextFirstDay(at)), noneExpiresAt: countsExpireAt(at) },
  }
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
 * The link of a click, as this service or SES reports it, without its query and fragment: they often differ by
 * recipient. The names of its host and scheme have no case. Null for what is none.
 */
function linkOf({ link: own, click }: EventDoc['payload']): string | null {
  const link = own ?? (isPlain(click) ? click.link : null)
  if (typeof link !== 'string' || !/^https?:/i.test(link)) return null
  const [, start = '', path = ''] = /^(https?:\/\/[^/?#]*|)([^?#]*)/i.exec(link.slice(0, MAX_KEY_CHARS))!
  return start.toLowerCase() + path
}
