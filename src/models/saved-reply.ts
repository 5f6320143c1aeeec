import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** An answer that an account keeps, with variables. `_id` holds the time of its creation. */
export interface SavedReplyDoc {
  _id: string
  account_id: string
  name: string
  /** The name without case. Unique within the account; lists are in its order. */
  name_key: string
  subject: string | null
  /** At least one of the two bodies is there. */
  body_html: string | null
  body_text: string | null
  /** Changes with the content, for caches of what was parsed. */
  version: number
  updated_at: Date
}

const schema = ledgerSchema('mail_saved_replies', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  name: { type: String, required: true },
  name_key: { type: String, required: true },
  subject: { type: String, default: null },
  body_html: { type: String, default: null },
  body_text: { type: String, default: null },
  version: { type: Number, required: true },
  updated_at: { type: Date, required: true },
})
schema.index({ account_id: 1, name_key: 1 }, { unique: true })

export const savedReplyModel = ledgerModel<SavedReplyDoc>('SavedReply', schema)
