import type { Readable } from 'node:stream'
import { z } from 'zod'
import { ById, documentedAs, id, nextCursor, timestamp } from './fields.js'
import { untrusted, untrustedHtml } from './untrusted.js'

/** What a check of a received mail said: `GRAY` if it could not decide, `NONE` if it was not made. */
export const VERDICTS = ['PASS', 'FAIL', 'NONE', 'GRAY'] as const
export const Verdict = z.enum(VERDICTS).meta({ id: 'Verdict' })
export type Verdict = z.output<typeof Verdict>

export const InboundVerdicts = z.object({
  spf: Verdict,
  dkim: Verdict,
  dmarc: Verdict,
  spam: Verdict,
  virus: Verdict,
})
export type InboundVerdicts = z.output<typeof InboundVerdicts>

export const InboundAttachment = z
  .object({
    filename: untrusted(z.string()),
    content_type: z.string(),
    size: z.int().meta({ description: 'Decoded, in bytes.' }),
    content_id: z
      .string()
      .nullable()
      .meta({ description: 'How the HTML refers to it, as `cid:…`; null if it does not.' }),
  })
  .meta({ id: 'InboundAttachment' })
export type InboundAttachment = z.output<typeof InboundAttachment>

const summary = z.object({
  id: id('inboundEmail'),
  account_id: id('account'),
  domain: z.string(),
  recipient: z.string().meta({ description: 'The address in the envelope at which the mail arrived.' }),
  inbox_id: z.string().nullable().meta({ description: 'The inbox with exactly this address; null if there was none.' }),
  from: untrusted(z.string()).meta({
    description: 'As in the mail, decoded, like `Ada <ada@example.com>`; empty without a From.',
  }),
  to: untrusted(z.array(z.string())),
  cc: untrusted(z.array(z.string())),
  subject: untrusted(z.string()),
  spf_verdict: Verdict,
  dkim_verdict: Verdict,
  dmarc_verdict: Verdict,
  spam_verdict: Verdict,
  virus_verdict: Verdict,
  attachments: z.array(InboundAttachment),
  size_bytes: z.int().meta({ description: 'Size of the raw message.' }),
  received_at: timestamp(),
  thread_id: id('thread').nullable().meta({ description: 'Its thread in the mail app.' }),
})

export const InboundEmailSummary = summary.meta({ id: 'InboundEmailSummary' })
export type InboundEmailSummary = z.output<typeof InboundEmailSummary>

export const InboundEmail = summary
  .extend({
    text: untrusted(z.string().nullable()),
    html: untrustedHtml('text', z.string().nullable()).meta({
      description: 'As received. Do not show it to people: show `html_safe`.',
    }),
    html_safe: untrustedHtml('text', z.string().nullable()).meta({
      description: 'The HTML for reading: sanitized, without remote images, with the inline images of the mail.',
    }),
    reply_text: untrusted(z.string().nullable()).meta({
      description: 'The text without quoted mail and without its signature; null without text.',
    }),
    headers: z
      .array(z.object({ name: untrusted(z.string()), value: untrusted(z.string()) }).meta({ id: 'InboundHeader' }))
      .meta({ description: 'In the order of the mail, decoded.' }),
    rfc_message_id: z.string().meta({ description: 'The Message-ID without angle brackets.' }),
    in_reply_to: z.array(z.string()).meta({ description: 'Message ids without angle brackets.' }),
    references: z.array(z.string()).meta({ description: 'Message ids without angle brackets, oldest first.' }),
  })
  .meta({ id: 'InboundEmail' })
export type InboundEmail = z.output<typeof InboundEmail>

export const InboundEmailPage = z.object({ emails: z.array(InboundEmailSummary), next_cursor: nextCursor() })

/** The exact bytes of a received mail. */
export interface RawMail {
  size: number
  content: Buffer | Readable
}
export const RawMail = z.custom<RawMail>().register(documentedAs, { type: 'string', contentEncoding: 'binary' })

/** An attachment of a received mail with its bytes. */
export interface AttachmentFile extends RawMail {
  filename: string
  contentType: string
}
export const AttachmentFile = z
  .custom<AttachmentFile>()
  .register(documentedAs, { type: 'string', contentEncoding: 'binary' })

export const AttachmentById = ById.extend({
  // Any value is allowed: an impossible index is unknown, which is a 404 and not a 400.
  index: z
    .union([z.string(), z.number()])
    .register(documentedAs, { type: 'integer', description: 'Its position in `attachments`, from 0.' }),
})
