import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A monthly spending limit of an account or one of its keys, in micro-dollars; null is no limit. */
export interface SpendCapDoc {
  _id: string
  account_id: string
  /** Null for the account. */
  key_id: string | null
  soft_limit_micros: number | null
  hard_limit_micros: number | null
}

const schema = ledgerSchema('spend_caps', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  key_id: { type: String, default: null },
  soft_limit_micros: { type: Number, default: null },
  hard_limit_micros: { type: Number, default: null },
})
schema.index({ account_id: 1, key_id: 1 }, { unique: true })

export const spendCapModel = ledgerModel<SpendCapDoc>('SpendCap', schema)
