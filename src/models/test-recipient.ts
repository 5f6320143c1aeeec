import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** Test recipients that an account can have, pending ones included. */
export const MAX_TEST_RECIPIENTS = 3

/** An address that somebody lets an account send real mail to before it has a domain of its own. */
export interface TestRecipientDoc {
  _id: string
  account_id: string
  /** As it was given. */
  email: string
  /** The address as it is compared. */
  address: string
  /** Which of the places of the account it takes, from 0: its unique index keeps the limit. */
  place: number
  status: 'pending' | 'verified'
  /** Hex SHA-256 of the token in the link; absent once it is used. */
  token_hash?: string
  /** When the link was mailed. */
  link_sent_at: Date | null
  /** When the link, and with it the place, is given up; absent once it is verified. */
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
