import type { Mailbox } from '../../lib/addresses.js'
import type { ProviderName } from '../capabilities.js'

/** A file that goes along. With a `contentId` it is shown where the HTML says `cid:<contentId>`. */
export interface OutgoingAttachment {
  filename: string
  contentType: string
  content: Buffer
  contentId: string | null
}

/** What a mail is signed with (RFC 6376), by a provider that does not sign by itself. */
export interface DkimSigning {
  domain: string
  selector: string
  /** PKCS #8, PEM. */
  privateKey: string
}

/** One mail, ready to be handed over: rendered, checked, and the same in each attempt. */
export interface OutgoingMail {
  accountId: string
  /** Identifier of the message this mail is sent for. */
  messageId: string
  /** The Message-ID without angle brackets. Stable, so that receivers can recognize a resend. */
  rfcMessageId: string
  /**
   * Bare address that the mail comes back to when it cannot be delivered (RFC 5321, MAIL FROM). Receivers look its domain
   * up for SPF.
   */
  envelopeFrom: string
  from: Mailbox
  to: Mailbox[]
  cc: Mailbox[]
  /** In the envelope only, never in the bytes. */
  bcc: Mailbox[]
  replyTo: Mailbox[]
  subject: string
  html: string | null
  text: string | null
  /** Headers of the sender's own; `validateCustomHeaders` says which may be set. */
  headers: Record<string, string>
  attachments: OutgoingAttachment[]
  date: Date
  /** Null when its domain has no key here: the shared sender's, or where the provider signs. */
  dkim: DkimSigning | null
}

/** A recipient that the server turned down while it took the mail for others. */
export interface RejectedRecipient {
  email: string
  /** The server's reply. */
  error: string
  /** False when the server said that a later try could succeed (a 4xx reply). */
  permanent: boolean
  /** Whether the server said that there is no such mailbox: no mail will ever reach it. Absent when it did not. */
  unknown?: true
}

/** What became of a hand-over. */
export type SendResult =
  /**
   * The provider took responsibility for the mail, for one recipient at least. Those it turned down are in `rejected`
   * (absent when there are none); sending the mail again would reach the others twice.
   */
  | { outcome: 'accepted'; providerMessageId: string; rejected?: RejectedRecipient[] }
  /**
   * It will never take this mail: the message has failed. `unknownRecipients` are those whose mailbox, it said, does not
   * exist (absent when there are none).
   */
  | { outcome: 'refused'; error: string; unknownRecipients?: string[] }
  /** It could not take the mail now, or whether it did is unknown: try again later, under the same Message-ID. */
  | { outcome: 'deferred'; error: string }

/** The result when the caller's time was up: whether the provider took the mail is unknown. */
export const TIMED_OUT = { outcome: 'deferred', error: 'timed out' } as const satisfies SendResult

/** A way for mail to leave. */
export interface MailProvider {
  readonly name: ProviderName
  /** Sends worth having in flight at once: each of them still finishes within its time-out. */
  readonly concurrency: number
  /** Resolves whatever happens to the mail; when `signal` aborts, it resolves at once with `deferred`. */
  send(mail: OutgoingMail, options: { signal: AbortSignal }): Promise<SendResult>
  /** Throws an error that tells an operator what is wrong when mail could not be handed over now. */
  check(): Promise<void>
  /** Lets sends in flight end, then lets go of connections. Idempotent; a later `send` is deferred. */
  close(): Promise<void>
}
