import type { InboundVerdicts } from '../../contract/inbound.js'
import type { InboundEmailDoc } from '../../models/inbound-email.js'

/** A mail as it arrived, before anything in it is read. */
export interface ReceivedMail {
  /** The exact bytes of the message (RFC 5322). */
  raw: Buffer
  /** The envelope sender, a bare address; empty for the null sender. */
  sender: string
  /** The envelope recipients, bare addresses. */
  recipients: readonly string[]
  /** The client that handed it over by SMTP; null if unknown. */
  client: InboundEmailDoc['client']
  /** Verdicts of a provider that has checked the mail; null for none. */
  givenVerdicts: Partial<InboundVerdicts> | null
}

/** What became of a mail: everything in it is in the ledger. */
export interface Receipt {
  /** The inbound emails, one for each recipient, new or known from an earlier attempt. */
  accepted: { id: string; recipient: string }[]
  /** Recipients that are on no inbound-enabled domain. */
  ignored: string[]
}
