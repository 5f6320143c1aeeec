import type { KeyObject } from 'node:crypto'
import type { Mailbox } from '../../lib/mail/addresses.js'
import type { ProviderName } from '../capabilities.js'

/** An attached file. With a `contentId` it is shown where the HTML says `cid:<contentId>`. */
export interface OutgoingAttachment {
  filename: string
  contentType: string
  content: Buffer
  contentId: string | null
}

/** The key to sign a mail with (RFC 6376), for providers that do not sign it themselves. */
export interface DkimSigning {
  domain: string
  selector: string
  privateKey: KeyObject
}

/** One mail, ready to be handed over: rendered, checked, and the same in each attempt. */
export interface OutgoingMail {
  accountId: string
  /** The id of the message that the mail is made from. */
  messageId: string
  /** The Message-ID without angle brackets. Stable, so that receivers can recognize a resend. */
  rfcMessageId: string
  /** Bare address to which undeliverable mail is returned (RFC 5321, MAIL FROM). Receivers check SPF for its domain. */
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
  /** The sender's own headers; `validateCustomHeaders` checks which may be set. */
  headers: Record<string, string>
  attachments: OutgoingAttachment[]
  date: Date
  /**
   * Each key signs the mail; the signatures are in this order. Empty if Postline has no key for the domain: for the shared
   * sender, and if the provider signs.
   */
  dkim: readonly DkimSigning[]
}

/** A recipient that the server rejected while it accepted the mail for others. */
export interface RejectedRecipient {
  email: string
  /** The server's reply. */
  error: string
  /** False if a later attempt may succeed (a 4xx reply). */
  permanent: boolean
  /** Set if the server said that there is no such mailbox: no mail will ever reach it. */
  unknown?: true
}

/** The result of a hand-over. */
export type SendResult =
  /**
   * The provider took responsibility for the mail, for at least one recipient. `rejected` has those it rejected (absent
   * if there are none). Sending the mail again would reach the others twice. `arrived` is set if the mail goes no
   * further, so that nothing will report its delivery: it says where the mail is.
   */
  | { outcome: 'accepted'; providerMessageId: string; rejected?: RejectedRecipient[]; arrived?: string }
  /**
   * The provider will never accept this mail: the message has failed. `unknownRecipients` are those whose mailbox does
   * not exist, according to the provider (absent if there are none).
   */
  | { outcome: 'refused'; error: string; unknownRecipients?: string[] }
  /** The provider could not accept the mail now, or may have accepted it: try again later with the same Message-ID. */
  | { outcome: 'deferred'; error: string }

/** The result if the caller's time is up. The provider may have accepted the mail. */
export const TIMED_OUT = { outcome: 'deferred', error: 'timed out' } as const satisfies SendResult

/**
 * Takes a mail that goes no further to those of its recipients whose mail is received here, if there are any. When it
 * resolves, they have it; the same bytes may come again. Fails if they have to be brought again.
 */
export type LocalDelivery = (mail: { raw: Buffer; sender: string; recipients: string[] }) => Promise<unknown>

/** Hands mail over to a provider. */
export interface MailTransport {
  readonly name: ProviderName
  /**
   * How many sends may be in flight at once, such that each still finishes within its time-out. A fifth more may come, and
   * wait for a moment.
   */
  readonly concurrency: number
  /** Always resolves. If `signal` aborts, it resolves at once with `deferred`. */
  send(mail: OutgoingMail, options: { signal: AbortSignal }): Promise<SendResult>
  /** Throws if mail cannot be handed over now. The error tells the operator what is wrong. */
  check(): Promise<void>
  /** What restricts sending although it works, for the operator; null for nothing. A provider may have no restrictions. */
  restriction?(): Promise<string | null>
  /** Waits for sends in flight, then closes connections. Idempotent; a later `send` is deferred. */
  close(): Promise<void>
}
