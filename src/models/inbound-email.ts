import { Schema } from 'mongoose'
import type { InboundVerdicts } from '../contract/inbound.js'
import { dueIndex, type WorkFields, workPaths } from '../streams/engine/work-row.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** An attachment as it is listed. Its bytes are a blob: see services/receiving/blob-keys.ts. */
export interface InboundAttachmentDoc {
  filename: string
  content_type: string
  /** Decoded, in bytes. */
  size: number
  /** Without angle brackets; null if it has none. */
  content_id: string | null
}

/** An address as a mail has it, decoded; `email` keeps its spelling. */
export interface InboundMailboxDoc {
  name: string | null
  email: string
}

/**
 * A received mail at one recipient. `_id` contains the time of its arrival. The row is written, with the raw bytes,
 * before the mail is acknowledged; an inbound worker then parses it and fills in the fields below `parsed_at`.
 */
export interface InboundEmailDoc extends WorkFields {
  _id: string
  account_id: string
  /** The domain of the recipient: lower case, A-labels. */
  domain: string
  /** The address in the envelope, normalized: see `normalizeAddress`. */
  recipient: string
  /** The inbox with exactly this address when the mail arrived; null if there was none. */
  inbox_id: string | null
  /** Hex SHA-256 of the raw bytes. With account and recipient it identifies a repeat. */
  raw_digest: string
  size_bytes: number
  /** The envelope sender; empty for the null sender. */
  envelope_from: string
  /** The client that handed the mail over by SMTP; null if unknown. SPF is checked for it. */
  client: { ip: string; helo: string } | null
  /** Verdicts of a provider that has checked the mail; absent ones are checked here. */
  given_verdicts: Partial<InboundVerdicts> | null
  /** When it becomes due to be parsed; absent once it is. */
  parse_at?: Date

  /** When it was parsed. Absent before: lists do not show it until then. */
  parsed_at?: Date
  /** Without angle brackets. One of ours if the mail has none. */
  rfc_message_id: string
  /** Message ids without angle brackets, in the order of the header. */
  in_reply_to: string[]
  references: string[]
  /** The time in its Date header; null if it has none that can be read. */
  sent_at: Date | null
  from: InboundMailboxDoc[]
  reply_to: InboundMailboxDoc[]
  to: InboundMailboxDoc[]
  cc: InboundMailboxDoc[]
  subject: string
  verdicts: InboundVerdicts
  attachments: InboundAttachmentDoc[]
  /** Its thread; null until it has one. */
  thread_id: string | null
}

/** The long parts of a parsed mail, apart from what lists need. `_id` is the mail's. */
export interface InboundContentDoc {
  _id: string
  account_id: string
  text: string | null
  html: string | null
  /** The HTML for reading: sanitized, without remote images, `cid:` images from our attachment routes. */
  html_safe: string | null
  /** What the mail adds to what it quotes; null without text. */
  reply_text: string | null
  /** In the order of the mail, decoded. */
  headers: { name: string; value: string }[]
}

/** Lists the mail of one of our addresses, newest first. */
export const INBOUND_RECIPIENT_INDEX = { account_id: 1, recipient: 1, _id: -1 } as const

const schema = ledgerSchema('inbound_emails', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  domain: { type: String, required: true },
  recipient: { type: String, required: true },
  inbox_id: { type: String, default: null },
  raw_digest: { type: String, required: true },
  size_bytes: { type: Number, required: true },
  envelope_from: { type: String, default: '' },
  client: { type: Schema.Types.Mixed, default: null },
  given_verdicts: { type: Schema.Types.Mixed, default: null },
  parse_at: Date,
  parsed_at: Date,
  rfc_message_id: String,
  in_reply_to: { type: [String], default: undefined },
  references: { type: [String], default: undefined },
  sent_at: Date,
  from: { type: Schema.Types.Mixed },
  reply_to: { type: Schema.Types.Mixed },
  to: { type: Schema.Types.Mixed },
  cc: { type: Schema.Types.Mixed },
  subject: String,
  verdicts: { type: Schema.Types.Mixed },
  attachments: { type: Schema.Types.Mixed },
  thread_id: { type: String, default: null },
  ...workPaths,
})
// In this order it also finds all mails with the same bytes.
schema.index({ account_id: 1, raw_digest: 1, recipient: 1 }, { unique: true })
schema.index({ account_id: 1, _id: -1 })
schema.index(INBOUND_RECIPIENT_INDEX)
schema.index(...dueIndex('parse_at'))
schema.index({ held: 1 }, { sparse: true })

const contentSchema = ledgerSchema('inbound_contents', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  text: { type: String, default: null },
  html: { type: String, default: null },
  html_safe: { type: String, default: null },
  reply_text: { type: String, default: null },
  headers: { type: Schema.Types.Mixed, required: true },
})

export const inboundEmailModel = ledgerModel<InboundEmailDoc>('InboundEmail', schema)
export const inboundContentModel = ledgerModel<InboundContentDoc>('InboundContent', contentSchema)
