import { Schema } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** One use of a quota. */
export interface DailyUse {
  /** What it was counted for. A key counts once. */
  key: string
  at: Date
}

/** The uses of something limited per day (UTC), such as test sends to an address. */
export interface DailyQuotaDoc {
  /** The limited subject and the day. */
  _id: string
  uses: DailyUse[]
  /** No longer needed after this. */
  expires_at: Date
}

const schema = ledgerSchema('daily_quotas', {
  _id: { type: String, required: true },
  uses: { type: [new Schema({ key: String, at: Date }, { _id: false })], required: true },
  expires_at: { type: Date, required: true },
})
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export const dailyQuotaModel = ledgerModel<DailyQuotaDoc>('DailyQuota', schema)
