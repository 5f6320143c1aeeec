import { Schema } from 'mongoose'
import type { AcceptedMail } from '../contract/mail-compose.js'
import type { DraftKind, DraftStatus } from '../contract/mail-drafts.js'
import type { Attachment } from '../contract/messages.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** What somebody has written of a mail. */
export interface DraftContent {
  kind: DraftKind
  /** The thread that it answers or forwards; null for a new mail. */
  thread_id: string | null
  /** The inbox that it is written in; null for none. */
  inbox_id: string | null
  from: string | null
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string | null
  body_text: string | null
  body_html: string | null
  /** As they were given: with their bytes in base64, or as an upload. */
  attachments: Attachment[]
  /** Whether it is sent with the signature of its inbox. Absent: no. */
  signature?: boolean
}

/** A mail that is being written. `_id` sorts by, and holds, the time of its creation. */
export interface MailDraftDoc extends DraftContent {
  _id: string
  account_id: string
  /** The normalized address of ours that it would be sent from, like the mail that it becomes; null if that is not known. */
  own_address: string | null
  status: DraftStatus
  /** Whether lists show it: it is not sent. Absent otherwise. */
  open?: true
  /** Increases whenever somebody changes the content. */
  revision: number
  /** Increases with every write; absent before the second. */
  version?: number
  /** The bytes that it counts among the drafts of the account: see `sizeOf`. Nothing once it is sent and cannot be taken back. */
  size_bytes?: number
  /** SHA-256 of the content that was last sent, or to be: see `contentDigestOf`. */
  sent_digest?: string
  /** How many messages have used up an idempotency key of it, and were canceled or suppressed. */
  reopened: number
  /** The message that it was sent as. */
  message_id?: string
  /** The answer to the request that sent it. */
  accepted?: AcceptedMail
  /** When its mail leaves, and can be taken back no longer. Then the draft loses its content, and this. */
  empty_at?: Date
  /** Whether it keeps its content then, which is of another revision than the mail. */
  keeps_content?: true
  /** When a sent draft is forgotten. */
  expires_at?: Date
  updated_at: Date
}

/** The indexes of lists. */
export const DRAFTS_INDEX = { account_id: 1, open: 1, _id: -1 } as const
export const INBOX_DRAFTS_INDEX = { account_id: 1, open: 1, inbox_id: 1, _id: -1 } as const
export const ADDRESS_DRAFTS_INDEX = { account_id: 1, open: 1, own_address: 1, _id: -1 } as const
export const THREAD_DRAFTS_INDEX = { account_id: 1, open: 1, thread_id: 1, _id: -1 } as const

/** Adds up the drafts that have a content. */
export const DRAFT_SIZES_INDEX = { account_id: 1, size_bytes: 1 } as const

const schema = ledgerSchema('mail_drafts', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  own_address: { type: String, default: null },
  kind: { type: String, required: true },
  thread_id: { type: String, default: null },
  inbox_id: { type: String, default: null },
  from: { type: String, default: null },
  to: { type: [String], required: true },
  cc: { type: [String], required: true },
  bcc: { type: [String], required: true },
  subject: { type: String, default: null },
  body_text: { type: String, default: null },
  body_html: { type: String, default: null },
  attachments: { type: Schema.Types.Mixed, required: true },
  signature: Boolean,
  status: { type: String, required: true },
  open: Boolean,
  revision: { type: Number, required: true },
  version: Number,
  size_bytes: Number,
  sent_digest: String,
  reopened: { type: Number, required: true },
  message_id: String,
  accepted: { type: Schema.Types.Mixed },
  empty_at: Date,
  keeps_content: Boolean,
  expires_at: Date,
  updated_at: { type: Date, required: true },
})
// Erasures read all drafts.
schema.index({ account_id: 1, _id: 1 })
schema.index(DRAFTS_INDEX)
schema.index(INBOX_DRAFTS_INDEX)
schema.index(ADDRESS_DRAFTS_INDEX)
schema.index(THREAD_DRAFTS_INDEX)
schema.index(DRAFT_SIZES_INDEX, { partialFilterExpression: { size_bytes: { $gt: 0 } } })
schema.index({ account_id: 1, message_id: 1 }, { partialFilterExpression: { message_id: { $exists: true } } })
schema.index({ empty_at: 1 }, { sparse: true })
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export const mailDraftModel = ledgerModel<MailDraftDoc>('MailDraft', schema)
