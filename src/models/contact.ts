import { Schema } from 'mongoose'
import type { Attributes } from '../contract/contacts.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** What a contact last did with mail. Recorded from when the contact exists. */
export interface ContactActivity {
  opened_at?: Date
  clicked_at?: Date
  bounced_at?: Date
}

/** A person whom an account writes to. `_id` sorts by, and holds, the time of creation. */
export interface ContactDoc {
  _id: string
  account_id: string
  /** As `normalizeAddress` makes it. Unique in the account. */
  email: string
  first_name: string | null
  last_name: string | null
  attributes: Attributes
  /** Terms of the address and of the names, as those of messages. */
  search: string[]
  /** Absent before the first event. */
  activity?: ContactActivity
  /** The import that made it, and the row there; absent for others. */
  import?: { id: string; row: number }
  updated_at: Date
}

const schema = ledgerSchema('contacts', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  email: { type: String, required: true },
  first_name: { type: String, default: null },
  last_name: { type: String, default: null },
  attributes: { type: Schema.Types.Mixed, required: true },
  search: { type: [String], required: true },
  activity: { type: Schema.Types.Mixed },
  import: { type: Schema.Types.Mixed },
  updated_at: { type: Date, required: true },
})
schema.index({ account_id: 1, email: 1 }, { unique: true })
schema.index({ account_id: 1, _id: -1 })
schema.index({ account_id: 1, search: 1, _id: -1 })

export const contactModel = ledgerModel<ContactDoc>('Contact', schema)
