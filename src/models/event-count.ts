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

/**
 * Counts of an account: one row an hour for the events of its statistics, another for the messages accepted in it, one a
 * broadcast, and one for each tag, template, link and broadcast of a day. Counts of events change in the transaction that
 * numbers the events, so each counts exactly once.
 */
export interface EventCountDoc {
  /** The account and what is counted: an hour, a broadcast, or a group of a day. */
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
  /** The tag, link or id of a group. Absent in the row of the events that are in no group. */
  key?: string
  /** Of a group: its events on a day. */
  counts?: Counts
  /** How many groups there are, in the row of the events that are in none. */
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
  key: String,
  counts: Schema.Types.Mixed,
  keys: Number,
  expires_at: Date,
})
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** The row of an hour (UTC). Rows of an account sort by their hours. */
export const hourCountId = (accountId: string, at: Date) => `${accountId}|${at.toISOString().slice(0, 13)}`

/** The row with the messages accepted in an hour: apart, because it is written at other times. */
export const hourAcceptedId = (accountId: string, at: Date) => `${hourCountId(accountId, at)}|accepted`

/** The row of a broadcast. */
export const broadcastCountId = (accountId: string, broadcastId: string) => `${accountId}|${broadcastId}`

/** What groups are counted apart. */
export interface GroupPlace {
  accountId: string
  by: Grouping
  mode: 'live' | 'test'
}

/** Before the kinds of groups of an account. No other row of the account begins so. */
const groupsPrefix = (accountId: string) => `${accountId}|by-`

/** Before the days (UTC) of a kind of groups. Rows sort by their days. */
const groupPrefix = ({ accountId, by, mode }: GroupPlace) => `${groupsPrefix(accountId)}${by}|${mode}|`

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Ids of the rows from one day up to another one. */
export const groupRange = (place: GroupPlace, from: Date, to: Date) => ({
  $gte: groupPrefix(place) + dayOf(from),
  $lt: groupPrefix(place) + dayOf(to),
})

/** Ids of all groups of an account. */
export const allGroups = (accountId: string) => ({
  $gte: groupsPrefix(accountId),
  $lt: `${groupsPrefix(accountId)}\u{ffff}`,
})

/** The row of the events of a day that are in no group, because there are too many. */
export const noGroupId = (place: GroupPlace, at: Date) => groupPrefix(place) + dayOf(at)

/** The row of a group beside that of the events in none. Its key can be long, so the id has a hash of it. */
export const groupId = (none: string, key: string) =>
  `${none}|${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`

/** The row of the events in no group of the same day. The inverse of {@link groupId}. */
export const besideGroup = (id: string) => id.slice(0, id.lastIndexOf('|'))

export const eventCountModel = ledgerModel<EventCountDoc>('EventCount', schema)
