import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** What an account uses of one quota. Every change of it is in the transaction of what it counts. */
export interface QuotaDoc {
  /** The account and the resource. */
  _id: string
  /** Changes with each creation, so that of two at the same time one waits for the other. */
  turn: number
  /** The bytes of its uploads; absent until one is stored or deleted. */
  used?: number
}

const schema = ledgerSchema('quotas', {
  _id: { type: String, required: true },
  turn: { type: Number, required: true },
  used: Number,
})

export const quotaModel = ledgerModel<QuotaDoc>('Quota', schema)
