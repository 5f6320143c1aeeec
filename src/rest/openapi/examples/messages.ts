import type { Examples } from './exchange.js'

const id = 'msg_01kajqw1y3h7g5d2s9p8n6m4q0'
const account_id = 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2'
const created_at = '2026-11-21T09:00:00.118Z'

const receipt = {
  channel: 'email' as const,
  idempotency_key: 'order-4711-shipped',
  destination: { email: 'ada@example.com', name: 'Ada' },
  payload: {
    subject: 'Your order has shipped',
    body_html: '<p>It is on its way.</p>',
    body_text: 'It is on its way.',
  },
  metadata: { from_email: 'Shop <hello@shop.example>' },
}

const accepted = {
  id,
  status: 'queued' as const,
  channel: 'email' as const,
  idempotency_key: receipt.idempotency_key,
  created_at,
}

const message = {
  id,
  channel: 'email' as const,
  status: 'delivered' as const,
  message_type: 'transactional' as const,
  created_at,
  idempotency_key: receipt.idempotency_key,
  provider_message_id: '0100019a9d5e3f2a-3b1c',
  updated_at: '2026-11-21T09:00:02.840Z',
  events: [
    {
      id: 'evt_01kajqw2k4j6h8g0f2d4s6a8p0',
      type: 'sent' as const,
      message_id: id,
      account_id,
      source: 'worker' as const,
      provider_event_id: `wkr_${'5f3a'.repeat(16)}`,
      payload: { provider_message_id: '0100019a9d5e3f2a-3b1c' },
      occurred_at: '2026-11-21T09:00:00.902Z',
      created_at: '2026-11-21T09:00:01.204Z',
    },
    {
      id: 'evt_01kajqw3d6m2t8xk5v7r9c4b1f',
      type: 'delivered' as const,
      message_id: id,
      account_id,
      source: 'ses' as const,
      provider_event_id: 'b8d1'.repeat(16),
      payload: {
        notificationType: 'Delivery',
        mail: { messageId: '0100019a9d5e3f2a-3b1c' },
        delivery: { recipients: ['ada@example.com'], smtpResponse: '250 2.6.0 Message received' },
      },
      occurred_at: '2026-11-21T09:00:02.512Z',
      created_at: '2026-11-21T09:00:02.840Z',
    },
  ],
}

export const messageExamples = {
  'messages.send': [
    { summary: 'One mail, now', input: receipt, output: accepted },
    {
      summary: 'One mail, tomorrow',
      input: { ...receipt, idempotency_key: 'order-4711-survey', scheduled_at: '2026-11-22T09:00:00Z' },
      output: {
        ...accepted,
        id: 'msg_01kajqw9z7y5x3w1v9t7s5r3q1',
        idempotency_key: 'order-4711-survey',
        status: 'scheduled',
      },
    },
  ],
  'messages.sendBatch': [
    {
      summary: 'Two mails, one of which fails',
      input: {
        items: [
          receipt,
          { ...receipt, idempotency_key: 'order-4712-shipped', destination: { email: 'nobody at example.com' } },
        ],
      },
      output: [
        { success: true, response: accepted },
        {
          success: false,
          error: { code: 'invalid_destination', message: 'The destination lacks a valid address.', status: 422 },
        },
      ],
    },
  ],
  'messages.list': [
    {
      summary: 'A page of delivered mail',
      input: { status: 'delivered', limit: 1 },
      output: {
        messages: [{ id, channel: 'email', status: 'delivered', message_type: 'transactional', created_at }],
        next_cursor: 'bXNnXzAxa2FqcXcxeTNoN2c1ZDJzOXA4bjZtNHEw',
      },
    },
  ],
  'messages.getByIdempotencyKey': [
    { summary: 'The mail of an idempotency key', input: { idempotency_key: receipt.idempotency_key }, output: message },
  ],
  'messages.get': [{ summary: 'A delivered mail', input: { id }, output: message }],
  'messages.cancel': [{ summary: 'A mail that will not be sent', input: { id }, output: { id, status: 'canceled' } }],
} satisfies Examples
