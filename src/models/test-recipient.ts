import type { TestRecipientStatus } from '../contract/test-recipients.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** Most test recipients of an account, including pending ones. */
export const MAX_TEST_RECIPIENTS = 3

/** An address whose owner accepts real mail of an account without a domain. */
export interface TestRecipientDoc {
  _id: string
  account_id: string
  /** The address as given. */
  email: string
  /** The normalized address. */
  address: string
  /** Its seat among the recipients of the account, from 0. The unique index enforces the limit. */
  place: number
  status: TestRecipientStatus
  /** Hex SHA-256 of the link's token; absent once it is used. */
  token_hash?: string
  /** When the link was mailed. */
  link_sent_at: Date | null
  /** When the link and the seat expire; absent once verified. */
  expires_at?: Date
  verified_at: Date | null
  created_at: Date
}

const schema = ledgerSchema('test_recipients', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  email: { type: String, required: true },
  address: { type: String, required: true },
  place: { type: Number, required: true },
  status: { type: String, required: true },
  token_hash: String,
  link_sent_at: { type: Date, default: null },
  expires_at: Date,
  verified_at: { type: Date, default: null },
  created_at: { type: Date, required: true },
})
schema.index({ account_id: 1, place: 1 }, { unique: true })
schema.index({ account_id: 1, address: 1 }, { unique: true })
schema.index({ token_hash: 1 }, { unique: true, sparse: true })

export const testRecipientModel = ledgerModel<TestRecipientDoc>('TestRecipient', schema)
