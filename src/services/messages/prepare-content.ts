import { type ErrorCode, fieldError } from '../../errors.js'
import { parseAddress, parseMailbox } from '../../lib/addresses.js'
import type { MailboxDoc, MailContent } from '../../models/message.js'
import { MAX_HEADERS, validateCustomHeaders } from '../../providers/mail/header-rules.js'
import { prepareAttachments, type Uploads } from './prepare-attachments.js'
import type { SendRequest } from './send-request.js'

/** Recipients of one message, all kinds together. */
export const MAX_RECIPIENTS = 50
/** Headers of one message that the sender adds. */
export const MAX_CUSTOM_HEADERS = MAX_HEADERS
/** Both bodies together, in bytes. With the attachments a message stays below the 16 MiB of a ledger row. */
const MAX_BODIES_BYTES = 8 * 1024 * 1024

/** Who a message goes to. */
export type Recipients = Pick<MailContent, 'to' | 'cc' | 'bcc'>

/**
 * Who a message goes to.
 * @throws ApiError `invalid_destination` naming the address that is missing, malformed or one too many.
 */
export function prepareRecipients(destination: SendRequest['destination']): Recipients {
  if (!destination.email) throw fieldError('invalid_destination', 'destination.email', 'is required to send an email')
  const address = parseAddress(destination.email)
  if (!address)
    throw fieldError('invalid_destination', 'destination.email', 'is not a valid address, like user@example.com')
  const to = [{ name: destination.name?.trim() || null, email: address.email }]
  const cc = prepareMailboxes('destination.cc', destination.cc)
  const bcc = prepareMailboxes('destination.bcc', destination.bcc)
  if (1 + cc.length + bcc.length > MAX_RECIPIENTS) {
    throw fieldError('invalid_destination', 'destination', `holds more than ${MAX_RECIPIENTS} recipients`)
  }
  return { to, cc, bcc }
}

/**
 * What a message says.
 * @param uploads those that it attaches.
 * @throws ApiError `invalid_channel_payload`, `invalid_request` for bad headers or attachments, `payload_too_large`.
 */
export function prepareContent(
  payload: SendRequest['payload'],
  uploads?: Uploads,
): Omit<MailContent, 'from' | 'to' | 'cc' | 'bcc'> {
  if (!payload) throw fieldError('invalid_channel_payload', 'payload', 'is required unless template_id is given')
  const { subject, body_html: html, body_text: text } = payload
  if (!subject?.trim()) throw fieldError('invalid_channel_payload', 'payload.subject', 'is required to send an email')
  if (!html && !text) throw fieldError('invalid_channel_payload', 'payload', 'needs body_html, body_text or both')
  if (Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '') > MAX_BODIES_BYTES) {
    throw fieldError('payload_too_large', 'payload', 'has bodies of more than 8 MiB')
  }
  return {
    subject,
    html: html ?? null,
    text: text ?? null,
    reply_to: prepareMailboxes('payload.reply_to', payload.reply_to, 'invalid_request'),
    headers: prepareHeaders(payload.headers ?? {}),
    attachments: prepareAttachments(payload.attachments ?? [], uploads),
  }
}

function prepareMailboxes(path: string, texts: string[] = [], code: ErrorCode = 'invalid_destination'): MailboxDoc[] {
  return texts.map((text, index) => {
    const mailbox = parseMailbox(text)
    if (!mailbox)
      throw fieldError(
        code,
        `${path}.${index}`,
        'is not a valid address, like user@example.com or Name <user@example.com>',
      )
    return { name: mailbox.name, email: mailbox.email }
  })
}

function prepareHeaders(headers: Record<string, string>): [string, string][] {
  const [problem] = validateCustomHeaders(headers)
  if (problem)
    throw fieldError('invalid_request', ['payload.headers', problem.path].filter(Boolean).join('.'), problem.message)
  return Object.entries(headers)
}
