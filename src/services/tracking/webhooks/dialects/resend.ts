import { idTime } from '../../../../ids.js'
import { signStandard } from '../../../../lib/http/webhook-signature.js'
import { isoTime } from '../../../platform/timestamps.js'
import { type Dialect, withoutNulls } from './dialect.js'
import type { ReportedEvent } from './reported-event.js'

/** Resend: https://resend.com/docs/webhooks/event-types. Its signatures are those of Svix. */
export const resend: Dialect = {
  names: {
    sent: 'email.sent',
    delivered: 'email.delivered',
    delivery_delayed: 'email.delivery_delayed',
    bounced: 'email.bounced',
    complained: 'email.complained',
    opened: 'email.opened',
    clicked: 'email.clicked',
    failed: 'email.failed',
    'email.received': 'email.received',
  },
  body: (event) => ({
    type: resend.names[event.type],
    created_at: isoTime(event.occurredAt),
    data: event.type === 'email.received' ? received(event) : { ...emailOf(event), ...detailOf(event) },
  }),
  sign: ({ secret, eventId, timestamp, body }) => ({
    headers: {
      'svix-id': eventId,
      'svix-timestamp': String(timestamp),
      'svix-signature': signStandard(secret, eventId, timestamp, body),
    },
  }),
}

function emailOf({ messageId, message, recipients }: ReportedEvent) {
  return {
    created_at: isoTime(idTime(messageId)),
    email_id: messageId,
    from: message?.from ?? null,
    to: recipients.length > 0 ? recipients.map(({ email }) => email) : (message?.to ?? []),
    subject: message?.subject ?? null,
    ...(message?.tags && { tags: message.tags }),
  }
}

function detailOf({ type, bounceType, bounceSubType, reason, ip, link, userAgent, occurredAt }: ReportedEvent) {
  const seen = withoutNulls({ ipAddress: ip, link, timestamp: isoTime(occurredAt), userAgent })
  switch (type) {
    case 'bounced':
      return { bounce: withoutNulls({ message: reason, subType: bounceSubType, type: bounceType }) }
    case 'clicked':
      return { click: seen }
    case 'opened':
      return { open: seen }
    case 'failed':
      return { failed: withoutNulls({ reason }) }
    default:
      return {}
  }
}

/** A mail that came in, from its payload in our webhooks. */
function received({ payload }: ReportedEvent) {
  const { id, received_at, from, to, cc, rfc_message_id, subject, attachments, recipient } = payload
  return {
    email_id: id,
    created_at: received_at,
    ...{ from, to, cc, bcc: [] },
    received_for: typeof recipient === 'string' ? [recipient] : [],
    message_id: typeof rfc_message_id === 'string' ? `<${rfc_message_id}>` : null,
    subject,
    attachments: Array.isArray(attachments) ? attachments.map(attachment) : [],
  }
}

const attachment = ({ filename, content_type, content_id }: Record<string, unknown>) => ({
  filename,
  content_type,
  content_id,
})
