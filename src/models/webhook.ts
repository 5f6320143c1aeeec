import { Schema } from 'mongoose'
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type WebhookEventType,
  type WebhookFormat,
} from '../contract/webhooks.js'
import type { Header } from '../lib/http/http-exchange.js'
import { dueIndex, type WorkFields, workPaths } from '../streams/engine/work-row.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A customer's endpoint and the events it wants. */
export interface WebhookSubscriptionDoc {
  _id: string
  account_id: string
  endpoint_url: string
  /** 32 random bytes in hex, sealed: see services/platform/encryption/sealer.ts. It signs every delivery. */
  signing_secret: string
  /** Empty for all. */
  event_types: WebhookEventType[]
  /** Absent for our own. */
  format?: WebhookFormat
  is_active: boolean
  /** Set if a test key made it: it gets events of test mail alone. */
  test_mode?: true
  /** When it was paused; null while it is active. */
  paused_at: Date | null
  /** Total time of past pauses, in ms, without the current one. */
  paused_total_ms: number
  /** Whether its last attempts all failed. It is then served in the retry lane. */
  failing: boolean
  created_at: Date
}

/** One request to an endpoint. */
export interface DeliveryAttemptDoc {
  attempted_at: Date
  response_status: number | null
  error: string | null
  duration_ms: number
  /** As they were sent. */
  request_headers?: Header[]
  response_headers?: Header[]
  response_body: string | null
}

/** The delivery of one event to one subscription: an entry of the delivery log. */
export interface WebhookDeliveryDoc extends WorkFields {
  _id: string
  account_id: string
  subscription_id: string
  event_id: string
  event_type: WebhookEventType
  message_id: string
  status: DeliveryStatus
  /** Attempts made in all rounds. */
  attempt_count: number
  /** 1, plus one for each redelivery. */
  round: number
  /** Attempts made in this round. */
  round_attempts: number
  /** Start of the first attempt of this round, from which its 24 hours count. */
  round_started_at: Date | null
  /** `paused_total_ms` of the subscription at that time. */
  paused_base_ms: number
  response_status: number | null
  attempts: DeliveryAttemptDoc[]
  /** When the next retry is due, as the log shows it. */
  next_retry_at: Date | null
  /** The stored body, if the event is on no timeline. */
  payload_id?: string
  /** The format of the subscription when the event was fanned out. Absent for our own. */
  format?: WebhookFormat
  /** The `traceparent` of the fan-out that made it. Absent if tracing was off. */
  trace?: string
  /** When it becomes due for an attempt; absent if nothing is left to do. */
  next_at?: Date
}

/**
 * The body of the webhook requests of an event on no timeline, in our own format: for mail that came in, and for test
 * events. `_id` is the event's, or a separate one for inbound routes, whose requests name no message. Earlier versions
 * stored the bodies of all events.
 */
export interface WebhookPayloadDoc {
  _id: string
  account_id: string
  body: string
}

/**
 * Lists the log of a webhook, newest first: with one status, or as a merge of all of them, for which the filter is
 * {@link ANY_STATUS}.
 */
export const DELIVERY_LOG_INDEX = { account_id: 1, subscription_id: 1, status: 1, _id: -1 } as const
/** The same for the deliveries of one type of events. */
export const DELIVERY_TYPE_INDEX = { account_id: 1, subscription_id: 1, event_type: 1, status: 1, _id: -1 } as const
export const ANY_STATUS = { status: { $in: [...DELIVERY_STATUSES] } }

const subscriptionSchema = ledgerSchema('webhook_subscriptions', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  endpoint_url: { type: String, required: true },
  signing_secret: { type: String, required: true },
  event_types: { type: [String], required: true },
  format: String,
  test_mode: Boolean,
  is_active: { type: Boolean, default: true },
  paused_at: { type: Date, default: null },
  paused_total_ms: { type: Number, default: 0 },
  failing: { type: Boolean, default: false },
  created_at: { type: Date, required: true },
})
subscriptionSchema.index({ account_id: 1, _id: -1 })

const deliverySchema = ledgerSchema('webhook_deliveries', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  subscription_id: { type: String, required: true },
  event_id: { type: String, required: true },
  event_type: { type: String, required: true },
  message_id: { type: String, required: true },
  status: { type: String, enum: DELIVERY_STATUSES, required: true },
  attempt_count: { type: Number, default: 0 },
  round: { type: Number, default: 1 },
  round_attempts: { type: Number, default: 0 },
  round_started_at: { type: Date, default: null },
  paused_base_ms: { type: Number, default: 0 },
  response_status: { type: Number, default: null },
  attempts: { type: Schema.Types.Mixed, default: [] },
  next_retry_at: { type: Date, default: null },
  payload_id: String,
  format: String,
  trace: String,
  next_at: Date,
  ...workPaths,
})
deliverySchema.index({ account_id: 1, subscription_id: 1, event_id: 1 }, { unique: true })
deliverySchema.index(DELIVERY_LOG_INDEX)
deliverySchema.index(DELIVERY_TYPE_INDEX)
deliverySchema.index({ message_id: 1, _id: 1 })
deliverySchema.index(...dueIndex('next_at'))
deliverySchema.index({ held: 1 }, { sparse: true })

const payloadSchema = ledgerSchema('webhook_payloads', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  body: { type: String, required: true },
})

export const webhookSubscriptionModel = ledgerModel<WebhookSubscriptionDoc>('WebhookSubscription', subscriptionSchema)
export const webhookDeliveryModel = ledgerModel<WebhookDeliveryDoc>('WebhookDelivery', deliverySchema)
export const webhookPayloadModel = ledgerModel<WebhookPayloadDoc>('WebhookPayload', payloadSchema)
