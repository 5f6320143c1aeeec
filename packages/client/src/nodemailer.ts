import { PostlineError } from './postline-error.js'
import { type Client, type ClientOptions, createClient } from './rest.js'
import type { Send } from './rest-paths.js'

/*
 * A transport for Nodemailer, for programs that send with it. It depends on nothing of Nodemailer but what transports get:
 * https://nodemailer.com/plugins/create-transport.
 */

/** How the transport reaches the service, and what all of its mail has. */
export interface PostlineTransportOptions extends ClientOptions {
  /** Fields of the send request for every mail, such as `tags` or `tracking`. */
  send?: Pick<Send, 'tags' | 'tracking' | 'message_type' | 'test_send'>
}

/**
 * Fields of the send request that Nodemailer does not have, for `sendMail`. Its types do not know them, so a mail with them
 * has both types: `const mail: SendMailOptions & PostlineFields = { … }`.
 */
export interface PostlineFields {
  postline?: Omit<Partial<Send>, 'channel' | 'destination' | 'payload'>
}

/** What `sendMail` resolves with. */
export interface PostlineSentInfo {
  /** The id of the message: `msg_…`. */
  messageId: string
  envelope: Envelope
  accepted: string[]
  rejected: string[]
  /** `queued` or `scheduled`. */
  response: string
}

interface Envelope {
  from: string
  to: string[]
}

interface Mailbox {
  name?: string
  address: string
}

interface File {
  filename?: string
  contentType?: string
  content?: string | Uint8Array
  encoding?: string
  cid?: string
}

/** A mail as Nodemailer hands it to transports, with its contents read. */
interface MailData {
  from?: Mailbox | null
  sender?: Mailbox | null
  to?: Mailbox[] | null
  cc?: Mailbox[] | null
  bcc?: Mailbox[] | null
  replyTo?: Mailbox[] | null
  subject?: string
  text?: string
  html?: string
  attachments?: File[]
  normalizedHeaders?: Record<string, string>
  envelope: Envelope
  postline?: PostlineFields['postline']
  [field: string]: unknown
}

/** A mail before its contents are read. Loose, so that the mails of all versions of Nodemailer fit. */
interface Mail {
  data: object
  // biome-ignore lint/suspicious/noExplicitAny: the types of Nodemailer differ by its version
  normalize(done: (error: any, data: any) => void): void
}

/** A transport as Nodemailer takes it. */
export interface PostlineTransport {
  name: string
  version: string
  send(mail: Mail, done: (error: Error | null, info: PostlineSentInfo) => void): void
  /** Whether the key is known, for `transporter.verify()`. Resolves with true, or calls back if it is given a function. */
  verify(done?: (error: Error | null, isKnown?: true) => void): Promise<true> | undefined
}

/** Fields of Nodemailer that would make another mail, and that Postline has no place for. */
const REFUSED = [
  'alternatives',
  'amp',
  'icalEvent',
  'raw',
  'watchHtml',
  'list',
  'sender',
  'envelope',
  'dkim',
  'date',
  'messageId',
]
/** Fields of the send request that are made of those of Nodemailer. */
const MADE = ['channel', 'destination', 'payload']

/**
 * A transport for `nodemailer.createTransport`. Fields of the send request that Nodemailer does not have are given to
 * `sendMail` as `postline`: `{ postline: { idempotency_key: 'order-4711', scheduled_at: '…' } }`.
 *
 * Errors are `PostlineError`s. A mail with something that cannot be sent is refused with the code `invalid_request`.
 */
export function postlineTransport({ send: shared, ...options }: PostlineTransportOptions): PostlineTransport {
  const client = createClient(options)
  return {
    name: 'Postline',
    version: '1',
    send(mail, done) {
      // Nodemailer calls back with an error alone.
      const fail = done as (error: Error) => void
      // Read before contents are: a mail that is refused opens no file.
      const fault = faultOf(mail.data as Record<string, unknown>)
      if (fault !== null) {
        fail(new PostlineError('invalid_request', fault))
        return
      }
      mail.normalize((error: Error | null, data: MailData) => {
        if (error) fail(error)
        else sendMail(client, { ...shared, ...data.postline }, data).then((info) => done(null, info), fail)
      })
    },
    verify(done) {
      const verified = isKeyKnown(client)
      if (!done) return verified
      verified.then(() => done(null, true), done)
      return undefined
    },
  }
}

function faultOf(data: Record<string, unknown>): string | null {
  const refused = REFUSED.find((field) => data[field])
  if (refused) return `${refused}: cannot be sent through Postline. Leave it out.`
  const made = MADE.find((field) => field in Object(data.postline))
  return made ? `postline.${made}: is made of the fields of Nodemailer. Leave it out.` : null
}

/** @throws PostlineError if it is not. */
async function isKeyKnown(client: Client): Promise<true> {
  try {
    await client.GET('/v1/account/verification')
  } catch (error) {
    // A key for sending may not read the account.
    if (!(error instanceof PostlineError) || error.code !== 'forbidden') throw error
  }
  return true
}

async function sendMail(client: Client, extra: Partial<Send>, data: MailData): Promise<PostlineSentInfo> {
  const { to = null, cc = null, bcc = null } = data
  const body = {
    channel: 'email',
    ...extra,
    destination: {
      to: textsOf(to),
      ...(cc?.length && { cc: textsOf(cc) }),
      ...(bcc?.length && { bcc: textsOf(bcc) }),
    },
    payload: payloadOf(data),
    metadata: { ...extra.metadata, ...(data.from && { from_email: textOf(data.from) }) },
  } as Send
  const { data: sent } = await client.POST('/v1/send', { body })
  const { envelope } = data
  return { messageId: sent.id, envelope, accepted: envelope.to, rejected: [], response: sent.status }
}

/** What Nodemailer makes of `priority`. */
const PRIORITIES: Record<string, Record<string, string>> = {
  high: { 'X-Priority': '1 (Highest)', Importance: 'High' },
  low: { 'X-Priority': '5 (Lowest)', Importance: 'Low' },
}

function payloadOf(data: MailData): Send['payload'] {
  const { subject, text, html, replyTo, attachments = [], normalizedHeaders = {}, priority } = data
  const headers = { ...normalizedHeaders, ...PRIORITIES[String(priority).toLowerCase()] }
  return {
    ...(subject !== undefined && { subject }),
    ...(html && { body_html: html }),
    ...(text && { body_text: text }),
    ...(replyTo?.length && { reply_to: textsOf(replyTo) }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(attachments.length > 0 && { attachments: attachments.map(fileOf) }),
  }
}

const textsOf = (mailboxes: Mailbox[] | null) => (mailboxes ?? []).map(textOf)

const textOf = ({ name, address }: Mailbox) =>
  name ? `"${name.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}" <${address}>` : address

/** Contents are read by then: as base64, or as the text that was given. */
function fileOf({ filename, contentType, content = '', encoding, cid }: File) {
  return {
    filename: filename ?? 'attachment',
    content_type: contentType ?? 'application/octet-stream',
    content: typeof content === 'string' && encoding === 'base64' ? content : base64Of(content),
    ...(cid && { content_id: cid }),
  }
}

function base64Of(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  let binary = ''
  // Not at once: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}
