import { ById, Confirmation, PageRequest } from '../contract/fields.js'
import {
  DeliveryFilter,
  DeliveryRef,
  NewWebhook,
  RedeliveredMany,
  RedeliverMany,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookPage,
  WebhookTest,
  WebhookWithSecret,
} from '../contract/webhooks.js'
import { standardSecretOf } from '../lib/http/webhook-signature.js'
import { del, get, operation, post, put, SHOWS_A_SECRET, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Webhooks',
  description: 'Signed requests that report every event to your endpoint.',
  order: 2,
}

const webhookId = 'wh_01kajqx0a2s4d6f8g0h2j4k6m8'
const deliveryId = 'whd_01kajqw5c7v9b1n3m5q7w9e1r3'

const aWebhook = {
  id: webhookId,
  account_id: 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2',
  endpoint_url: 'https://example.com/webhooks',
  event_types: ['delivered' as const, 'bounced' as const, 'complained' as const],
  format: 'postline' as const,
  verification_key: null,
  is_active: true,
  test_mode: false,
  created_at: '2026-11-21T08:55:00.000Z',
}
const signing_secret = '9c4e'.repeat(16)
const withSecret = { ...aWebhook, signing_secret, standard_secret: standardSecretOf(signing_secret) }

const delivery = {
  id: deliveryId,
  subscription_id: webhookId,
  event_id: 'evt_01kajqw3d6m2t8xk5v7r9c4b1f',
  event_type: 'delivered' as const,
  message_id: 'msg_01kajqw1y3h7g5d2s9p8n6m4q0',
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
      request_headers: [{ name: 'webhook-id', value: 'evt_01kajqw3d6m2t8xk5v7r9c4b1f' }],
      response_headers: [{ name: 'content-type', value: 'text/plain' }],
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

export const createWebhook = operation({
  name: 'webhooks.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/webhooks', { status: 201 }),
  noTool: SHOWS_A_SECRET,
  summary: 'Subscribes an endpoint to events. Its signing secret is shown only in this response.',
  errors: ['too_many_webhooks'],
  input: NewWebhook,
  output: WebhookWithSecret,
  examples: [
    {
      summary: 'Some events',
      input: { endpoint_url: aWebhook.endpoint_url, event_types: ['delivered', 'bounced', 'complained'] },
      output: withSecret,
    },
    {
      summary: 'All events',
      input: { endpoint_url: aWebhook.endpoint_url },
      output: { ...withSecret, event_types: [] },
    },
    {
      summary: 'Requests that a handler for Resend understands',
      input: { endpoint_url: aWebhook.endpoint_url, format: 'resend' },
      output: { ...withSecret, event_types: [], format: 'resend' },
    },
  ],
  run: ({ caller, services }, webhook) => services.webhooks.create(caller, webhook),
})

export const listWebhooks = operation({
  name: 'webhooks.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/webhooks'),
  summary: 'Lists webhook subscriptions, newest first.',
  errors: [],
  input: PageRequest,
  output: WebhookPage,
  examples: [
    { summary: 'All subscriptions', input: { limit: 50 }, output: { webhooks: [aWebhook], next_cursor: null } },
  ],
  run: ({ caller, services }, page) => answerPage('webhooks', services.webhooks.list(caller.accountId, page)),
})

export const getWebhook = operation({
  name: 'webhooks.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/webhooks/:id'),
  summary: 'Gets one webhook subscription.',
  errors: ['not_found'],
  input: ById,
  output: Webhook,
  examples: [{ summary: 'A subscription', input: { id: webhookId }, output: aWebhook }],
  run: ({ caller, services }, input) => services.webhooks.get(caller.accountId, input.id),
})

export const updateWebhook = operation({
  name: 'webhooks.update',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/webhooks/:id'),
  summary: 'Changes the given fields of a webhook subscription, or pauses or resumes it.',
  errors: ['not_found'],
  input: WebhookChanges,
  output: Webhook,
  examples: [
    { summary: 'A pause', input: { id: webhookId, is_active: false }, output: { ...aWebhook, is_active: false } },
    {
      summary: 'Requests that a handler for Postmark understands',
      input: { id: webhookId, format: 'postmark' },
      output: { ...aWebhook, format: 'postmark' },
    },
  ],
  run: ({ caller, services }, { id, ...changes }) => services.webhooks.update(caller, id, changes),
})

export const deleteWebhook = operation({
  name: 'webhooks.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/webhooks/:id'),
  summary: 'Deletes a webhook subscription and stops its retries.',
  errors: ['not_found'],
  input: ById,
  output: Confirmation,
  examples: [
    { summary: 'A deletion', input: { id: webhookId }, output: { message: 'The webhook subscription is deleted.' } },
  ],
  run: async ({ caller, services }, input) => {
    await services.webhooks.delete(caller, input.id)
    return { message: 'The webhook subscription is deleted.' }
  },
})

export const rotateWebhookSecret = operation({
  name: 'webhooks.rotateSecret',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/webhooks/:id/rotate-secret'),
  noTool: SHOWS_A_SECRET,
  summary: 'Creates a new signing secret for a webhook subscription, shown only in this response.',
  errors: ['not_found'],
  input: ById,
  output: WebhookWithSecret,
  examples: [{ summary: 'A new secret', input: { id: webhookId }, output: withSecret }],
  run: ({ caller, services }, input) => services.webhooks.rotateSecret(caller, input.id),
})

export const testWebhook = operation({
  name: 'webhooks.test',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/webhooks/:id/test', { status: 202 }),
  summary: 'Sends a test event to a webhook endpoint.',
  errors: ['not_found'],
  input: WebhookTest,
  output: WebhookDelivery,
  examples: [{ summary: 'A test event', input: { id: webhookId, event_type: 'delivered' }, output: pending }],
  run: ({ caller, services }, input) => services.webhooks.test(caller, input.id, input.event_type),
})

export const listDeliveries = operation({
  name: 'webhooks.deliveries',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/webhooks/:id/deliveries'),
  summary: 'Lists the deliveries of a webhook subscription, newest first.',
  errors: ['not_found'],
  input: DeliveryFilter,
  output: WebhookDeliveryPage,
  examples: [
    {
      summary: 'A delivery that will be retried',
      input: { id: webhookId, status: 'failed', limit: 50 },
      output: { deliveries: [delivery], next_cursor: null },
    },
  ],
  run: ({ caller, services }, { id, ...filter }) =>
    answerPage('deliveries', services.webhooks.deliveries(caller.accountId, id, filter)),
})

export const getDelivery = operation({
  name: 'webhooks.getDelivery',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/webhooks/:id/deliveries/:delivery_id'),
  summary: 'Gets one delivery with its attempts.',
  errors: ['not_found'],
  input: DeliveryRef,
  output: WebhookDelivery,
  examples: [
    { summary: 'A delivery that will be retried', input: { id: webhookId, delivery_id: deliveryId }, output: delivery },
  ],
  run: ({ caller, services }, input) => services.webhooks.getDelivery(caller.accountId, input.id, input.delivery_id),
})

export const redeliver = operation({
  name: 'webhooks.redeliver',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/webhooks/:id/deliveries/:delivery_id/redeliver', { status: 202 }),
  summary: 'Delivers an event again in a new round of attempts.',
  errors: ['not_found'],
  input: DeliveryRef,
  output: WebhookDelivery,
  examples: [
    {
      summary: 'A second round',
      input: { id: webhookId, delivery_id: deliveryId },
      output: { ...pending, attempt_count: 1, round: 2, attempts: delivery.attempts },
    },
  ],
  run: ({ caller, services }, input) => services.webhooks.redeliver(caller, input.id, input.delivery_id),
})

export const redeliverMany = operation({
  name: 'webhooks.redeliverMany',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/webhooks/:id/redeliver', { status: 202 }),
  summary: 'Delivers up to 100 events again, each in a new round of attempts.',
  errors: ['not_found'],
  input: RedeliverMany,
  output: RedeliveredMany,
  examples: [
    {
      summary: 'One that had failed',
      input: { id: webhookId, delivery_ids: [deliveryId] },
      output: { deliveries: [{ ...pending, attempt_count: 1, round: 2, attempts: delivery.attempts }] },
    },
  ],
  run: async ({ caller, services }, input) => ({
    deliveries: await services.webhooks.redeliverMany(caller, input.id, input.delivery_ids),
  }),
})
