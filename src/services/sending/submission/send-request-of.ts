import { createHash, randomUUID } from 'node:crypto'
import type { ParsedAttachment, ParsedMail } from '@postline/mail-parser'
import type { z } from 'zod'
import type { SendRequest } from '../../../contract/messages.js'
import { ApiError } from '../../../errors.js'
import { formatMailbox, normalizeAddress, parseMailbox } from '../../../lib/mail/addresses.js'
import type { InboundMailboxDoc } from '../../../models/inbound-email.js'
import { isReservedHeader } from '../../../providers/mail/header-rules.js'
import { type OwnContentIds, ownContentIds } from '../../reading/content-ids.js'
import type { HtmlReader } from '../../reading/html-reader.js'
import { MAX_ATTACHMENTS_BYTES } from '../messages/rules/attachments.js'
import { isOptionHeader, readOptions } from './option-headers.js'
import type { SendOptions } from './send-options.js'

/** A mail that a program wants to send, and for whom. */
interface Submitted {
  accountId: string
  mail: ParsedMail
  /** The recipients of the envelope, bare addresses. */
  recipients: readonly string[]
  /** Whether the key is a test key, so that nothing is delivered. */
  testMode: boolean
}

/** A mail as a request to send, which is not checked yet. */
export interface SubmittedRequest {
  request: z.input<typeof SendRequest>
  /** The Message-ID of the mail, without angle brackets; null if it has none that can be kept. */
  rfcMessageId: string | null
}

/** What the parser says if it has left something out: such a mail would not be sent as it was written. */
const INCOMPLETE = /longer than|takes too long|Only the first|not listed|is cut\./
/** What is in every Message-ID that servers pass on (RFC 5322 3.6.4, without quotes and literals). */
const MESSAGE_ID = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,128}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/
const MAX_MESSAGE_ID_CHARS = 250
/** Far more than programs write. */
const MAX_HEADERS = 1_000
const CONTENT_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/

/**
 * Makes the request to send of a mail.
 *
 * The envelope decides who gets it: recipients that its headers do not name are bcc recipients, and addresses in its
 * headers that the envelope does not name get nothing. Headers that the service writes itself are left out. If the
 * headers name nobody, the request has only bcc recipients.
 *
 * Headers that say how to send it (`option-headers.ts`) become fields of the request and do not leave with the mail.
 * @throws ApiError `invalid_request` if the mail is too large to read, has several From headers, or a header asks for what
 * cannot be done.
 */
export async function sendRequestOf(
  htmlReader: Pick<HtmlReader, 'withOwnContentIds'>,
  { accountId, mail, recipients, testMode }: Submitted,
): Promise<SubmittedRequest> {
  const incomplete = mail.defects.find((defect) => INCOMPLETE.test(defect))
  if (incomplete) throw new ApiError('invalid_request', `The mail cannot be sent as it is. ${incomplete}`)
  // Which of them a reader sees is up to the reader (RFC 5322 3.6).
  if (valuesOf(mail, 'from').length > 1)
    throw new ApiError('invalid_request', 'The mail has more than one From header.')
  assertSmall(mail)
  const { options, metadata, tags } = readOptions(mail)
  if (options.simulated && !testMode) {
    throw new ApiError('invalid_request', 'The header X-Mailgun-Drop-Message needs a test key as the password.')
  }
  const rfcMessageId = keptMessageId(mail)
  const ids = ownContentIds(mail.attachments.map(({ contentId }) => contentId))
  const payload = {
    ...(mail.subject && { subject: mail.subject }),
    ...(mail.text && { body_text: mail.text }),
    ...(mail.html && { body_html: await htmlReader.withOwnContentIds(accountId, mail.html, ids) }),
    ...(mail.replyTo.length > 0 && { reply_to: mail.replyTo.map(shown) }),
    ...ownHeaders(mail),
    ...(mail.attachments.length > 0 && { attachments: mail.attachments.map((file) => attachment(file, ids)) }),
  }
  const [from] = mail.from
  if (from?.email) metadata.set('from_email', shown(from))
  const request: SubmittedRequest['request'] = {
    channel: 'email',
    idempotency_key: options.idempotencyKey ?? idempotencyKey(rfcMessageId, recipients),
    ...(options.messageType && { message_type: options.messageType }),
    destination: destination(mail, recipients),
    payload,
    ...(metadata.size > 0 && { metadata: Object.fromEntries(metadata) }),
    ...(tags.size > 0 && { tags: Object.fromEntries(tags) }),
    ...tracking(options),
    ...(options.scheduledAt && { scheduled_at: options.scheduledAt }),
  }
  return { request, rfcMessageId }
}

/** Before anything is made of it: the mail may have 25 MiB, and others wait. */
function assertSmall({ headers, attachments }: ParsedMail): void {
  if (headers.length > MAX_HEADERS) {
    throw new ApiError('invalid_request', `The mail has more than ${MAX_HEADERS} headers.`)
  }
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > MAX_ATTACHMENTS_BYTES) {
    throw new ApiError('payload_too_large', 'The attachments must have at most 7 MiB in total.')
  }
}

function destination(mail: ParsedMail, recipients: readonly string[]) {
  const left = new Map(recipients.map((recipient) => [normalizeAddress(recipient), recipient]))
  const take = (mailboxes: readonly InboundMailboxDoc[]) =>
    mailboxes.filter(({ email }) => left.delete(normalizeAddress(email))).map(shown)
  const [inTo, inCc] = [take(mail.to), take(mail.cc)]
  const hidden = [...left.values()]
  if (inTo.length > 0) return { to: inTo, cc: inCc, bcc: hidden }
  if (inCc.length > 0) return { to: inCc, bcc: hidden }
  // Several hidden ones must not see each other.
  return hidden.length > 1 ? { to: [], bcc: hidden } : { to: hidden }
}

/** As the API takes it; without its name if that cannot be shown safely. */
function shown({ name, email }: InboundMailboxDoc): string {
  const full = formatMailbox({ name, email })
  return parseMailbox(full) ? full : email
}

/** A name by which the mail is recognized if it is submitted again. */
function idempotencyKey(messageId: string | null, recipients: readonly string[]): string {
  if (messageId === null) return `smtp-${randomUUID()}`
  // Servers submit a mail once for each group of its recipients, under one Message-ID.
  const identity = [messageId, ...recipients.map(normalizeAddress).sort()].join('\n')
  return `smtp-${createHash('sha256').update(identity).digest('hex')}`
}

function keptMessageId({ rfcMessageId: id }: ParsedMail): string | null {
  return id !== null && id.length <= MAX_MESSAGE_ID_CHARS && MESSAGE_ID.test(id) ? id : null
}

/** Nothing of what the headers do not say: the settings of the deployment decide then. */
function tracking({ tracking: all, opens = all, clicks = all }: SendOptions) {
  if (opens === undefined && clicks === undefined) return {}
  return { tracking: { ...(opens !== undefined && { opens }), ...(clicks !== undefined && { clicks }) } }
}

function ownHeaders({ headers }: ParsedMail) {
  const seen = new Set<string>()
  const own = headers.filter(({ name, value }) => {
    const key = name.toLowerCase()
    if (isReservedHeader(name) || isOptionHeader(name) || value.trim() === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
  return own.length > 0 ? { headers: Object.fromEntries(own.map(({ name, value }) => [name, value.trim()])) } : {}
}

function valuesOf({ headers }: ParsedMail, name: string): string[] {
  return headers.flatMap((header) => (header.name.toLowerCase() === name ? header.value.trim() : []))
}

function attachment({ filename, contentType, contentId, content }: ParsedAttachment, ids: OwnContentIds) {
  return {
    filename,
    content_type: CONTENT_TYPE.test(contentType) ? contentType : 'application/octet-stream',
    content: content.toString('base64'),
    ...(contentId && { content_id: ids.get(contentId) }),
  }
}
