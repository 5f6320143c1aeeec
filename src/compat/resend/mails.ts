import { z } from 'zod'
import type { SendRequest } from '../../contract/messages.js'
import { fieldError } from '../../errors.js'
import { given } from '../common/given.js'
import { mediaTypeOfName } from '../common/media-types.js'
import { notSupported } from '../common/not-supported.js'

const addresses = () => z.union([z.string(), z.array(z.string())]).nullish()

const isByte = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

/** The content of a file: Base64, or a list of its bytes, as the SDK for Python takes it from programs. */
const FileContent = z.custom<string | number[]>(
  (value) => typeof value === 'string' || (Array.isArray(value) && value.every(isByte)),
  'must be Base64, or a list of bytes',
)

const Attachment = z.strictObject({
  filename: z.union([z.string(), z.literal(false)]).nullish(),
  content: FileContent.nullish(),
  path: z.string().nullish(),
  content_type: z.string().nullish(),
  content_id: z.string().nullish(),
})

/** A mail as Resend takes it (its API reference, "Send Email"). */
export const Mail = z.strictObject({
  from: z.string(),
  to: z.union([z.string(), z.array(z.string()).min(1)], 'must be an address or a list of addresses'),
  cc: addresses(),
  bcc: addresses(),
  reply_to: addresses(),
  subject: z.string().nullish(),
  html: z.string().nullish(),
  text: z.string().nullish(),
  headers: z.record(z.string(), z.string()).nullish(),
  attachments: z.array(Attachment).nullish(),
  tags: z.array(z.strictObject({ name: z.string(), value: z.string() })).nullish(),
  scheduled_at: z.string().nullish(),
  template: z.strictObject({ id: z.string(), variables: z.record(z.string(), z.unknown()).nullish() }).nullish(),
  topic_id: z.string().nullish(),
})
type Mail = z.output<typeof Mail>

/** Where Resend has the fields of a send request. */
export const MAIL_NAMES = [
  ['metadata.from_email', 'from'],
  ['destination.to', 'to'],
  ['destination.cc', 'cc'],
  ['destination.bcc', 'bcc'],
  ['destination', 'to'],
  ['payload.body_html', 'html'],
  ['payload.body_text', 'text'],
  ['payload.subject', 'subject'],
  ['payload.reply_to', 'reply_to'],
  ['payload.headers', 'headers'],
  ['payload.attachments', 'attachments'],
  ['template_id', 'template.id'],
  ['template_vars', 'template.variables'],
  ['idempotency_key', 'Idempotency-Key'],
] as const

/** The mail as a send request. @throws ApiError 501 for what has no counterpart. */
export function toSendRequest(mail: Mail, idempotencyKey: string): z.input<typeof SendRequest> {
  if (typeof mail.topic_id === 'string')
    throw notSupported('topic_id', 'Send to topics by a broadcast to a contact list.')
  if (mail.template && (mail.html || mail.text)) {
    throw fieldError('invalid_request', 'template', 'cannot be combined with html and text')
  }
  return {
    channel: 'email',
    idempotency_key: idempotencyKey,
    destination: {
      to: listOf(mail.to) ?? [],
      ...given('cc', listOf(mail.cc)),
      ...given('bcc', listOf(mail.bcc)),
    },
    payload: {
      ...given('subject', mail.subject),
      ...given('body_html', mail.html),
      ...given('body_text', mail.text),
      ...given('reply_to', listOf(mail.reply_to)),
      ...given('headers', mail.headers),
      ...given('attachments', mail.attachments?.map(toAttachment)),
    },
    metadata: { from_email: mail.from },
    ...given('tags', mail.tags && tagsOf(mail.tags)),
    ...given('scheduled_at', mail.scheduled_at),
    ...given('template_id', mail.template?.id),
    ...given('template_vars', mail.template?.variables as Record<string, never> | null | undefined),
  }
}

const listOf = (value: string | string[] | null | undefined) => (typeof value === 'string' ? [value] : value)

function toAttachment({ filename, content, path, content_type, content_id }: z.output<typeof Attachment>) {
  if (typeof path === 'string') throw notSupported('attachments.path', 'Fetch the file, and send it as content.')
  return {
    ...given('filename', filename || undefined),
    content_type: content_type ?? mediaTypeOfName(filename || ''),
    ...given('content', Array.isArray(content) ? Buffer.from(content).toString('base64') : content),
    ...given('content_id', content_id),
  }
}

function tagsOf(tags: readonly { name: string; value: string }[]): Record<string, string> {
  const found = new Map(tags.map(({ name, value }) => [name, value]))
  if (found.size < tags.length) throw fieldError('invalid_request', 'tags', 'must not have a name twice')
  return Object.fromEntries(found)
}
