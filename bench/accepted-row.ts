import type { MessageDoc } from '../src/models/message.js'

/** What a benchmark sends. */
export interface Mail {
  channel: 'email'
  idempotency_key: string
  destination: { email: string }
  payload: { subject: string; body_html: string; body_text: string }
  tags: Record<string, string>
}

/** A mail of about 1 KB. */
export const mailTo = (email: string, idempotency_key: string): Mail => ({
  channel: 'email',
  idempotency_key,
  destination: { email },
  payload: {
    subject: 'Welcome to the service',
    body_html: `<p>${'Thank you for joining. '.repeat(20)}</p>`,
    body_text: 'Thank you for joining. '.repeat(12),
  },
  tags: { campaign: 'welcome', tenant: 'acme' },
})

/** The document that the service writes for such a mail, sent with a test key. */
export function acceptedRow(id: string, accountId: string, mail: Mail, requestHash: string): MessageDoc {
  const now = new Date()
  const { subject, body_html: html, body_text: text } = mail.payload
  return {
    _id: id,
    account_id: accountId,
    idempotency_key: mail.idempotency_key,
    request_hash: requestHash,
    channel: mail.channel,
    message_type: 'transactional',
    key_id: 'key_01kajqw1y3h7g5d2s9p8n6m4q0',
    test_mode: true,
    test_send: false,
    tracking: null,
    status: 'queued',
    accepted_status: 'queued',
    status_rank: '',
    scheduled_at: null,
    tags: mail.tags,
    charge: null,
    provider_message_id: null,
    updated_at: now,
    search: [
      ...[' campaign', ' campaign:welcome', ' tenant', ' tenant:acme'],
      ...['delivered@example.com', 'welcome', 'to', 'the', 'service', 'delivered', 'example.com'],
    ],
    content: {
      from: { name: null, email: 'hello@sandbox.postline.localhost' },
      to: [{ name: null, email: mail.destination.email }],
      cc: [],
      bcc: [],
      reply_to: [],
      subject,
      html,
      text,
      headers: [],
      attachments: [],
    },
    dispatch_at: now,
    deferrals: 0,
    first_attempt_at: null,
    crashes: 0,
    enqueued_at: now,
  }
}
