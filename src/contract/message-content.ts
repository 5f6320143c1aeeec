import { z } from 'zod'
import { ById, optional } from './fields.js'
import { idempotencyKey } from './idempotency-keys.js'
import { untrusted, untrustedHtml } from './untrusted.js'

const mailboxes = () => z.array(z.string())

const StoredAttachment = z
  .object({
    filename: z.string().meta({ description: 'Name of the file.' }),
    content_type: z.string().meta({ description: 'Its MIME type, like `image/png`.' }),
    size: z.int().meta({ description: 'Its bytes.' }),
    content_id: z.string().nullable().meta({ description: 'Name for references as `cid:…` in the HTML.' }),
  })
  .meta({ id: 'StoredAttachment' })

/** The content of a message as it was accepted, without the bytes of its files. */
export const MessageContent = z
  .object({
    from: z.string().meta({ description: 'The sender, like `Me <me@example.com>`.' }),
    to: mailboxes().meta({ description: 'The main recipients, with their names.' }),
    cc: mailboxes().meta({ description: 'The cc recipients.' }),
    bcc: mailboxes().meta({ description: 'The bcc recipients.' }),
    reply_to: mailboxes().meta({ description: 'Where answers go.' }),
    subject: untrusted(z.string()).meta({ description: 'The subject; of a template, the rendered one.' }),
    body_html: untrustedHtml('body_text', z.string().nullable()).meta({
      description: 'The HTML, before links are tracked; null if there is none.',
    }),
    body_text: untrusted(z.string().nullable()).meta({ description: 'The plain text; null if there is none.' }),
    headers: z.record(z.string(), z.string()).meta({ description: 'The custom headers.' }),
    attachments: z.array(StoredAttachment).meta({ description: 'The files, without their bytes.' }),
  })
  .meta({ id: 'MessageContent' })
export type MessageContent = z.output<typeof MessageContent>

export const ResendRequest = ById.extend({
  idempotency_key: optional(idempotencyKey()).meta({
    description: 'Unique to the new message. Without one, each request makes another message.',
  }),
})
export type ResendRequest = z.output<typeof ResendRequest>
