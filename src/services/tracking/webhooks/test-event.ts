import type { WebhookEventType } from '../../../contract/webhooks.js'
import { idTime, type NewId } from '../../../ids.js'
import type { WebhookEvent } from './delivery-row.js'
import type { EventSubject } from './event-message.js'

/** Reserved by RFC 2606, so it belongs to nobody. */
const RECIPIENT = 'recipient@example.com'

type Payload = Record<string, unknown>

/** Sample payloads by type, as from its usual source; see the payload shapes of the contract. */
const SAMPLES: Record<WebhookEventType, (event: { messageId: string; at: string }) => Payload> = {
  sent: ({ messageId }) => ({ provider_message_id: `test_${messageId}` }),
  delivered: () => ({ detail: 'Test event' }),
  opened: ({ messageId, at }) => ({
    notificationType: 'Open',
    mail: { messageId: `test_${messageId}` },
    open: { timestamp: at, ipAddress: '192.0.2.1', userAgent: 'Test' },
  }),
  clicked: ({ messageId, at }) => ({
    notificationType: 'Click',
    mail: { messageId: `test_${messageId}` },
    click: { timestamp: at, link: 'https://example.com/', ipAddress: '192.0.2.1', userAgent: 'Test' },
  }),
  delivery_delayed: ({ messageId }) => ({
    notificationType: 'DeliveryDelay',
    mail: { messageId: `test_${messageId}` },
    deliveryDelay: {
      delayType: 'TransientCommunicationFailure',
      delayedRecipients: [{ emailAddress: RECIPIENT, status: '4.4.1', diagnosticCode: 'smtp; 421 4.4.1 Test event' }],
    },
  }),
  bounced: () => ({ detail: 'Test event' }),
  complained: () => ({ detail: 'Test event' }),
  failed: () => ({ error: 'Test event' }),
  'email.received': ({ messageId, at }) => ({
    id: messageId,
    domain: 'example.com',
    recipient: RECIPIENT,
    inbox_id: null,
    from: 'sender@example.com',
    to: [RECIPIENT],
    cc: [],
    subject: 'Test event',
    spf_verdict: 'NONE',
    dkim_verdict: 'NONE',
    dmarc_verdict: 'NONE',
    spam_verdict: 'NONE',
    virus_verdict: 'NONE',
    attachments: [],
    size_bytes: 0,
    received_at: at,
    thread_id: null,
    text: 'Test event',
    html: null,
    reply_text: 'Test event',
    rfc_message_id: `${messageId}@example.com`,
    in_reply_to: [],
    references: [],
  }),
}

/** What a test event says of its message. */
export function testSubject(type: WebhookEventType): EventSubject {
  if (type === 'email.received') return { message: null, recipient: RECIPIENT }
  return {
    message: {
      subject: 'Test event',
      from: 'sender@example.com',
      to: [RECIPIENT],
      message_type: 'transactional',
      tags: null,
      metadata: {},
    },
    recipient: RECIPIENT,
  }
}

/** A test event with its own ids, the shape of a real event, and `payload.test`. It is on no timeline. */
export function testEvent(accountId: string, type: WebhookEventType, newId: NewId): WebhookEvent {
  const eventId = newId('event')
  const at = idTime(eventId)
  const isInbound = type === 'email.received'
  const messageId = isInbound ? eventId.replace(/^evt_/, 'inb_') : newId('message')
  return {
    // The event of an inbound mail is named after the mail.
    _id: isInbound ? `evt_${messageId}` : eventId,
    account_id: accountId,
    message_id: messageId,
    type,
    payload: { ...SAMPLES[type]({ messageId, at: at.toISOString() }), test: true },
    occurred_at: at,
    created_at: at,
  }
}
