import { Schema } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A taken place. */
export interface DailyPlace {
  /** The key that took it. The same key takes no other place. */
  key: string
  at: Date
}

/** The places of something limited per day (UTC), such as test sends to an address. */
export interface DailyPlacesDoc {
  /** The limited subject and the day. */
  _id: string
  places: DailyPlace[]
  /** No longer needed after this. */
  expires_at: Date
}

const schema = ledgerSchema('daily_places', {
  _id: { type: String, required: true },
  places: { type: [new Schema({ key: String, at: Date }, { _id: false })], required: true },
  expires_at: { type: Date, required: true },
})
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export const dailyPlacesModel = ledgerModel<DailyPlacesDoc>('DailyPlaces', schema)
