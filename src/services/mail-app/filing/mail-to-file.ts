import type { MailSource } from '../../../contract/mail-threads.js'
import type { InboundMailboxDoc } from '../../../models/inbound-email.js'

/** A mail that gets its place in a thread of the mail app. */
export interface MailToFile {
  accountId: string
  source: MailSource
  /** The inbound email (`inb_…`) or the message (`msg_…`). Filing it again changes nothing. */
  id: string
  /** Message ids without angle brackets. The mail's own one; it always has one. */
  rfcMessageId: string
  inReplyTo: readonly string[]
  references: readonly string[]
  subject: string
  from: readonly InboundMailboxDoc[]
  to: readonly InboundMailboxDoc[]
  cc: readonly InboundMailboxDoc[]
  /** For an outbound mail the recipients that nobody else sees; empty for an inbound one. */
  bcc: readonly InboundMailboxDoc[]
  /** The address of ours that it arrived at, or is from: lower case. Threads are filtered by it. */
  ownAddress: string
  inboxId: string | null
  /** For an inbound mail whether the domain of its author stands behind it. */
  isAuthentic?: boolean
  /** Of an inbound mail: what its copies at other addresses have in common; null if its body could not be read. */
  contentDigest?: string | null
  /** For a mail that its sender has put into a thread: the thread, whatever its ids and subject say. */
  threadId?: string
  /** When it arrived, or was accepted. */
  occurredAt: Date
  /** The text that is searched; of an HTML mail, its words. */
  text: string
  /** The part of the text that the mail adds to what it quotes; empty if it only quotes. */
  replyText: string
  attachments: readonly { filename: string }[]
  sizeBytes: number
}
