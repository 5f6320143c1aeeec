import { isoTime } from '../../../platform/timestamps.js'
import { type Dialect, isPermanent, textsOf, withoutNulls } from './dialect.js'
import { postmarkInbound } from './postmark-inbound.js'
import type { ReportedEvent } from './reported-event.js'

/** Postmark: https://postmarkapp.com/developer/webhooks/webhooks-overview. It signs nothing. */
export const postmark: Dialect = {
  names: {
    delivered: 'Delivery',
    bounced: 'Bounce',
    complained: 'SpamComplaint',
    opened: 'Open',
    clicked: 'Click',
    'email.received': 'inbound',
  },
  received: postmarkInbound,
  body: (event) =>
    withoutNulls({
      RecordType: postmark.names[event.type],
      MessageStream: event.message?.message_type === 'marketing' ? 'broadcast' : 'outbound',
      MessageID: event.messageId,
      Metadata: textsOf(event.message?.metadata ?? {}),
      Tag: event.message?.tags?.tag,
      ...detailOf(event),
    }),
}

/** Types of bounces, with their codes: https://postmarkapp.com/developer/api/bounce-api#bounce-types. */
const HARD = {
  ...{ Type: 'HardBounce', TypeCode: 1, Name: 'Hard bounce' },
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
}
const SOFT = {
  ...{ Type: 'SoftBounce', TypeCode: 4096, Name: 'Soft bounce' },
  Description:
    'Unable to temporarily deliver message (i.e. mailbox full, account disabled, exceeds quota, out of disk space).',
}
const COMPLAINT = {
  ...{ Type: 'SpamComplaint', TypeCode: 512, Name: 'Spam complaint' },
  Description: 'The subscriber explicitly marked this message as spam.',
}

function detailOf(event: ReportedEvent): Record<string, unknown> {
  const { type, recipients, occurredAt, reason, link, userAgent, ip } = event
  const [recipient] = recipients
  const at = isoTime(occurredAt)
  const seen = {
    Recipient: recipient?.email,
    ReceivedAt: at,
    UserAgent: userAgent,
    ...(ip && { Geo: { IP: ip } }),
  }
  switch (type) {
    case 'delivered':
      return { Recipient: recipient?.email, DeliveredAt: at, Details: recipient?.answer ?? reason ?? '' }
    case 'bounced':
      return bounce(event, isPermanent(event) ? HARD : SOFT)
    case 'complained':
      return bounce(event, COMPLAINT)
    case 'clicked':
      return { ...seen, OriginalLink: link }
    default:
      return seen
  }
}

function bounce({ message, recipients, occurredAt, reason, payload }: ReportedEvent, kind: typeof HARD) {
  return {
    ...kind,
    Details: reason ?? '',
    Email: recipients[0]?.email,
    From: message?.from,
    BouncedAt: isoTime(occurredAt),
    DumpAvailable: false,
    // Whether the address gets no more mail.
    Inactive: kind !== SOFT && payload.suppresses !== false,
    CanActivate: kind === HARD,
    Subject: message?.subject,
  }
}
