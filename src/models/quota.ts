import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** What an account uses of one quota. Every change of it is in the transaction of what it counts. */
export interface QuotaDoc {
  /** The account and the resource. */
  _id: string
  /** Changes with each creation, so that of two at the same time one waits for the other. */
  turn: number
}

const schema = ledgerSchema('quotas', {
  _id: { type: String, required: true },
  turn: { type: Number, required: true },
})

export const quotaModel = ledgerModel<QuotaDoc>('Quota', schema)
