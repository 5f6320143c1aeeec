import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A browser session. It lasts as long as its row, unless it expires or its key ends first. */
export interface SessionDoc {
  _id: string
  account_id: string
  key_id: string
  /** The hash of the key at the sign-in. After a rotation it no longer matches. */
  key_hash: string
  created_at: Date
  expires_at: Date
}

/** Filter for sessions that have not expired at this time. */
export function validSessions(now: Date) {
  return { expires_at: { $gt: now } }
}

const schema = ledgerSchema('sessions', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  key_id: { type: String, required: true },
  key_hash: { type: String, required: true },
  created_at: { type: Date, required: true },
  expires_at: { type: Date, required: true },
})
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export const sessionModel = ledgerModel<SessionDoc>('Session', schema)
