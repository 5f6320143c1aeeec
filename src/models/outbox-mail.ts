import type { mongo } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/**
 * A mail that the provider `capture` stored instead of sending it. One for each message, however many attempts there
 * are.
 */
export interface OutboxMailDoc {
  _id: string
  account_id: string
  /** Id of its message. */
  message_id: string
  /** Mailbox as in the header. */
  from: string
  /** Addresses without names. */
  to: string[]
  cc: string[]
  /** Bcc recipients are stored only here, not in the bytes. */
  bcc: string[]
  subject: string
  /** The mail as it would have been sent (message/rfc822). A `Buffer` when written. */
  mime: mongo.Binary
  created_at: Date
}

const schema = ledgerSchema('outbox', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  message_id: { type: String, required: true },
  from: { type: String, required: true },
  to: { type: [String], required: true },
  cc: { type: [String], required: true },
  bcc: { type: [String], required: true },
  subject: String,
  mime: { type: Buffer, required: true },
  created_at: { type: Date, required: true },
})
schema.index({ account_id: 1, message_id: 1 }, { unique: true })
schema.index({ account_id: 1, _id: -1 })

export const outboxMailModel = ledgerModel<OutboxMailDoc>('OutboxMail', schema)
