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

/**
 * Counts of an account: one row an hour for the events of its statistics, another for the messages accepted in it, and
 * one a broadcast. Counts of events change in the transaction that numbers the events, so each counts exactly once.
 */
export interface EventCountDoc {
  /** The account and what is counted: an hour, or a broadcast. */
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
  expires_at: Date,
})
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** The row of an hour (UTC). Rows of an account sort by their hours. */
export const hourCountId = (accountId: string, at: Date) => `${accountId}|${at.toISOString().slice(0, 13)}`

/** The row with the messages accepted in an hour: apart, because it is written at other times. */
export const hourAcceptedId = (accountId: string, at: Date) => `${hourCountId(accountId, at)}|accepted`

/** The row of a broadcast. */
export const broadcastCountId = (accountId: string, broadcastId: string) => `${accountId}|${broadcastId}`

export const eventCountModel = ledgerModel<EventCountDoc>('EventCount', schema)
