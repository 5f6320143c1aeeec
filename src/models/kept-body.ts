import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A message that had not left when its content was to be removed. `_id` is the message's. */
export interface KeptBodyDoc {
  _id: string
}

const schema = ledgerSchema('kept_bodies', { _id: { type: String, required: true } })

export const keptBodyModel = ledgerModel<KeptBodyDoc>('KeptBody', schema)
