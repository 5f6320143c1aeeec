import { MAX_CUSTOM_HEADERS } from '../../contract/messages.js'

/** What is wrong with one header. */
export interface HeaderProblem {
  /** The header's name, or empty if the problem concerns all headers together. */
  path: string
  message: string
}

const MAX_NAME_LENGTH = 126
/** Four lines of the maximum length in RFC 5322 2.1.1. */
const MAX_VALUE_BYTES = 4 * 998
const MAX_TOTAL_BYTES = 32 * 1024
/** Lines are folded at blanks, so a longer word would break the limit of 998 characters a line. */
export const MAX_UNBROKEN_LENGTH = 900

/** A field name of RFC 5322 3.6.8: printable ASCII except the colon. */
export const HEADER_NAME = /^[!-9;-~]+$/
/** Everything that could end a header line or hide text in it; a tab is an ordinary blank. */
const CONTROL = /[^\P{Cc}\t]/u

const RESERVED = new Set([
  ...['date', 'from', 'sender', 'to', 'cc', 'bcc', 'reply-to', 'return-path', 'subject', 'message-id', 'mime-version'],
  ...['list-unsubscribe', 'list-unsubscribe-post', 'delivered-to', 'apparently-to', 'errors-to', 'x-envelope-to'],
])
const RESERVED_PREFIXES = [
  ...['content-', 'received', 'resent-', 'dkim-', 'domainkey-', 'arc-', 'authentication-results'],
]
/**
 * Headers by which a relay takes orders, such as for tracking, templates and further recipients. The relay would follow
 * them in the name of the service, which owns the account there.
 */
const RELAY_PREFIXES = [
  ...['x-mc-', 'x-mailgun-', 'x-ses-', 'x-mj-'], // Mailchimp, Mailgun, Amazon SES, Mailjet
  ...['x-smtpapi', 'x-sg-', 'x-msys-api', 'x-pm-', 'x-postmark-'], // SendGrid, SparkPost, Postmark
  ...['x-mandrill-', 'x-mailin-', 'x-sib-', 'x-mailersend-', 'x-smtp2go-'], // Mandrill, Brevo, MailerSend, SMTP2GO
  ...['x-tipimail-', 'x-greenarrow-', 'x-virtual-mta'], // Tipimail, GreenArrow, PowerMTA
]
/** Fields made of message ids and tokens, in which encoded words (RFC 2047) are not decoded. */
const ASCII_ONLY = new Set(['in-reply-to', 'references', 'list-id', 'auto-submitted', 'precedence', 'otp-token'])

/**
 * Checks the headers that a sender wants to add to a mail.
 *
 * Refuses headers that the service sets itself, headers that relays obey, headers that describe the route or the author of a mail, and values
 * that could break out of their line. Allows the rest: In-Reply-To, References, List-Id, Precedence, Auto-Submitted,
 * Importance, Feedback-ID, X-* and so on. Values outside ASCII are allowed and get encoded.
 *
 * @returns one entry per problem; empty if there is none.
 */
export function validateCustomHeaders(headers: Record<string, string>): HeaderProblem[] {
  const entries = Object.entries(headers)
  if (entries.length > MAX_CUSTOM_HEADERS) return [{ path: '', message: `has more than ${MAX_CUSTOM_HEADERS} headers` }]
  const problems: HeaderProblem[] = []
  const seen = new Set<string>()
  let total = 0
  for (const [name, value] of entries) {
    const key = name.toLowerCase()
    const message = seen.has(key)
      ? 'is given twice, in different spellings'
      : (nameProblem(name) ?? valueProblem(key, value))
    if (message) problems.push({ path: name, message })
    seen.add(key)
    total += name.length + Buffer.byteLength(value)
  }
  if (total > MAX_TOTAL_BYTES) problems.push({ path: '', message: `takes more than ${MAX_TOTAL_BYTES} bytes in all` })
  return problems
}

/** Whether only the service may set a header. */
export function isReservedHeader(name: string): boolean {
  const key = name.toLowerCase()
  return RESERVED.has(key) || RESERVED_PREFIXES.some((prefix) => key.startsWith(prefix))
}

/** Whether a header gives orders to a mail relay. */
function isRelayHeader(name: string): boolean {
  const key = name.toLowerCase()
  return RELAY_PREFIXES.some((prefix) => key.startsWith(prefix))
}

function nameProblem(name: string): string | null {
  if (!HEADER_NAME.test(name)) return 'is not a header name: use letters, digits and hyphens'
  if (name.length > MAX_NAME_LENGTH) return `has a name longer than ${MAX_NAME_LENGTH} characters`
  if (isRelayHeader(name)) return 'gives orders to mail relays and cannot be given'
  return isReservedHeader(name) ? 'is set by the service and cannot be given' : null
}

function valueProblem(key: string, value: string): string | null {
  if (CONTROL.test(value)) return 'must not contain line breaks or other control characters'
  if (value.trim() === '') return 'must not be empty'
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) return `is longer than ${MAX_VALUE_BYTES} bytes`
  const ascii = /^[\t\x20-\x7e]*$/.test(value)
  if (!ascii && ASCII_ONLY.has(key)) return 'must be plain ASCII'
  if (hasUnbrokenRun(value))
    return `has a word of more than ${MAX_UNBROKEN_LENGTH} characters, which no mail line can hold`
  return null
}

/** Whether a text has a word that is too long for a line of mail. */
export function hasUnbrokenRun(text: string): boolean {
  return text.length > MAX_UNBROKEN_LENGTH && text.split(/\s+/).some((word) => word.length > MAX_UNBROKEN_LENGTH)
}
