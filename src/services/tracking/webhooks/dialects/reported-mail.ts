import { type Mailbox, parseMailbox } from '../../../../lib/mail/addresses.js'

/** A mail that came in, as the formats of other APIs are made of it. */
export interface ReportedMail {
  id: string
  /** The address in the envelope that it came to. */
  recipient: string
  /** The sender in the envelope, empty for the null sender; null if it is not known any more. */
  envelopeFrom: string | null
  /** The client that handed it over by SMTP; null if unknown. */
  clientIp: string | null
  from: Mailbox[]
  to: Mailbox[]
  cc: Mailbox[]
  replyTo: Mailbox[]
  subject: string
  /** Without angle brackets. */
  messageId: string
  receivedAt: Date | null
  text: string | null
  html: string | null
  /** What it adds to what it quotes. */
  replyText: string | null
  /** In the order of the mail; empty if they are not kept any more. */
  headers: { name: string; value: string }[]
  /** `PASS`, `FAIL`, `GRAY` or `NONE`. */
  spf: string
  dkim: string
  files: ReportedFile[]
}

export interface ReportedFile {
  filename: string
  contentType: string
  /** In bytes. */
  size: number
  /** Without angle brackets; null if it has none. */
  contentId: string | null
  /** Null where only the mail's own fields are wanted, and if they are not kept any more. */
  bytes: Buffer | null
}

/** The payload of `email.received` in our own webhooks. What was erased may be missing. */
interface ReceivedPayload {
  id: string
  recipient: string
  from: string
  to: string[]
  cc: string[]
  subject: string
  rfc_message_id: string
  received_at: string
  text: string | null
  html: string | null
  reply_text: string | null
  spf_verdict: string
  dkim_verdict: string
  attachments: { filename: string; content_type: string; size: number; content_id: string | null }[]
}

/** A mail as the stored body of its webhook has it: without headers and files, and with long texts cut. */
export function mailOfPayload(given: Record<string, unknown>): ReportedMail {
  // Written by us: see receivedPayload.
  const payload: Partial<ReceivedPayload> = given
  const { from = '', to = [], cc = [], attachments = [], received_at } = payload
  return {
    ...{ id: payload.id ?? '', recipient: payload.recipient ?? '', subject: payload.subject ?? '' },
    ...{ messageId: payload.rfc_message_id ?? '', envelopeFrom: null, clientIp: null, headers: [], replyTo: [] },
    from: from === '' ? [] : [mailboxOf(from)],
    to: to.map(mailboxOf),
    cc: cc.map(mailboxOf),
    receivedAt: received_at === undefined ? null : new Date(received_at),
    text: payload.text ?? null,
    html: payload.html ?? null,
    replyText: payload.reply_text ?? null,
    spf: payload.spf_verdict ?? NO_VERDICT,
    dkim: payload.dkim_verdict ?? NO_VERDICT,
    files: attachments.map(({ filename, content_type, size, content_id }) => ({
      ...{ filename, size, contentType: content_type, contentId: content_id, bytes: null },
    })),
  }
}

const NO_VERDICT = 'NONE'

/** A text that is no mailbox, such as that of an erased one, stays as it is. */
const mailboxOf = (text: string): Mailbox => parseMailbox(text) ?? { name: null, email: text }
