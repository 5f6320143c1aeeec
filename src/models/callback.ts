import type { CallbackProvider } from '../contract/callbacks.js'
import type { EventSource } from '../contract/events.js'
import { dueIndex, type WorkFields, workPaths } from '../streams/engine/work-row.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** The account of a callback until its message is found: providers do not name it. */
export const UNKNOWN_ACCOUNT = 'unknown'

/** How long a callback is kept after it was processed, in seconds. */
export const CALLBACK_RETENTION_S = 30 * 86_400

/** The result of a callback: a new event, a known one, a suppression entry only, or nothing. */
export type CallbackOutcome = 'recorded' | 'duplicate' | 'unsubscribed' | 'ignored'

/** A callback as received. It is stored before the provider gets its 200. */
export interface CallbackDoc extends WorkFields {
  _id: string
  /** The account of its message once known; {@link UNKNOWN_ACCOUNT} before. */
  account_id: string
  provider: CallbackProvider
  /** Identifies repeats: `sns:` and the SNS MessageId, or `ses:` or `smtp:` and a hash of what came. */
  provider_key: string
  /** Whether it came in an SNS envelope, directly, or as a mail. Becomes the source of its event. */
  source: Extract<EventSource, 'ses' | 'sns' | 'smtp'>
  /** The provider's type, such as `Bounce`. */
  type: string
  /** The message id in its tag; absent if it has none. */
  tagged_message_id?: string
  /** The provider's id of the mail; null if it has none. */
  provider_message_id: string | null
  /** The exact JSON of the notification; of a mail, its message and its first bytes. */
  body: string
  /** When it becomes due; absent once it is processed. */
  process_at?: Date
  /**
   * The provider's id of a mail whose message is not known yet; absent before the first look-up, and once the message
   * is known.
   */
  awaits?: string
  /** Failed look-ups of its message. */
  tries: number
  outcome?: CallbackOutcome
  /** When it was processed. It is kept for a while after that. */
  processed_at?: Date
}

const schema = ledgerSchema('callbacks', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  provider: { type: String, required: true },
  provider_key: { type: String, required: true },
  source: { type: String, required: true },
  type: { type: String, required: true },
  tagged_message_id: String,
  provider_message_id: { type: String, default: null },
  body: { type: String, required: true },
  process_at: Date,
  awaits: String,
  tries: { type: Number, default: 0 },
  outcome: String,
  processed_at: Date,
  ...workPaths,
})
schema.index({ provider_key: 1 }, { unique: true })
schema.index({ tagged_message_id: 1 }, { sparse: true })
// Those without a tag, by their mail: an erasure looks for them. Mail that we hand over has a tag in nearly all of them.
schema.index({ provider_message_id: 1 }, { partialFilterExpression: { tagged_message_id: null } })
schema.index({ awaits: 1 }, { sparse: true })
schema.index(...dueIndex('process_at'))
schema.index({ processed_at: 1 }, { expireAfterSeconds: CALLBACK_RETENTION_S })
schema.index({ held: 1 }, { sparse: true })

export const callbackModel = ledgerModel<CallbackDoc>('Callback', schema)
