import type { TimelineEventType } from '../../../contract/events.js'

/*
 * Mailbox providers refuse mail for reasons that only the sender can mend, in words for mail administrators. Here they
 * get a plain reason that says what to do.
 *
 * The codes are those of RFC 7372 and of the pages on which Gmail, Microsoft and Yahoo explain their own. Some numbers
 * mean other things elsewhere (X.7.27 and above in the IANA registry), so they count only in replies that name Gmail.
 */

const AUTHENTICATION =
  'The recipient’s provider could not verify the sender. Check that SPF and DKIM pass for the sending domain and that ' +
  'one of them uses the domain of the From address, as DMARC requires.'
const SPF = 'SPF failed. Add the servers that send your mail to the SPF record of the sending domain.'
const DKIM = 'The mail has no valid DKIM signature. Publish the DKIM records of the sending domain, then verify it.'
const REVERSE_DNS =
  'The sending IP address has no matching reverse DNS. Give it a PTR record whose name resolves to the same address.'
const TLS = 'The mail was sent without encryption. Use TLS from your mail server to the recipient’s provider.'
const REPUTATION =
  'The recipient’s provider limits mail from this sender because of its volume or complaints. Send less, and only to ' +
  'people who want your mail.'
const BLOCKED =
  'The recipient’s provider blocks the sending IP address or domain. Ask the provider to remove the block.'

const GMAIL = /gsmtp|google\.com/i

interface Refusal {
  says: RegExp
  reason: string
  /** Only in replies of this provider. */
  by?: RegExp
}

/** The first that matches counts. */
const REFUSALS: readonly Refusal[] = [
  { says: code('26'), reason: AUTHENTICATION },
  { says: code('515'), reason: AUTHENTICATION },
  { says: code('509'), reason: AUTHENTICATION },
  { says: code('2[0-2]'), reason: DKIM },
  { says: code('2[34]'), reason: SPF },
  { says: code('25'), reason: REVERSE_DNS },
  { says: code('27'), reason: SPF, by: GMAIL },
  { says: code('28'), reason: REPUTATION, by: GMAIL },
  { says: code('29'), reason: TLS, by: GMAIL },
  { says: code('30'), reason: DKIM, by: GMAIL },
  { says: code('32'), reason: AUTHENTICATION, by: GMAIL },
  { says: code('511|6[0-4]\\d|708'), reason: BLOCKED },
  // Yahoo marks its policies with its own codes in square brackets.
  { says: /\[TSS?0[49]\]/, reason: REPUTATION },
  { says: /\[BL2[13]\]/, reason: BLOCKED },
  { says: /5\.7\.9\b(?:(?!5\.7\.9\b).)*(?:policy reasons|not accepted for policy|dmarc)/i, reason: AUTHENTICATION },
]

/** Matches an enhanced status code of the class "security or policy" (RFC 3463), permanent or temporary. */
function code(detail: string): RegExp {
  return new RegExp(`(?<![\\d.])[45]\\.7\\.(?:${detail})(?![\\d.]*\\d)`)
}

/** A plain reason for a reply that refuses mail because of a provider's policy; null for other replies. */
export function policyRefusal(reply: string): string | null {
  return REFUSALS.find(({ says, by }) => says.test(reply) && (!by || by.test(reply)))?.reason ?? null
}

/**
 * The payload of an event; that of a `failed` or `bounced` one with a plain `reason` beside the raw reply, if the reply
 * refuses mail because of a provider's policy.
 */
export function withRefusalReason(type: TimelineEventType, payload: Record<string, unknown>): Record<string, unknown> {
  const reason = replies(type, payload).map(policyRefusal).find(Boolean)
  return reason ? { ...payload, reason } : payload
}

/** The replies of mail servers in a payload: our own error, or the diagnostic codes of a bounce report. */
function replies(type: TimelineEventType, { error, bounce }: Record<string, unknown>): string[] {
  if (type === 'failed') return texts([error])
  if (type !== 'bounced' || typeof bounce !== 'object' || bounce === null) return []
  const { bouncedRecipients } = bounce as { bouncedRecipients?: unknown }
  if (!Array.isArray(bouncedRecipients)) return []
  return texts(bouncedRecipients.map((recipient: { diagnosticCode?: unknown } | null) => recipient?.diagnosticCode))
}

const texts = (values: unknown[]): string[] => values.filter((value) => typeof value === 'string')
