import { type mongo, Schema } from 'mongoose'
import type { Channel } from '../contract/channels.js'
import type { TimelineEventType } from '../contract/events.js'
import type { MessageStatus, MessageType } from '../contract/messages.js'
import type { SuppressionState } from '../contract/suppressions.js'
import { dueIndex, type WorkFields, workPaths } from '../streams/engine/work-row.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/**
 * A message is refused if it could not be written within this time, in ms. So no message appears much later than the
 * time in its id, and those of an older period can be counted.
 */
export const MAX_WRITE_DELAY_MS = 120_000

/** A mailbox in a mail; `email` keeps the caller's spelling of the local part. */
export interface MailboxDoc {
  name: string | null
  email: string
}

export interface AttachmentDoc {
  filename: string
  content_type: string
  content: mongo.Binary
  content_id: string | null
}

/** The content of a message, from which the mail is composed. */
export interface MailContent {
  from: MailboxDoc
  to: MailboxDoc[]
  cc: MailboxDoc[]
  bcc: MailboxDoc[]
  reply_to: MailboxDoc[]
  subject: string
  html: string | null
  text: string | null
  headers: [name: string, value: string][]
  attachments: AttachmentDoc[]
}

/** What lists show of the content. */
export type ContentSummary = Pick<MailContent, 'from' | 'to' | 'cc' | 'subject'>

/** Why a message was stopped: a recipient is on the suppression list, or has opted out of its topic. */
export interface StopDoc {
  /** The address as in the message. */
  recipient: string
  state: SuppressionState
  reason: string
}

/** The charge of a message in a month. */
export interface Charge {
  /** The hold of the grant. */
  hold: string
  at: Date
  /** Year and month, like 2026-11. */
  period: string
  /** Micro-dollars. */
  micros: number
  /** Recipients. */
  count: number
  /** Whether it was given back. */
  state: 'charged' | 'returned'
}

/**
 * The account whose suppression list applies to a message. For the service's own mail it is the account that the mail
 * is sent for, so that recipients' choices do not affect other accounts.
 */
export function suppressingAccount({
  account_id,
  on_behalf_of,
}: Pick<MessageDoc, 'account_id' | 'on_behalf_of'>): string {
  return on_behalf_of ?? account_id
}

/** Whether a message costs anything: mail with test keys and test sends are free. */
export function isPaidFor({ test_mode, test_send }: Pick<MessageDoc, 'test_mode' | 'test_send'>): boolean {
  return !test_mode && !test_send
}

/** The number of recipients. */
export function countRecipients({ to, cc, bcc }: MailContent): number {
  return to.length + cc.length + bcc.length
}

/** An outbound message. `_id` contains its creation time and sorts by it. */
export interface MessageDoc extends WorkFields {
  _id: string
  account_id: string
  idempotency_key: string
  /** Hex SHA-256 of the canonical request, which identifies replays. */
  request_hash: string
  channel: Channel
  message_type: MessageType
  /** For the service's own mail, the account it is sent for; absent for customers' mail. */
  on_behalf_of?: string
  /** The key that sent it. */
  key_id: string
  /** Whether it was sent with a test key, so that its outcome is simulated. */
  test_mode: boolean
  /** Whether it is a test send: real mail to a verified test recipient, free of charge. */
  test_send: boolean
  /** What to track; null for nothing. */
  tracking: { opens: boolean; clicks: boolean } | null
  status: MessageStatus
  /** Status in the first response; replays repeat it. */
  accepted_status: 'queued' | 'scheduled' | 'suppressed'
  /** The suppression that stopped it at acceptance; absent for all other messages. */
  stopped?: StopDoc
  /** The revision of the account's suppressions under which nothing stopped it at acceptance; absent if not known. */
  suppressions_revision?: number
  /** Rank of the newest event (see {@link statusRank}); empty before the first. */
  status_rank: string
  scheduled_at: Date | null
  tags: Record<string, string> | null
  /** The sender's own fields of `metadata`, as JSON, because any name can be among them. Absent if there are none. */
  metadata?: string
  /** Null for free mail, and for scheduled mail until its dispatch. */
  charge: Charge | null
  provider_message_id: string | null
  /** The Message-ID that its sender has given it, without angle brackets; absent for one of ours. */
  rfc_message_id?: string
  /** The `traceparent` of its acceptance. Absent if tracing was off. */
  trace?: string
  /**
   * Set if the operator has given it up after a restore, because it may have been sent: the error with which it fails.
   */
  abandoned?: string
  /** When live mail was handed over. Absent before, and for mail of test keys. */
  sent_at?: Date
  /** Whether a recipient was erased: what is recorded later names no address. */
  erased?: true
  /** Whether a recipient has reported it as spam. */
  complained?: true
  /** Whether it bounced permanently. */
  bounced?: true
  updated_at: Date
  /** The broadcast that it belongs to; absent for other mail. */
  broadcast_id?: string
  /** The template that it was rendered from; absent for other mail. */
  template_id?: string
  /** The list of its broadcast, if the list is a topic; absent for other mail. */
  topic_id?: string
  /** When its recipient first unsubscribed by it, or opted out of its topic, if it belongs to a broadcast. */
  unsubscribed_at?: Date
  /** Search terms, and terms for the filters by recipient and tag. */
  search: string[]
  /** The content; null if it is large and stored in `message_contents`, or removed. */
  content: MailContent | null
  /** What lists show of content that is stored in `message_contents`, or removed; absent otherwise. */
  content_summary?: Omit<ContentSummary, 'subject'> & { subject: string | null }
  /** When it becomes due for dispatch; absent if nothing is left to do. */
  dispatch_at?: Date
  /**
   * When a scheduler files it in the mail app, or takes it out if it is canceled, unless the request that sent or canceled
   * it has; absent if nothing is left to do.
   */
  file_at?: Date
  /** Whether it was given a thread of the mail app. Written with the thread, so a cancellation knows. */
  filed?: true
  /** The thread that it was written in; absent for mail that begins one. */
  mail_thread_id?: string
  /**
   * The version of that thread that it answers: when it is filed, the thread becomes read, unless it has changed. Absent if it
   * answers none that is unread.
   */
  answers_version?: number
  /** Hand-overs that a provider has deferred. */
  deferrals: number
  /** Start of the first hand-over: deferrals are retried for a limited time after it. */
  first_attempt_at: Date | null
}

/** Fields that only requests and lists need. A dispatch does not read them: they are a good part of a row. */
export const NOT_DISPATCHED = ['search', 'request_hash', 'idempotency_key'] as const satisfies (keyof MessageDoc)[]

/** A message as a dispatch reads it. */
export type DispatchedMessage = Omit<MessageDoc, (typeof NOT_DISPATCHED)[number]>

/** Content too large for the message row. `_id` is the message's. */
export interface MessageContentDoc {
  _id: string
  account_id: string
  content: MailContent
}

/** Fields of a message that count against its sender. */
export const FEEDBACK_FLAGS = ['complained', 'bounced'] as const
export type FeedbackFlag = (typeof FEEDBACK_FLAGS)[number]

/** The index of sent live mail. Its queries name it, because the planner prefers others. */
export const SENT_INDEX = { account_id: 1, sent_at: 1 } as const

/**
 * The indexes of lists. Their queries name them: the planner may prefer the index of ids, which all accounts share.
 */
export const MESSAGES_INDEX = { account_id: 1, _id: -1 } as const
export const STATUS_INDEX = { account_id: 1, status: 1, _id: -1 } as const
export const SEARCH_INDEX = { account_id: 1, search: 1, _id: -1 } as const
/** Of mail of test keys alone. */
export const TEST_INDEX = { account_id: 1, test_mode: 1, _id: -1 } as const

const DUE = dueIndex('dispatch_at', 'message_type')
/** The index of mail that waits for dispatch. Queries for it over all accounts name it. */
export const [DISPATCH_INDEX] = DUE

/** The index of the mail of a broadcast. Its queries name it, because the planner may prefer others. */
export const BROADCAST_INDEX = { account_id: 1, broadcast_id: 1, _id: 1 } as const
/** The index of the mail of a broadcast by which recipients have unsubscribed. */
export const UNSUBSCRIBED_INDEX = { account_id: 1, broadcast_id: 1, _id: -1 } as const
/** The index of the mail of a broadcast that waits for dispatch. */
export const BROADCAST_WAITING_INDEX = { account_id: 1, broadcast_id: 1, dispatch_at: 1 } as const

/** The status for an event type. Both decisions before dispatch have the same status. */
export function statusAfter(type: TimelineEventType): MessageStatus {
  return type === 'unsubscribed' ? 'suppressed' : type
}

/**
 * Encodes (occurred_at, created_at, id) as a text that sorts in timeline order. The status of a message is the type of
 * its highest-ranked event.
 */
export function statusRank(event: { occurred_at: Date; created_at: Date; _id: string }): string {
  return `${event.occurred_at.toISOString()}|${event.created_at.toISOString()}|${event._id}`
}

const schema = ledgerSchema('messages', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  on_behalf_of: String,
  idempotency_key: { type: String, required: true },
  request_hash: { type: String, required: true },
  channel: { type: String, required: true },
  message_type: { type: String, required: true },
  key_id: { type: String, required: true },
  test_mode: { type: Boolean, required: true },
  test_send: { type: Boolean, default: false },
  tracking: { type: Schema.Types.Mixed, default: null },
  status: { type: String, required: true },
  accepted_status: { type: String, required: true },
  stopped: { type: Schema.Types.Mixed },
  suppressions_revision: Number,
  status_rank: { type: String, default: '' },
  scheduled_at: { type: Date, default: null },
  tags: { type: Schema.Types.Mixed, default: null },
  metadata: String,
  charge: { type: Schema.Types.Mixed, default: null },
  provider_message_id: { type: String, default: null },
  rfc_message_id: String,
  trace: String,
  abandoned: String,
  sent_at: Date,
  erased: Boolean,
  complained: Boolean,
  bounced: Boolean,
  updated_at: { type: Date, required: true },
  broadcast_id: String,
  template_id: String,
  topic_id: String,
  unsubscribed_at: Date,
  search: { type: [String], required: true },
  content: { type: Schema.Types.Mixed, default: null },
  content_summary: { type: Schema.Types.Mixed },
  dispatch_at: Date,
  file_at: Date,
  filed: Boolean,
  mail_thread_id: String,
  answers_version: Number,
  deferrals: { type: Number, default: 0 },
  first_attempt_at: { type: Date, default: null },
  ...workPaths,
})
schema.index({ account_id: 1, idempotency_key: 1 }, { unique: true })
schema.index(MESSAGES_INDEX)
schema.index(STATUS_INDEX)
schema.index(SEARCH_INDEX)
// Partial: live mail, which is nearly all of an account's mail, does not pay for it, and is listed as what is not in it.
schema.index(TEST_INDEX, { partialFilterExpression: { test_mode: true } })
// Partial, not sparse: a sparse index would contain every message without an id, because null counts as a value.
schema.index({ provider_message_id: 1 }, { partialFilterExpression: { provider_message_id: { $gt: '' } } })
// Partial, so that an accepted message is in none of these: they are written when it is sent, complained of or bounces.
for (const flag of FEEDBACK_FLAGS) {
  schema.index({ account_id: 1, [flag]: 1, sent_at: 1 }, { partialFilterExpression: { [flag]: true } })
}
schema.index(SENT_INDEX, { partialFilterExpression: { sent_at: { $exists: true } } })
// Partial, so that only mail of broadcasts pays for them: all of a broadcast, and what of it waits for dispatch.
schema.index(BROADCAST_INDEX, { partialFilterExpression: { broadcast_id: { $exists: true } } })
schema.index(UNSUBSCRIBED_INDEX, { partialFilterExpression: { unsubscribed_at: { $exists: true } } })
schema.index(BROADCAST_WAITING_INDEX, {
  partialFilterExpression: { broadcast_id: { $exists: true }, dispatch_at: { $exists: true } },
})
schema.index(...DUE)
schema.index({ file_at: 1 }, { sparse: true })
schema.index({ held: 1 }, { sparse: true })

const contentSchema = ledgerSchema('message_contents', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  content: { type: Schema.Types.Mixed, required: true },
})

export const messageModel = ledgerModel<MessageDoc>('Message', schema)
export const messageContentModel = ledgerModel<MessageContentDoc>('MessageContent', contentSchema)
