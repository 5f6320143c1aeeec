import { type Dialect, isPermanent, labelsOf, textsOf, withoutNulls } from './dialect.js'
import { mailgunInbound } from './mailgun-inbound.js'
import { signatureOf } from './mailgun-signature.js'
import type { ReportedEvent } from './reported-event.js'

const EVENT_DATA = 'event-data'

/**
 * Mailgun: https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads. The signature is a part of
 * the body, and covers a random token instead of it.
 */
export const mailgun: Dialect = {
  names: {
    sent: 'accepted',
    delivered: 'delivered',
    delivery_delayed: 'failed',
    bounced: 'failed',
    failed: 'failed',
    complained: 'complained',
    opened: 'opened',
    clicked: 'clicked',
    'email.received': 'inbound',
  },
  body: (event) => ({ [EVENT_DATA]: dataOf(event) }),
  sign: (signing) => {
    const { body } = signing
    return { body: `{"signature":${JSON.stringify(signatureOf(signing))},${body.slice(1)}` }
  },
  received: mailgunInbound,
}

function dataOf(event: ReportedEvent): Record<string, unknown> {
  const { id, type, occurredAt, messageId, message, recipients } = event
  // Mailgun reports each recipient alone. Of several, nothing is said rather than something wrong.
  const recipient = recipients.length === 1 ? recipients[0]! : null
  return withoutNulls({
    event: mailgun.names[type],
    id,
    timestamp: occurredAt.getTime() / 1_000,
    'log-level': levelOf(event),
    ...failureOf(event),
    recipient: recipient?.email,
    'recipient-domain': recipient?.email.split('@').at(-1),
    message: {
      headers: withoutNulls({
        to: message?.to.join(', '),
        'message-id': messageId,
        from: message?.from,
        subject: message?.subject,
      }),
    },
    'delivery-status': statusOf(event),
    ip: event.ip,
    url: event.link,
    'client-info': event.userAgent === null ? null : { 'user-agent': event.userAgent },
    tags: labelsOf(message?.tags),
    'user-variables': textsOf(message?.metadata ?? {}),
  })
}

const isTemporary = (event: ReportedEvent) =>
  event.type === 'delivery_delayed' || (event.type === 'bounced' && !isPermanent(event))

function levelOf(event: ReportedEvent): string {
  if (mailgun.names[event.type] === 'failed') return isTemporary(event) ? 'warn' : 'error'
  return event.type === 'complained' ? 'warn' : 'info'
}

function failureOf(event: ReportedEvent) {
  if (mailgun.names[event.type] !== 'failed') return {}
  return {
    severity: isTemporary(event) ? 'temporary' : 'permanent',
    reason: event.type === 'bounced' ? 'bounce' : 'generic',
  }
}

function statusOf({ type, recipients, reason }: ReportedEvent): Record<string, unknown> | null {
  if (type !== 'delivered' && mailgun.names[type] !== 'failed') return null
  const { answer = null, status = null } = recipients[0] ?? {}
  const code = Number(/\b[245]\d\d\b/.exec(answer ?? '')?.[0]) || null
  return withoutNulls({ code, message: answer ?? reason, 'enhanced-code': status })
}
