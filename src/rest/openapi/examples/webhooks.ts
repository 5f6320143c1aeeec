import type { Examples } from './exchange.js'

const id = 'wh_01kajqx0a2s4d6f8g0h2j4k6m8'
const deliveryId = 'whd_01kajqw5c7v9b1n3m5q7w9e1r3'

const subscription = {
  id,
  account_id: 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2',
  endpoint_url: 'https://shop.example/hooks/mail',
  event_types: ['delivered' as const, 'bounced' as const, 'complained' as const],
  is_active: true,
  created_at: '2026-11-21T08:55:00.000Z',
}
const withSecret = { ...subscription, signing_secret: '9c4e'.repeat(16) }

const delivery = {
  id: deliveryId,
  subscription_id: id,
  event_id: 'evt_01kajqw3d6m2t8xk5v7r9c4b1f',
  event_type: 'delivered' as const,
  status: 'failed' as const,
  attempt_count: 1,
  round: 1,
  response_status: 503,
  next_retry_at: '2026-11-21T09:00:34.120Z',
  created_at: '2026-11-21T09:00:02.901Z',
  attempts: [
    {
      attempted_at: '2026-11-21T09:00:02.955Z',
      response_status: 503,
      error: null,
      duration_ms: 84,
      response_body: 'Back in a minute',
    },
  ],
  payload: '{"event_id":"evt_01kajqw3d6m2t8xk5v7r9c4b1f","event_type":"delivered"}',
}

const pending = {
  ...delivery,
  status: 'pending' as const,
  attempt_count: 0,
  response_status: null,
  next_retry_at: null,
  attempts: [],
}

export const webhookExamples = {
  'webhooks.create': [
    {
      summary: 'Some events',
      input: { endpoint_url: subscription.endpoint_url, event_types: ['delivered', 'bounced', 'complained'] },
      output: withSecret,
    },
    {
      summary: 'All events',
      input: { endpoint_url: subscription.endpoint_url },
      output: { ...withSecret, event_types: [] },
    },
  ],
  'webhooks.list': [
    { summary: 'All subscriptions', input: { limit: 50 }, output: { webhooks: [subscription], next_cursor: null } },
  ],
  'webhooks.get': [{ summary: 'A subscription', input: { id }, output: subscription }],
  'webhooks.update': [
    { summary: 'A pause', input: { id, is_active: false }, output: { ...subscription, is_active: false } },
  ],
  'webhooks.delete': [
    { summary: 'The end of it', input: { id }, output: { message: 'The webhook subscription is deleted.' } },
  ],
  'webhooks.rotateSecret': [{ summary: 'A new secret', input: { id }, output: withSecret }],
  'webhooks.deliveries': [
    {
      summary: 'A delivery that is tried again',
      input: { id, limit: 50 },
      output: { deliveries: [delivery], next_cursor: null },
    },
  ],
  'webhooks.getDelivery': [
    { summary: 'A delivery that is tried again', input: { id, delivery_id: deliveryId }, output: delivery },
  ],
  'webhooks.test': [{ summary: 'A test event', input: { id, event_type: 'delivered' }, output: pending }],
  'webhooks.redeliver': [
    {
      summary: 'A second round',
      input: { id, delivery_id: deliveryId },
      output: { ...pending, attempt_count: 1, round: 2, attempts: delivery.attempts },
    },
  ],
} satisfies Examples
