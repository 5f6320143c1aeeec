import { z } from 'zod'
import { parseMailbox } from '../lib/mail/addresses.js'
import { ById, cutAbove, optional, timestamp } from './fields.js'
import { idempotencyKey } from './idempotency-keys.js'
import { Attachment, MAX_RECIPIENTS, SendRequest, SendResponse } from './messages.js'

const NO_LIST = 'must be an address or a list of addresses'
const MAX_FILES = 100

/** One address or several. The limit is for all fields together, a rule of sending like what an address is. */
const addresses = () =>
  cutAbove(MAX_RECIPIENTS, z.union([z.string().transform((text) => [text]), z.array(z.string())], NO_LIST))

const line = z
  .string()
  .max(998, 'must have at most 998 characters')
  .refine((text) => !/[\r\n\0]/.test(text), 'must not contain line breaks')

/** What a mail says, and who else gets it. */
const mail = {
  cc: optional(addresses()).meta({ description: 'Further recipients.' }),
  bcc: optional(addresses()).meta({ description: 'Further recipients, whom the others do not see.' }),
  from: optional(
    z
      .string()
      .refine((text) => parseMailbox(text) !== null, 'must be an address, like me@example.com or Me <me@example.com>'),
  ).meta({ description: 'The sender, at a verified domain of the account.' }),
  body_html: optional(z.string()).meta({ description: 'The body as HTML.' }),
  body_text: optional(z.string()).meta({ description: 'The body as plain text.' }),
  attachments: optional(z.array(Attachment).max(MAX_FILES, `must have at most ${MAX_FILES} files`)).meta({
    description: 'Files that come with it: at most 7 MiB in all when decoded.',
  }),
  scheduled_at: SendRequest.shape.scheduled_at.meta({
    description:
      'When to send it: no more than 1 minute in the past and no more than 90 days in the future. Until then the message can be canceled.',
  }),
  signature: optional(z.boolean('must be true or false')).meta({
    description: 'Whether the signature of the inbox that it is from is added below the body. Default: false.',
  }),
  idempotency_key: optional(idempotencyKey()).meta({
    description: 'Unique to this mail. Without one, each request sends another mail.',
  }),
}
const to = () => addresses().meta({ description: 'The recipient, or several: at most 50 with those of cc and bcc.' })
const subject = (otherwise: string) => optional(line).meta({ description: `The subject. Default: ${otherwise}.` })

export const ComposeRequest = z.strictObject({
  to: to(),
  ...mail,
  subject: optional(line).meta({ description: 'The subject. Required.' }),
})
export type ComposeRequest = z.output<typeof ComposeRequest>

export const ReplyRequest = ById.extend({
  to: optional(to()).meta({ description: 'The recipients. Default: the first sender in the thread.' }),
  ...mail,
  subject: subject('`Re: ` and the subject of the thread without such prefixes'),
})
export type ReplyRequest = z.output<typeof ReplyRequest>

export const ForwardRequest = ById.extend({
  to: to(),
  ...mail,
  subject: subject('`Fwd: ` and the subject of the newest received mail'),
})
export type ForwardRequest = z.output<typeof ForwardRequest>

export const AcceptedMail = SendResponse.extend({
  undo_until: timestamp().nullable().meta({
    description: 'Until when canceling the message takes the mail back; null if it was sent at once.',
  }),
}).meta({ id: 'AcceptedMail' })
export type AcceptedMail = z.output<typeof AcceptedMail>
