import type { Channel } from '../contract/channels.js'
import type { SuppressionState } from '../contract/suppressions.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A recipient on an account's suppression list. `_id` sorts by the time of the first entry. */
export interface SuppressionDoc {
  _id: string
  account_id: string
  channel: Channel
  /** Normalized address: two spellings are one recipient. */
  recipient: string
  state: SuppressionState
  reason: string
  updated_at: Date
}

const schema = ledgerSchema('suppressions', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  channel: { type: String, required: true },
  recipient: { type: String, required: true },
  state: { type: String, required: true },
  reason: { type: String, required: true },
  updated_at: { type: Date, required: true },
})
schema.index({ account_id: 1, channel: 1, recipient: 1 }, { unique: true })
schema.index({ account_id: 1, _id: -1 })
schema.index({ account_id: 1, reason: 1, _id: -1 })

export const suppressionModel = ledgerModel<SuppressionDoc>('Suppression', schema)
