import { type ParsedMail, parseMailDate } from '@postline/mail-parser'
import type { MessageType } from '../../../contract/messages.js'
import { jsonObject, readFlag, readUnixTime } from './header-values.js'
import { refuse, SendOptionsReader } from './send-options.js'
import { readSmtpApi } from './smtpapi-header.js'

/** What a header means: adds its value to what is known about the send, or refuses it. */
type Meaning = (value: string, reader: SendOptionsReader, header: string) => void

/** Links are tracked in the HTML alone. */
const TRACKED_LINKS = new Map([
  ['none', false],
  ['htmlonly', true],
  ['htmlandtext', true],
])

/** The streams that each server of Postmark has. */
const STREAMS = new Map<string, MessageType>([
  ['outbound', 'transactional'],
  ['broadcast', 'marketing'],
])

const flag =
  (name: 'opens' | 'clicks' | 'tracking' | 'simulated'): Meaning =>
  (value, reader, header) =>
    reader.set(header, name, readFlag(header, value))

const idempotencyKey: Meaning = (value, reader, header) => reader.set(header, 'idempotencyKey', value)

const label: Meaning = (value, reader) => reader.addLabel(value)

/** What cannot be done, and without which another mail would leave. */
const refused =
  (advice: string): Meaning =>
  (_value, _reader, header) =>
    refuse(header, `is not supported: ${advice}`)

/** What changes nothing in the mail. */
const ignored: Meaning = () => {}

const USE_TEMPLATE = 'send with a template_id over the API'

/**
 * The headers by which programs say how a mail is to be sent: those of Postline, and those of other services, so that a
 * program that moves here changes only the server and the password. None of them leaves with the mail. A header that
 * begins like them but is not listed is refused like any order to a relay.
 */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  'X-Tag': (value, reader, header) => {
    const [, key = '', text = ''] = /^([^=:]+)[=:]([\s\S]*)$/.exec(value) ?? []
    if (!key.trim()) refuse(header, 'must be like key=value')
    reader.addTag(key.trim(), text.trim())
  },
  'X-Idempotency-Key': idempotencyKey,

  // Resend: https://resend.com/docs/dashboard/emails/idempotency-keys
  'Resend-Idempotency-Key': idempotencyKey,

  // Postmark: https://postmarkapp.com/developer/user-guide/send-email-with-smtp
  'X-PM-Tag': label,
  'X-PM-TrackOpens': flag('opens'),
  'X-PM-TrackLinks': (value, reader, header) => {
    const clicks = TRACKED_LINKS.get(value.toLowerCase())
    if (clicks === undefined) refuse(header, 'must be None, HtmlOnly or HtmlAndText')
    reader.set(header, 'clicks', clicks)
  },
  'X-PM-Message-Stream': (value, reader, header) => {
    const type = STREAMS.get(value.toLowerCase())
    if (!type) refuse(header, 'must be outbound, for transactional mail, or broadcast, for marketing mail')
    reader.set(header, 'messageType', type)
  },
  'X-PM-KeepID': ignored, // The Message-ID is kept in any case.

  // Mailgun: https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/pass-sending-options
  'X-Mailgun-Tag': label,
  'X-Mailgun-Variables': (value, reader, header) => {
    for (const [key, field] of Object.entries(jsonObject(header, value))) reader.addMetadata(header, key, field)
  },
  'X-Mailgun-Track': flag('tracking'),
  'X-Mailgun-Track-Opens': flag('opens'),
  'X-Mailgun-Track-Clicks': (value, reader, header) =>
    reader.set(header, 'clicks', value.toLowerCase() === 'htmlonly' || readFlag(header, value)),
  'X-Mailgun-Drop-Message': flag('simulated'),
  'X-Mailgun-Deliver-By': (value, reader, header) => {
    const at = readUnixTime(value) ?? parseMailDate(value)
    if (!at) refuse(header, 'must be a date, like Fri, 25 Dec 2026 23:10:10 +0000')
    reader.set(header, 'scheduledAt', at.toISOString())
  },
  'X-Mailgun-Require-TLS': (value, _reader, header) => {
    if (readFlag(header, value)) refuse(header, 'is not supported: whether TLS is required is up to the deployment')
  },
  'X-Mailgun-Recipient-Variables': refused('send one mail for each recipient, or a batch over the API'),
  'X-Mailgun-Template-Name': refused(USE_TEMPLATE),
  'X-Mailgun-Template-Version': refused(USE_TEMPLATE),
  'X-Mailgun-Template-Variables': refused(USE_TEMPLATE),
  'X-Mailgun-Archive-To': refused('add a Bcc recipient'),
  'X-Mailgun-Delivery-Time-Optimize-Period': refused('give the time as X-Mailgun-Deliver-By'),
  'X-Mailgun-Time-Zone-Localize': refused('give the time as X-Mailgun-Deliver-By'),
  'X-Mailgun-Suppress-Headers': ignored, // There are none to leave out.
  'X-Mailgun-Dkim': ignored,
  'X-Mailgun-Secondary-Dkim': ignored,
  'X-Mailgun-Secondary-Dkim-Public': ignored,
  'X-Mailgun-Sending-Ip': ignored,
  'X-Mailgun-Sending-Ip-Pool': ignored,
  'X-Mailgun-Skip-Verification': ignored,
  'X-Mailgun-Tracking-Pixel-Location-Top': ignored,

  // SendGrid: https://www.twilio.com/docs/sendgrid/for-developers/sending-email/building-an-x-smtpapi-header
  'X-SMTPAPI': readSmtpApi,
}

/** Postmark has a header for each field of the metadata. */
const METADATA_PREFIX = 'x-pm-metadata-'

const metadataField: Meaning = (value, reader, header) => {
  // Programs write the name of a header in any case.
  const key = header.slice(METADATA_PREFIX.length).toLowerCase()
  if (key === '') refuse(header, 'must end with the name of a field, like X-PM-Metadata-order')
  reader.addMetadata(header, key, value)
}

/** The names of the headers that say how a mail is to be sent, except `X-PM-Metadata-…`. */
export const OPTION_HEADERS: readonly string[] = Object.keys(MEANINGS)

/** In lower case, because the names of headers have no case. */
const BY_NAME = new Map(OPTION_HEADERS.map((header) => [header.toLowerCase(), header]))

/** Whether a header says how its mail is to be sent, and does not leave with it. */
export function isOptionHeader(name: string): boolean {
  const key = name.toLowerCase()
  return BY_NAME.has(key) || key.startsWith(METADATA_PREFIX)
}

/**
 * What the headers of a mail say about its send. An empty header says nothing.
 * @throws ApiError `invalid_request`, which names the header, if one is malformed, contradicts another, or asks for what
 * cannot be done.
 */
export function readOptions({ headers }: Pick<ParsedMail, 'headers'>): SendOptionsReader {
  const reader = new SendOptionsReader()
  for (const { name, value } of headers) {
    if (value.trim() === '' || !isOptionHeader(name)) continue
    const header = BY_NAME.get(name.toLowerCase())
    const meaning = header === undefined ? metadataField : MEANINGS[header]!
    meaning(value.trim(), reader, header ?? name)
  }
  return reader
}
