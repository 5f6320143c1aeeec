import { z } from 'zod'
import { ById, id, nextCursor, optional, pageCursor, pageLimit, timestamp } from './fields.js'
import { ComposeRequest } from './mail-compose.js'
import { untrusted, untrustedHtml } from './untrusted.js'

export const DRAFT_KINDS = ['new', 'reply', 'reply_all', 'forward'] as const
const DraftKind = z.enum(DRAFT_KINDS, 'must be new, reply, reply_all or forward').meta({ id: 'DraftKind' })
export type DraftKind = z.output<typeof DraftKind>

const DraftStatus = z.enum(['draft', 'sending', 'sent']).meta({ id: 'DraftStatus' })
export type DraftStatus = z.output<typeof DraftStatus>

/** Longest recipient, with a name, in characters. */
const MAX_RECIPIENT_CHARS = 1_000

const { from, subject, body_text, body_html, attachments, signature } = ComposeRequest.shape

const recipients = () =>
  ComposeRequest.shape.cc.refine(
    (all) => !all?.some((text) => text.length > MAX_RECIPIENT_CHARS),
    `must have recipients of at most ${MAX_RECIPIENT_CHARS.toLocaleString('en')} characters`,
  )

/** Most files of a draft. */
export const MAX_FILES = 100

/** What a draft holds: as little or as much as there is. */
const content = {
  kind: optional(DraftKind).meta({
    description: 'What it is: `new`, or `reply`, `reply_all` or `forward` of a thread. Default: `reply` with a thread.',
  }),
  thread_id: optional(z.string()).meta({ description: 'The thread that it answers or forwards.' }),
  inbox_id: optional(z.string()).meta({ description: 'The inbox that it is written in: the default of `from`.' }),
  to: recipients().meta({
    description: 'The recipients. A reply without any goes to those to whom `POST …/reply` would send it.',
  }),
  cc: recipients().meta({ description: 'Further recipients.' }),
  bcc: recipients().meta({ description: 'Further recipients, whom the others do not see.' }),
  ...{ subject: subject.meta({ description: 'The subject.' }), body_text, body_html },
  from: optional(z.union([z.literal(''), from])).meta({ description: 'The sender, at a verified domain.' }),
  signature,
  attachments: attachments.meta({ description: 'All its files after the change: at most 7 MiB in all when decoded.' }),
}
const revision = () =>
  optional(z.int('must be a whole number')).meta({
    description:
      'The revision that the change is based on. If the draft has another one, the answer is 409 `draft_changed`.',
  })

export const NewDraft = z.strictObject(content)
export type NewDraft = z.output<typeof NewDraft>

export const DraftChanges = ById.extend({
  revision: revision(),
  ...content,
  keep_attachments: optional(z.array(z.int('must be a whole number'), 'must be a list of places').max(MAX_FILES)).meta({
    description:
      'Files of the draft to keep, by their positions from 0. Those of `attachments` come after them; the others are removed. Name the `revision` too, so that the positions are those that you have read.',
  }),
})
export type DraftChanges = z.output<typeof DraftChanges>

export const SendDraft = ById.extend({
  revision: revision(),
  scheduled_at: ComposeRequest.shape.scheduled_at,
})
export type SendDraft = z.output<typeof SendDraft>

export const DraftFilter = z.strictObject({
  inbox_id: optional(z.string()).meta({ description: 'Only drafts of this inbox.' }),
  thread_id: optional(z.string()).meta({ description: 'Only drafts that answer or forward this thread.' }),
  limit: pageLimit(),
  cursor: pageCursor(),
})
export type DraftFilter = z.output<typeof DraftFilter>

const DraftAttachment = z
  .object({
    filename: z.string().nullable().meta({ description: 'Name of the file; null for that of the upload.' }),
    content_type: z.string().nullable().meta({ description: 'Its MIME type; null for that of the upload.' }),
    size: z.int().nullable().meta({ description: 'Decoded, in bytes; null for an upload.' }),
    upload_id: z.string().nullable().meta({ description: 'The upload; null for a file that is not from one.' }),
    content_id: z.string().nullable().meta({ description: 'Name for references as `cid:…` in the HTML.' }),
  })
  .meta({ id: 'DraftAttachment' })

const summary = z.object({
  id: id('mailDraft'),
  kind: DraftKind.meta({ description: '`new`, `reply`, `reply_all` or `forward`.' }),
  thread_id: z
    .string()
    .nullable()
    .meta({ description: 'The thread that it answers or forwards; null for a new mail.' }),
  inbox_id: z.string().nullable().meta({ description: 'The inbox that it is written in; null for none.' }),
  status: DraftStatus.meta({
    description: '`draft`, `sending` or `sent`. After an interruption it stays `sending` until it is sent again.',
  }),
  revision: z.int().meta({ description: 'Increases with every change of the content.' }),
  from: z.string().nullable().meta({ description: 'The sender; null if it is left open.' }),
  // Their names come from mail.
  to: untrusted(z.array(z.string())).meta({ description: 'The recipients.' }),
  cc: untrusted(z.array(z.string())).meta({ description: 'The cc recipients.' }),
  bcc: untrusted(z.array(z.string())).meta({ description: 'The bcc recipients.' }),
  subject: untrusted(z.string().nullable()).meta({ description: 'The subject; null if it is left open.' }),
  message_id: id('message').nullable().meta({ description: 'The message that it was sent as; null before.' }),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export const MailDraftSummary = summary.meta({ id: 'MailDraftSummary' })
export type MailDraftSummary = z.output<typeof MailDraftSummary>

export const MailDraft = summary
  .extend({
    // What is answered may be quoted.
    body_text: untrusted(z.string().nullable()).meta({ description: 'The body as plain text; null for none.' }),
    body_html: untrustedHtml('body_text', z.string().nullable()).meta({
      description: 'The body as HTML; null for none.',
    }),
    attachments: z.array(DraftAttachment).meta({ description: 'The files.' }),
    signature: z.boolean().meta({ description: 'Whether it is sent with the signature of the inbox that it is from.' }),
  })
  .meta({ id: 'MailDraft' })
export type MailDraft = z.output<typeof MailDraft>

export const MailDraftPage = z.object({ drafts: z.array(MailDraftSummary), next_cursor: nextCursor() })
