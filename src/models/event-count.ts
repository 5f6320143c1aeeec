import { createHash } from 'node:crypto'
import { Schema } from 'mongoose'
import { MAIL_EVENT_TYPES, type TimelineEventType } from '../contract/events.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** What is counted: a mail that was stopped before its dispatch is `suppressed`, as its status is. */
export const COUNTED_TYPES = [...MAIL_EVENT_TYPES, 'suppressed'] as const
export type CountedType = (typeof COUNTED_TYPES)[number]

/** How an event counts. */
export function countedAs(type: TimelineEventType): CountedType {
  return type === 'unsubscribed' ? 'suppressed' : type
}

/** Numbers of events, or of messages with such an event; absent for none. */
export type Counts = Partial<Record<CountedType, number>>

/** What is counted by hour: events, and accepted messages. */
export type HourCounts = Counts & { accepted?: number }

/** How long the counts of an hour are kept, in days: longer than statistics reach back. */
export const HOURS_KEPT_DAYS = 402

/** By what events are counted apart, besides by hour. */
export const GROUPINGS = ['tag', 'template', 'link', 'broadcast'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** The counts of the events that an account got in an hour. */
export interface EventsOfHour {
  /** The hour (UTC), like 2026-11-23T10. */
  hour: string
  live?: Counts
  test?: Counts
}

/**
 * Counts of an account: one row an hour for the events of its statistics, another for the messages accepted in it, one a
 * broadcast, and one for each tag, template, link and broadcast of some days. Counts of events change in the transaction
 * that numbers the events, so each counts exactly once. Those of the latest hour are mostly not here, but in the row of its
 * sequence numbers, which that transaction changes anyway: see `EventSequenceDoc`.
 */
export interface EventCountDoc {
  /** The account and what is counted: an hour, a broadcast, a group, or a day of no group. */
  _id: string
  /** Of this hour, about live mail. */
  live?: HourCounts
  /** Of this hour, about mail with test keys. */
  test?: HourCounts
  /** Messages of the broadcast that had such an event at least once. */
  messages?: Counts
  /** Messages of the broadcast with an outcome: sent, failed or suppressed. */
  settled?: number
  /** Messages of the broadcast whose recipients unsubscribed by them. */
  unsubscribed?: number
  /** Messages of the broadcast that were canceled, as their recipients were erased. No event records them. */
  canceled?: number
  /** The tag, link or id of a group. Absent in the row of the events that are in no group. */
  key?: string
  /** Of a group: its events on all days of the row. Of no group: on its day. */
  counts?: Counts
  /** Of a group: its events on each day of the row that has any: see {@link dayField}. */
  days?: Record<string, Counts>
  /** How many groups the day has, in the row of the events that are in none. */
  keys?: number
  /** When the row is no longer needed; absent for a broadcast. */
  expires_at?: Date
}

const schema = ledgerSchema('event_counts', {
  _id: { type: String, required: true },
  live: Schema.Types.Mixed,
  test: Schema.Types.Mixed,
  messages: Schema.Types.Mixed,
  settled: Number,
  unsubscribed: Number,
  canceled: Number,
  key: String,
  counts: Schema.Types.Mixed,
  days: Schema.Types.Mixed,
  keys: Number,
  expires_at: Date,
})
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** The hour (UTC) of a time. Hours sort by time. */
export const hourOf = (at: Date): string => at.toISOString().slice(0, 13)

/** The row of an hour. Rows of an account sort by their hours. */
export const hourCountId = (accountId: string, at: Date) => `${accountId}|${hourOf(at)}`

/** The row with the messages accepted in an hour: apart, because it is written at other times. */
export const hourAcceptedId = (accountId: string, at: Date) => `${hourCountId(accountId, at)}|accepted`

/** The row of a broadcast. */
export const broadcastCountId = (accountId: string, broadcastId: string) => `${accountId}|${broadcastId}`

/** What groups are counted apart. */
export interface GroupSet {
  accountId: string
  by: Grouping
  mode: 'live' | 'test'
}

/** Before the kinds of groups of an account. No other row of the account begins so. */
const groupsPrefix = (accountId: string) => `${accountId}|by-`

/** Before the days (UTC) of a kind of groups. Rows sort by their days. */
const groupPrefix = ({ accountId, by, mode }: GroupSet) => `${groupsPrefix(accountId)}${by}|${mode}|`

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Days of a row of a group. Statistics of many days read few rows this way, and the days at both ends of their range one
 * by one.
 */
const DAYS_OF_ROW = 8
const DAY_MS = 86_400_000

const dayNumber = (at: Date) => Math.floor(at.getTime() / DAY_MS)

/** The first of the days that share a row with a day. */
export const firstDayOf = (at: Date) => new Date((dayNumber(at) - (dayNumber(at) % DAYS_OF_ROW)) * DAY_MS)
/** The first day of the next row. */
export const nextFirstDay = (at: Date) => new Date(firstDayOf(at).getTime() + DAYS_OF_ROW * DAY_MS)
/** The field of a day in `days`. */
export const dayField = (at: Date) => `d${dayNumber(at) % DAYS_OF_ROW}`

/** Before the hashes of the groups that have a row for the same days. No day begins so. */
export const groupsId = (set: GroupSet, at: Date) => `${groupPrefix(set)}b${dayOf(firstDayOf(at))}`

/** Ids of the groups of whole rows, from one first day up to another. */
export const groupsRange = (set: GroupSet, from: Date, to: Date) => ({
  $gte: groupsId(set, from),
  $lt: groupsId(set, to),
})

/** Ids of the rows of events in no group, from one day up to another one. */
export const ungroupedRange = (set: GroupSet, from: Date, to: Date) => ({
  $gte: groupPrefix(set) + dayOf(from),
  $lt: groupPrefix(set) + dayOf(to),
})

/** Ids of all groups of an account. */
export const allGroups = (accountId: string) => ({
  $gte: groupsPrefix(accountId),
  $lt: `${groupsPrefix(accountId)}\u{ffff}`,
})

/** The row of the events of a day that are in no group, because there are too many. */
export const ungroupedId = (set: GroupSet, at: Date) => groupPrefix(set) + dayOf(at)

/** The row of a group: see {@link groupsId}. Its key can be long, so the id has a hash of it. */
export const groupId = (groups: string, key: string) =>
  `${groups}|${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`

/** What the id of a group begins with. The inverse of {@link groupId}. */
export const groupsOf = (id: string) => id.slice(0, id.lastIndexOf('|'))

/** The row of the events in no group of one of the days of a row. */
export function ungroupedIdOfField(groups: string, field: string): string {
  const start = groups.lastIndexOf('|') + 1
  const first = new Date(groups.slice(start + 1)).getTime()
  return groups.slice(0, start) + dayOf(new Date(first + Number(field.slice(1)) * DAY_MS))
}

export const eventCountModel = ledgerModel<EventCountDoc>('EventCount', schema)
