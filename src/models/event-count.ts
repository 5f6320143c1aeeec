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

/**
 * Counts of an account: one row an hour for its statistics, and one a broadcast. They change in the transaction that
 * numbers the events, so each event counts exactly once.
 */
export interface EventCountDoc {
  /** The account and what is counted: an hour, or a broadcast. */
  _id: string
  /** Events that were recorded in this hour, of live mail. */
  live?: Counts
  /** Events that were recorded in this hour, of mail with test keys. */
  test?: Counts
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

/** The row of a broadcast. */
export const broadcastCountId = (accountId: string, broadcastId: string) => `${accountId}|${broadcastId}`

export const eventCountModel = ledgerModel<EventCountDoc>('EventCount', schema)
