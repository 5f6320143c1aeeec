import type { mongo } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A mail that provider `capture` kept instead of sending it. One a message, whatever the number of attempts. */
export interface OutboxMailDoc {
  _id: string
  account_id: string
  /** Id of the message it was sent for. */
  message_id: string
  /** Mailbox as it stands in the header. */
  from: string
  /** Bare addresses. */
  to: string[]
  cc: string[]
  /** Not in the bytes: this is the only place that tells them. */
  bcc: string[]
  subject: string
  /** The mail as it would have gone out (message/rfc822). */
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
schema.index({ message_id: 1 }, { unique: true })
schema.index({ account_id: 1, _id: -1 })

export const outboxMailModel = ledgerModel<OutboxMailDoc>('OutboxMail', schema)
