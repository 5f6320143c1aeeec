import { Schema } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A place of a day, and who has it. */
export interface DailyPlace {
  /** Names what takes it: whoever comes again with the same key takes no other. */
  key: string
  at: Date
}

/** The places of one thing that is limited by the day (UTC), such as test sends to an address. */
export interface DailyPlacesDoc {
  /** What is limited, and the day. */
  _id: string
  places: DailyPlace[]
  /** After this nobody asks for it. */
  expires_at: Date
}

const schema = ledgerSchema('daily_places', {
  _id: { type: String, required: true },
  places: { type: [new Schema({ key: String, at: Date }, { _id: false })], required: true },
  expires_at: { type: Date, required: true },
})
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export const dailyPlacesModel = ledgerModel<DailyPlacesDoc>('DailyPlaces', schema)
