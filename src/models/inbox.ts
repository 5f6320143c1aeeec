import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** An address of the account whose mail is kept together in the mail app. */
export interface InboxDoc {
  _id: string
  account_id: string
  domain_id: string
  domain: string
  local_part: string
  /** As `normalizeAddress` makes it. */
  address: string
  /** A copy of the address, until the inbox is deleted. Unique within the account. */
  live_address?: string
  name: string | null
  active: boolean
  /** Below what its people write, if a mail asks for it; null or absent for none. */
  signature_html?: string | null
  signature_text?: string | null
  created_at: Date
  updated_at: Date
  /** When its deletion began; absent before. Its row stays until mail that was arriving then is detached, too. */
  deleted_at?: Date
}

const schema = ledgerSchema('mail_inboxes', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  domain_id: { type: String, required: true },
  domain: { type: String, required: true },
  local_part: { type: String, required: true },
  address: { type: String, required: true },
  live_address: String,
  name: { type: String, default: null },
  active: { type: Boolean, required: true },
  signature_html: String,
  signature_text: String,
  created_at: { type: Date, required: true },
  updated_at: { type: Date, required: true },
  deleted_at: Date,
})
schema.index(
  { account_id: 1, live_address: 1 },
  { unique: true, partialFilterExpression: { live_address: { $exists: true } } },
)
schema.index({ account_id: 1, _id: -1 })
schema.index({ deleted_at: 1 }, { sparse: true })

export const inboxModel = ledgerModel<InboxDoc>('Inbox', schema)
