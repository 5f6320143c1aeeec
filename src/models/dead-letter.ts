import type { DeadLetterDoc } from '../streams/engine/dead-letters.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

const schema = ledgerSchema('dead_letters', {
  _id: { type: String, required: true },
  kind: { type: String, required: true },
  row_id: { type: String, required: true },
  account_id: { type: String, required: true },
  error: { type: String, required: true },
  crashes: { type: Number, required: true },
  created_at: { type: Date, required: true },
})
schema.index({ account_id: 1, kind: 1, row_id: 1 }, { unique: true })
schema.index({ account_id: 1, _id: -1 })

export const deadLetterModel = ledgerModel<DeadLetterDoc>('DeadLetter', schema)
