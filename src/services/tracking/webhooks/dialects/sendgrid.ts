import { sign } from 'node:crypto'
import { type Dialect, isPermanent, labelsOf, secondsOf, withoutNulls } from './dialect.js'
import type { ReportedEvent, ReportedRecipient } from './reported-event.js'
import { sendgridInbound } from './sendgrid-inbound.js'
import { signatureHeaders, signingKeyOf } from './signing-key.js'

/**
 * SendGrid: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event. A request has a list of events: here
 * one of ours, which is as many there as it has recipients.
 */
export const sendgrid: Dialect = {
  names: {
    sent: 'processed',
    delivered: 'delivered',
    delivery_delayed: 'deferred',
    bounced: 'bounce',
    failed: 'dropped',
    complained: 'spamreport',
    opened: 'open',
    clicked: 'click',
    'email.received': 'inbound',
  },
  body: (event) => {
    const { recipients } = event
    return recipients.length > 0
      ? recipients.map((one, index) => eventOf(event, one, index))
      : [eventOf(event, null, 0)]
  },
  sign: ({ secret, timestamp, body }) => ({
    headers: signatureHeaders(timestamp, sign('sha256', Buffer.from(`${timestamp}${body}`), signingKeyOf(secret))),
  }),
  received: sendgridInbound,
}

function eventOf(event: ReportedEvent, recipient: ReportedRecipient | null, index: number): Record<string, unknown> {
  const { id, type, messageId, occurredAt, message } = event
  const category = labelsOf(message?.tags)
  return {
    // Their own arguments are among the fields, and hide none of them.
    ...message?.metadata,
    ...withoutNulls({
      email: recipient?.email,
      timestamp: secondsOf(occurredAt),
      event: sendgrid.names[type],
      ...(category.length > 0 && { category }),
      // A receiver that drops duplicates has to see each as a separate event.
      sg_event_id: index === 0 ? id : `${id}.${index}`,
      sg_message_id: messageId,
      ...detailOf(event, recipient),
    }),
  }
}

function detailOf(
  { type, bounceType, reason, ip, userAgent, link }: ReportedEvent,
  recipient: ReportedRecipient | null,
) {
  const answer = recipient?.answer ?? reason
  switch (type) {
    case 'delivered':
    case 'delivery_delayed':
      return { response: answer }
    case 'bounced':
      return { type: isPermanent({ bounceType }) ? 'bounce' : 'blocked', reason: answer, status: recipient?.status }
    case 'failed':
      return { reason }
    case 'opened':
    case 'clicked':
      return { useragent: userAgent, ip, url: link }
    default:
      return {}
  }
}
