import { type WorkFields, workPaths } from '../streams/engine/work-row.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** Stands for the account of a callback until its message is found: the provider does not name it. */
export const UNKNOWN_ACCOUNT = 'unknown'

/** How long a callback is kept after it was worked on, in seconds. */
export const CALLBACK_RETENTION_S = 30 * 86_400

/** What became of a callback: an event, one that was there already, an entry for the recipient alone, or nothing. */
export type CallbackOutcome = 'recorded' | 'duplicate' | 'unsubscribed' | 'ignored'

/** One callback of a provider, as it came. It is in the ledger before the provider gets its 200. */
export interface CallbackDoc extends WorkFields {
  _id: string
  /** The message's account, once it is known; {@link UNKNOWN_ACCOUNT} before. */
  account_id: string
  provider: 'ses'
  /** What makes a repeat of it the same callback: `sns:` and the SNS MessageId, or `ses:` and a digest of the body. */
  provider_key: string
  /** How it came: in an SNS envelope, or bare. Becomes the source of its event. */
  source: 'ses' | 'sns'
  /** What the provider calls it, such as `Bounce`. */
  type: string
  /** The message that it names by the tag that every hand-over carries; absent when it names none. */
  tagged_message_id?: string
  /** The provider's id of the mail; null when it names none. */
  provider_message_id: string | null
  /** The notification: JSON, to the letter. */
  body: string
  /** When it becomes due; absent once it is worked on. */
  process_at?: Date
  /** Provider's id of the mail whose message is not known yet; absent as long as nobody has looked, and once it is. */
  awaits?: string
  /** Looks for its message that found none. */
  tries: number
  outcome?: CallbackOutcome
  /** When it was worked on: it is kept for a while from then. */
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
schema.index({ awaits: 1 }, { sparse: true })
schema.index({ process_at: 1 }, { sparse: true })
schema.index({ processed_at: 1 }, { expireAfterSeconds: CALLBACK_RETENTION_S })
schema.index({ held: 1 }, { sparse: true })

export const callbackModel = ledgerModel<CallbackDoc>('Callback', schema)
