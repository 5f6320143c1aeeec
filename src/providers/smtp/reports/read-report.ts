import { fieldLatin1, type MailPart, readHeaderBlock, readParts } from '@postline/mail-parser'
import { allFields, type Fields, readFields, readGroups } from './report-fields.js'

/** What became of a mail at one recipient, in the words of RFC 3464 2.3. */
export interface RecipientStatus {
  /** Bare addresses, the original one first if the report has it. */
  addresses: string[]
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  action: string
  /** Like `5.1.1` (RFC 3463); null if there is none. */
  status: string | null
  /** What the server said, without its type; null if there is nothing. */
  diagnosticCode: string | null
  retriesUntil: string | null
}

/** A report about a mail. */
export type Report =
  | { kind: 'status'; reportingMta: string | null; recipients: RecipientStatus[] }
  | { kind: 'feedback'; type: string; userAgent: string | null; arrivalDate: string | null; addresses: string[] }

const MAX_RECIPIENTS = 100
const MAX_TEXT_CHARS = 1_000
/** What is looked at of a value: it is folded, and may have many blanks. */
const MAX_VALUE_CHARS = 8_000
/** Longest path of RFC 5321 4.5.3.1.3, with room for servers that do not keep to it. */
const MAX_ADDRESS_CHARS = 320
const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status']
const ORIGINAL_TYPES = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/rfc822-headers']

/**
 * Reads a delivery status report (RFC 3464) or a feedback report (RFC 5965).
 * @param text the mail in Latin-1; it may be cut.
 * @returns null for any other mail, such as an automatic reply.
 */
export function readReport(text: string): Report | null {
  const parts = readParts(Buffer.from(text, 'latin1'))
  const status = parts.find(({ type }) => STATUS_TYPES.includes(type))
  if (status) return readStatus(textOf(status))
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  if (!feedback) return null
  const original = parts.find(({ type }) => ORIGINAL_TYPES.includes(type))
  return readFeedback(textOf(feedback), original ? toOf(original) : '')
}

const textOf = (part: MailPart) => part.content().toString('latin1').replaceAll('\r\n', '\n')

/** The To field of a mail, or of its header alone; empty if it has none. */
function toOf(original: MailPart): string {
  const raw = original.content()
  const { fields } = readHeaderBlock({ raw, start: 0, end: raw.length, maxBytes: raw.length })
  const to = fields.find(({ name }) => name.toLowerCase() === 'to')
  return to ? fieldLatin1(to) : ''
}

function readStatus(text: string): Report {
  const [first = '', ...groups] = readGroups(text, MAX_RECIPIENTS + 1)
  const ofMessage = readFields(first)
  // Some servers write no group about the mail.
  const ofRecipients = ofMessage.has('final-recipient') ? [first, ...groups] : groups
  const recipients = ofRecipients.map(readFields).flatMap((fields) => recipientStatus(fields) ?? [])
  return { kind: 'status', reportingMta: withoutType(ofMessage.get('reporting-mta')), recipients }
}

function recipientStatus(fields: Fields): RecipientStatus | null {
  const named = [fields.get('original-recipient'), fields.get('final-recipient')]
  const addresses = named.flatMap((value) => bareAddress(withoutType(value)) ?? [])
  const action = fields
    .get('action')
    ?.toLowerCase()
    .match(/^[a-z]+/)?.[0]
  if (addresses.length === 0 || !action) return null
  return {
    addresses: [...new Set(addresses)],
    action,
    status: fields.get('status')?.match(/^[245]\.\d{1,3}\.\d{1,3}/)?.[0] ?? null,
    diagnosticCode: withoutType(fields.get('diagnostic-code')),
    retriesUntil: shortened(fields.get('will-retry-until')),
  }
}

/**
 * Many providers leave the recipient out of the report; then it may be in the mail that they return.
 * @param to the To field of that mail.
 */
function readFeedback(text: string, to: string): Report {
  const fields = readFields(text)
  const reported = [...allFields(text, 'original-rcpt-to'), ...allFields(text, 'removal-recipient')]
  const named = reported.length > 0 ? reported : [to]
  return {
    kind: 'feedback',
    type: clean(fields.get('feedback-type') ?? 'other').toLowerCase(),
    userAgent: shortened(fields.get('user-agent')),
    arrivalDate: shortened(fields.get('arrival-date') ?? fields.get('received-date')),
    addresses: named.slice(0, MAX_RECIPIENTS).flatMap((value) => bareAddress(value) ?? []),
  }
}

/** A value like `rfc822; ada@example.com` or `smtp; 550 no` without its type; null if there is nothing else. */
function withoutType(value: string | undefined): string | null {
  const text = clean((value ?? '').slice(0, MAX_VALUE_CHARS).replace(/^[\w.-]{1,40}\s*;/, ''))
  return text === '' ? null : text
}

function bareAddress(value: string | null): string | null {
  const text = (value ?? '').slice(0, MAX_VALUE_CHARS)
  const [, inBrackets] = /<([^<>]*)>/.exec(text) ?? []
  const address = (inBrackets ?? text).trim()
  const isAddress = address.includes('@') && !/\s/.test(address) && address.length <= MAX_ADDRESS_CHARS
  return isAddress ? address : null
}

const shortened = (value: string | undefined): string | null => (value === undefined ? null : clean(value))

/** A short text on one line. */
function clean(text: string): string {
  return text
    .slice(0, MAX_VALUE_CHARS)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT_CHARS)
}
