import { type mongo, Schema } from 'mongoose'
import type { EventSource, TimelineEventType } from '../contract/events.js'
import { dueIndex, type WorkFields, workPaths } from '../streams/engine/work-row.js'
import type { EventsOfHour } from './event-count.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/**
 * An event on a message's timeline. Append-only: only the fan-out fields change (`seq`, `first`, `tags`,
 * `fanout_at` and the claim fields).
 */
export interface EventDoc extends WorkFields {
  _id: string
  account_id: string
  message_id: string
  type: TimelineEventType
  source: EventSource
  /** Unique within the account, so that repeats are recorded once. */
  provider_event_id: string
  /** Stands for `provider_event_id` in the index: see services/tracking/events/event-key.ts. */
  dedup_key: mongo.Binary
  payload: Record<string, unknown>
  /** Set for a message of a test key. */
  test_mode?: true
  /** The broadcast of the message; absent for other mail. */
  broadcast_id?: string
  /** The template of the message; absent for other mail. */
  template_id?: string
  /** The tags of the message as `name:value`, until the event is counted. Absent if it has none. */
  tags?: string[]
  /** The `traceparent` of the step that recorded it. Absent if tracing was off. */
  trace?: string
  /** When it happened at its source. */
  occurred_at: Date
  /** When it was recorded. */
  created_at: Date
  /** Sequence number in the account, from 1; assigned by the fan-out. */
  seq?: number
  /** Set with the number if the message is part of a broadcast and had no event of this type before. */
  first?: true
  /** When it becomes due for fan-out; absent once that is done. */
  fanout_at?: Date
}

/**
 * The index of first events. They are few, however often a mail is opened. Queries name it, because the planner prefers
 * others.
 */
export const FIRST_EVENTS_INDEX = { account_id: 1, message_id: 1, type: 1 } as const

/** What becomes of few of the messages of a broadcast. */
export const RARE_OUTCOMES = [
  ...['opened', 'clicked', 'bounced', 'complained', 'failed', 'suppressed', 'unsubscribed'],
] as const satisfies TimelineEventType[]

/** The index of first events with which the recipients of a broadcast are listed by what became of the mail. */
export const OUTCOMES_INDEX = { account_id: 1, broadcast_id: 1, type: 1, message_id: -1 } as const
/** The index of the clicks in the mail of a broadcast. */
export const CLICKS_INDEX = { account_id: 1, broadcast_id: 1, _id: 1 } as const

/** The counter of an account's sequence numbers. `_id` is the account's. */
export interface EventSequenceDoc {
  _id: string
  seq: number
  /** Changes with the account's webhook subscriptions and its suspension; absent before the first change. */
  revision?: number
  /**
   * The last hour in which events were counted here. The first event of a later hour moves it to the counts of hours, which
   * have what else was counted of the same hour.
   */
  latest?: EventsOfHour
}

const schema = ledgerSchema('events', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  message_id: { type: String, required: true },
  type: { type: String, required: true },
  source: { type: String, required: true },
  provider_event_id: { type: String, required: true },
  dedup_key: { type: Buffer, required: true },
  payload: { type: Schema.Types.Mixed, required: true },
  occurred_at: { type: Date, required: true },
  created_at: { type: Date, required: true },
  test_mode: Boolean,
  broadcast_id: String,
  template_id: String,
  // Without a default: most events have none.
  tags: { type: [String], default: undefined },
  trace: String,
  seq: Number,
  first: Boolean,
  fanout_at: Date,
  ...workPaths,
})
schema.index({ account_id: 1, dedup_key: 1 }, { unique: true })
schema.index({ message_id: 1, occurred_at: 1, created_at: 1, _id: 1 })
schema.index({ account_id: 1, seq: 1 })
schema.index(FIRST_EVENTS_INDEX, { partialFilterExpression: { first: true } })
// Partial, so that the bulk of the events of a broadcast, which are `sent` and `delivered`, does not pay for them.
schema.index(OUTCOMES_INDEX, { partialFilterExpression: { first: true, type: { $in: RARE_OUTCOMES } } })
schema.index(CLICKS_INDEX, { partialFilterExpression: { type: 'clicked', broadcast_id: { $exists: true } } })
schema.index(...dueIndex('fanout_at'))
schema.index({ held: 1 }, { sparse: true })

const sequenceSchema = ledgerSchema('event_sequences', {
  _id: { type: String, required: true },
  seq: { type: Number, required: true },
  revision: Number,
  latest: Schema.Types.Mixed,
})

export const eventModel = ledgerModel<EventDoc>('Event', schema)
export const eventSequenceModel = ledgerModel<EventSequenceDoc>('EventSequence', sequenceSchema)
