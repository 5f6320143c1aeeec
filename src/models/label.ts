import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A label that an account gives to threads. */
export interface LabelDoc {
  _id: string
  account_id: string
  name: string
  /** The name without case. Unique within the account; lists are in its order. */
  name_key: string
  color: string | null
}

const schema = ledgerSchema('mail_labels', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  name: { type: String, required: true },
  name_key: { type: String, required: true },
  color: { type: String, default: null },
})
schema.index({ account_id: 1, name_key: 1 }, { unique: true })

export const labelModel = ledgerModel<LabelDoc>('Label', schema)
