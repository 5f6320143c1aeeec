import { Schema } from 'mongoose'
import type { MailSource } from '../contract/mail-threads.js'
import type { InboundMailboxDoc } from './inbound-email.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** One of the received copies of a mail: one for each address of ours that it arrived at. */
export interface MailCopyDoc {
  /** The inbound email. */
  id: string
  own_address: string
  inbox_id: string | null
}

/**
 * A mail in a thread of the mail app, received or sent. Its `_id` is that of the inbound email or message. A mail that
 * arrived at several addresses is one item, named after the first of its inbound emails.
 */
export interface MailItemDoc {
  _id: string
  account_id: string
  thread_id: string
  source: MailSource
  /** The inbound emails that are this mail; for a sent mail only the message. */
  copies: MailCopyDoc[]
  /** Its Message-ID as ids are compared: see `comparableId`. */
  rfc_id: string
  /** Its Message-ID without angle brackets, as it was written. */
  rfc_message_id: string
  /** The subject as threads compare it: see `baseSubject`. */
  base_subject: string
  subject: string
  from: InboundMailboxDoc[]
  /** Whether the domain of its author stands behind it; absent for sent mail. */
  is_authentic?: boolean
  /** What copies of a received mail have in common. Absent if its body could not be read or was removed, and in earlier rows. */
  content_digest?: string
  to: InboundMailboxDoc[]
  cc: InboundMailboxDoc[]
  /** The beginning of what the mail adds to what it quotes, at most 200 characters. */
  snippet: string
  occurred_at: Date
  /** Sorts the mails of an account by time: see `positionOf`. */
  position: string
  starred: boolean
  size_bytes: number
  /** What a search finds it by: see `services/mail-app/search/mail-terms.ts`. */
  terms: string[]
}

/**
 * A message id that a thread knows: a mail of it has the id, or names it. There is one row for each id and base subject,
 * so that looking up an id takes as long for a mailing list as for a single mail. `_id` is made of the three.
 */
export interface MailIdDoc {
  _id: string
  account_id: string
  rfc_id: string
  base_subject: string
  /** The thread, or one that was merged into it. */
  thread_id: string
  /** Whether a mail of the thread has this id; otherwise it is only named. */
  owned: boolean
}

/** The words of a mail in their order, with blanks between, for phrases. `_id` is the item's. */
export interface MailTextDoc {
  _id: string
  account_id: string
  words: string
}

/** Lists the items that have a term, or any, newest first. */
export const ITEM_TERMS_INDEX = { account_id: 1, terms: 1, position: -1 } as const
export const ITEM_TIME_INDEX = { account_id: 1, position: -1 } as const

const schema = ledgerSchema('mail_items', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  thread_id: { type: String, required: true },
  source: { type: String, required: true },
  copies: { type: Schema.Types.Mixed, required: true },
  rfc_id: { type: String, required: true },
  rfc_message_id: { type: String, required: true },
  base_subject: { type: String, default: '' },
  subject: { type: String, default: '' },
  from: { type: Schema.Types.Mixed },
  is_authentic: Boolean,
  content_digest: String,
  to: { type: Schema.Types.Mixed },
  cc: { type: Schema.Types.Mixed },
  snippet: { type: String, default: '' },
  occurred_at: { type: Date, required: true },
  position: { type: String, required: true },
  starred: { type: Boolean, default: false },
  size_bytes: { type: Number, default: 0 },
  terms: { type: [String], required: true },
})
schema.index(ITEM_TERMS_INDEX)
schema.index(ITEM_TIME_INDEX)
schema.index({ account_id: 1, thread_id: 1, position: 1 })
schema.index({ account_id: 1, rfc_id: 1 })
schema.index({ 'copies.id': 1 })

const idSchema = ledgerSchema('mail_ids', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  rfc_id: { type: String, required: true },
  base_subject: { type: String, default: '' },
  thread_id: { type: String, required: true },
  owned: { type: Boolean, required: true },
})
idSchema.index({ account_id: 1, rfc_id: 1, owned: -1 })
idSchema.index({ thread_id: 1 })

const textSchema = ledgerSchema('mail_texts', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  words: { type: String, default: '' },
})

export const mailItemModel = ledgerModel<MailItemDoc>('MailItem', schema)
export const mailIdModel = ledgerModel<MailIdDoc>('MailId', idSchema)
export const mailTextModel = ledgerModel<MailTextDoc>('MailText', textSchema)
