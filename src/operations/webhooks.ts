import { z } from 'zod'
import { DELIVERY_STATUSES, WEBHOOK_EVENT_TYPES } from '../models/webhook.js'
import { del, get, operation, post, put, type Tag } from './operation.js'
import { id, idParam, nextCursor, optional, pageCursor, pageLimit, timestamp } from './schemas.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Webhooks',
  description: 'Signed requests that tell your endpoint of every event.',
  order: 2,
}

const MAX_URL_CHARS = 2_048

const eventTypeNames = WEBHOOK_EVENT_TYPES.join(', ')
const eventType = () => z.enum(WEBHOOK_EVENT_TYPES, `must be one of ${eventTypeNames}`)
const eventTypes = () =>
  z
    .array(eventType(), `must be a list of event types (${eventTypeNames}); leave it out or empty for all of them`)
    .max(100, 'names more event types than there are')
const endpointUrl = () =>
  z
    .string('must be a public https URL, like https://example.com/webhooks')
    .max(MAX_URL_CHARS, `must have at most ${MAX_URL_CHARS} characters`)

const subscription = z.object({
  id: id('webhook'),
  account_id: id('account'),
  endpoint_url: z.string(),
  event_types: z.array(z.enum(WEBHOOK_EVENT_TYPES)).meta({ description: 'Empty means all event types.' }),
  is_active: z.boolean().meta({ description: 'False pauses its deliveries.' }),
  created_at: timestamp(),
})

const Subscription = subscription.meta({ id: 'WebhookSubscription' })

const SubscriptionWithSecret = subscription
  .extend({
    signing_secret: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'Key of the signatures. Shown on create and on rotate, and never again.' }),
  })
  .meta({ id: 'WebhookSubscriptionWithSecret' })

const Attempt = z
  .object({
    attempted_at: timestamp(),
    response_status: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'Why there was no response.' }),
    duration_ms: z.int(),
    response_body: z.string().nullable().meta({ description: 'The first 1 KiB of it.' }),
  })
  .meta({ id: 'WebhookAttempt' })

const Delivery = z
  .object({
    id: id('delivery'),
    subscription_id: id('webhook'),
    event_id: z.string(),
    event_type: z.enum(WEBHOOK_EVENT_TYPES),
    status: z.enum(DELIVERY_STATUSES),
    attempt_count: z.int().meta({ description: 'Attempts made in all rounds.' }),
    round: z.int().meta({ description: '1, and one more for every redelivery.' }),
    response_status: z.int().nullable(),
    next_retry_at: timestamp().nullable(),
    created_at: timestamp(),
    attempts: z.array(Attempt).meta({ description: 'Oldest first; the last 36.' }),
    payload: z
      .string()
      .nullable()
      .meta({ description: 'The exact request body as text, the same in every attempt: what the signatures cover.' }),
  })
  .meta({ id: 'WebhookDelivery' })

/** Body of the requests that a subscribed endpoint gets. */
export const WebhookRequest = z
  .object({
    event_id: z
      .string()
      .regex(/^evt_/)
      .meta({ description: 'The same in every attempt: what receivers deduplicate by.' }),
    event_type: z.enum(WEBHOOK_EVENT_TYPES),
    message_id: z.string().meta({
      description: 'The message (`msg_…`), or for `email.received` the inbound email (`inb_…`).',
    }),
    account_id: id('account'),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'Its shape follows the source of the event.' }),
    occurred_at: timestamp(),
    created_at: timestamp(),
  })
  .meta({ id: 'WebhookRequest' })

const webhookId = 'wh_01kajqx0a2s4d6f8g0h2j4k6m8'
const deliveryId = 'whd_01kajqw5c7v9b1n3m5q7w9e1r3'

const aWebhook = {
  id: webhookId,
  account_id: 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2',
  endpoint_url: 'https://shop.example/hooks/mail',
  event_types: ['delivered' as const, 'bounced' as const, 'complained' as const],
  is_active: true,
  created_at: '2026-11-21T08:55:00.000Z',
}
const withSecret = { ...aWebhook, signing_secret: '9c4e'.repeat(16) }

const delivery = {
  id: deliveryId,
  subscription_id: webhookId,
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

export const createWebhook = operation({
  name: 'webhooks.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/webhooks', { status: 201 }),
  summary: 'Subscribes an endpoint to events; its signing secret is shown this once.',
  errors: [],
  input: z.object({ endpoint_url: endpointUrl(), event_types: optional(eventTypes()) }),
  output: SubscriptionWithSecret,
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
  ],
  run: ({ caller, services }, { endpoint_url, event_types }) =>
    services.webhooks.create(caller.accountId, { endpointUrl: endpoint_url, eventTypes: event_types }),
})

export const listWebhooks = operation({
  name: 'webhooks.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/webhooks'),
  summary: 'Lists the webhook subscriptions, newest first.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ webhooks: z.array(Subscription), next_cursor: nextCursor() }),
  examples: [
    { summary: 'All subscriptions', input: { limit: 50 }, output: { webhooks: [aWebhook], next_cursor: null } },
  ],
  run: async ({ caller, services }, page) => {
    const { items, nextCursor } = await services.webhooks.list(caller.accountId, page)
    return { webhooks: items, next_cursor: nextCursor }
  },
})

export const getWebhook = operation({
  name: 'webhooks.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/webhooks/:id'),
  summary: 'Gets one webhook subscription.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: Subscription,
  examples: [{ summary: 'A subscription', input: { id: webhookId }, output: aWebhook }],
  run: ({ caller, services }, input) => services.webhooks.get(caller.accountId, input.id),
})

export const updateWebhook = operation({
  name: 'webhooks.update',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/webhooks/:id'),
  summary: 'Changes, pauses or resumes a webhook subscription; only the fields that are sent change.',
  errors: ['not_found'],
  input: z.object({
    id: idParam(),
    endpoint_url: optional(endpointUrl()),
    event_types: optional(eventTypes()),
    is_active: optional(z.boolean('must be true, or false to pause')),
  }),
  output: Subscription,
  examples: [
    { summary: 'A pause', input: { id: webhookId, is_active: false }, output: { ...aWebhook, is_active: false } },
  ],
  run: ({ caller, services }, { id, endpoint_url, event_types, is_active }) =>
    services.webhooks.update(caller.accountId, id, {
      endpointUrl: endpoint_url,
      eventTypes: event_types,
      isActive: is_active,
    }),
})

export const deleteWebhook = operation({
  name: 'webhooks.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/webhooks/:id'),
  summary: 'Ends a webhook subscription and the retries of its deliveries.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.object({ message: z.string() }),
  examples: [
    { summary: 'The end of it', input: { id: webhookId }, output: { message: 'The webhook subscription is deleted.' } },
  ],
  run: async ({ caller, services }, input) => {
    await services.webhooks.delete(caller.accountId, input.id)
    return { message: 'The webhook subscription is deleted.' }
  },
})

export const rotateWebhookSecret = operation({
  name: 'webhooks.rotateSecret',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/webhooks/:id/rotate-secret'),
  summary: 'Gives a webhook subscription a new signing secret, shown this once.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: SubscriptionWithSecret,
  examples: [{ summary: 'A new secret', input: { id: webhookId }, output: withSecret }],
  run: ({ caller, services }, input) => services.webhooks.rotateSecret(caller.accountId, input.id),
})

export const testWebhook = operation({
  name: 'webhooks.test',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/webhooks/:id/test', { status: 202 }),
  summary: 'Sends a test event to a webhook endpoint.',
  errors: ['not_found'],
  input: z.object({ id: idParam(), event_type: optional(eventType()) }),
  output: Delivery,
  examples: [{ summary: 'A test event', input: { id: webhookId, event_type: 'delivered' }, output: pending }],
  run: ({ caller, services }, input) => services.webhooks.test(caller.accountId, input.id, input.event_type),
})

export const listDeliveries = operation({
  name: 'webhooks.deliveries',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/webhooks/:id/deliveries'),
  summary: 'Lists the deliveries of a webhook subscription, newest first.',
  errors: ['not_found'],
  input: z.object({ id: idParam(), limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ deliveries: z.array(Delivery), next_cursor: nextCursor() }),
  examples: [
    {
      summary: 'A delivery that is tried again',
      input: { id: webhookId, limit: 50 },
      output: { deliveries: [delivery], next_cursor: null },
    },
  ],
  run: async ({ caller, services }, { id, ...page }) => {
    const { items, nextCursor } = await services.webhooks.deliveries(caller.accountId, id, page)
    return { deliveries: items, next_cursor: nextCursor }
  },
})

export const getDelivery = operation({
  name: 'webhooks.getDelivery',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/webhooks/:id/deliveries/:delivery_id'),
  summary: 'Gets one delivery with its attempts.',
  errors: ['not_found'],
  input: z.object({ id: idParam(), delivery_id: idParam() }),
  output: Delivery,
  examples: [
    { summary: 'A delivery that is tried again', input: { id: webhookId, delivery_id: deliveryId }, output: delivery },
  ],
  run: ({ caller, services }, input) => services.webhooks.getDelivery(caller.accountId, input.id, input.delivery_id),
})

export const redeliver = operation({
  name: 'webhooks.redeliver',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/webhooks/:id/deliveries/:delivery_id/redeliver', { status: 202 }),
  summary: 'Delivers an event again, with a new round of attempts.',
  errors: ['not_found'],
  input: z.object({ id: idParam(), delivery_id: idParam() }),
  output: Delivery,
  examples: [
    {
      summary: 'A second round',
      input: { id: webhookId, delivery_id: deliveryId },
      output: { ...pending, attempt_count: 1, round: 2, attempts: delivery.attempts },
    },
  ],
  run: ({ caller, services }, input) => services.webhooks.redeliver(caller.accountId, input.id, input.delivery_id),
})
