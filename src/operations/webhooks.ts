import { z } from 'zod'
import { DELIVERY_STATUSES, WEBHOOK_EVENT_TYPES } from '../models/webhook.js'
import { operation } from './operation.js'
import { id, idParam, nextCursor, optional, pageCursor, pageLimit, timestamp } from './schemas.js'

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

export const createWebhook = operation({
  name: 'webhooks.create',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Subscribes an endpoint to events; its signing secret is shown this once.',
  errors: [],
  input: z.object({ endpoint_url: endpointUrl(), event_types: optional(eventTypes()) }),
  output: SubscriptionWithSecret,
  run: ({ caller, services }, { endpoint_url, event_types }) =>
    services.webhooks.create(caller.accountId, { endpointUrl: endpoint_url, eventTypes: event_types }),
})

export const listWebhooks = operation({
  name: 'webhooks.list',
  kind: 'query',
  scope: 'read',
  summary: 'Lists the webhook subscriptions, newest first.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ webhooks: z.array(Subscription), next_cursor: nextCursor() }),
  run: async ({ caller, services }, page) => {
    const { items, nextCursor } = await services.webhooks.list(caller.accountId, page)
    return { webhooks: items, next_cursor: nextCursor }
  },
})

export const getWebhook = operation({
  name: 'webhooks.get',
  kind: 'query',
  scope: 'read',
  summary: 'Gets one webhook subscription.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: Subscription,
  run: ({ caller, services }, input) => services.webhooks.get(caller.accountId, input.id),
})

export const updateWebhook = operation({
  name: 'webhooks.update',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Changes, pauses or resumes a webhook subscription; only the fields that are sent change.',
  errors: ['not_found'],
  input: z.object({
    id: idParam(),
    endpoint_url: optional(endpointUrl()),
    event_types: optional(eventTypes()),
    is_active: optional(z.boolean('must be true, or false to pause')),
  }),
  output: Subscription,
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
  summary: 'Ends a webhook subscription and the retries of its deliveries.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.object({ message: z.string() }),
  run: async ({ caller, services }, input) => {
    await services.webhooks.delete(caller.accountId, input.id)
    return { message: 'The webhook subscription is deleted.' }
  },
})

export const rotateWebhookSecret = operation({
  name: 'webhooks.rotateSecret',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Gives a webhook subscription a new signing secret, shown this once.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: SubscriptionWithSecret,
  run: ({ caller, services }, input) => services.webhooks.rotateSecret(caller.accountId, input.id),
})

export const listDeliveries = operation({
  name: 'webhooks.deliveries',
  kind: 'query',
  scope: 'read',
  summary: 'Lists the deliveries of a webhook subscription, newest first.',
  errors: ['not_found'],
  input: z.object({ id: idParam(), limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ deliveries: z.array(Delivery), next_cursor: nextCursor() }),
  run: async ({ caller, services }, { id, ...page }) => {
    const { items, nextCursor } = await services.webhooks.deliveries(caller.accountId, id, page)
    return { deliveries: items, next_cursor: nextCursor }
  },
})

export const getDelivery = operation({
  name: 'webhooks.getDelivery',
  kind: 'query',
  scope: 'read',
  summary: 'Gets one delivery with its attempts.',
  errors: ['not_found'],
  input: z.object({ id: idParam(), delivery_id: idParam() }),
  output: Delivery,
  run: ({ caller, services }, input) => services.webhooks.getDelivery(caller.accountId, input.id, input.delivery_id),
})

export const testWebhook = operation({
  name: 'webhooks.test',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Sends a test event to a webhook endpoint.',
  errors: ['not_found'],
  input: z.object({ id: idParam(), event_type: optional(eventType()) }),
  output: Delivery,
  run: ({ caller, services }, input) => services.webhooks.test(caller.accountId, input.id, input.event_type),
})

export const redeliver = operation({
  name: 'webhooks.redeliver',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Delivers an event again, with a new round of attempts.',
  errors: ['not_found'],
  input: z.object({ id: idParam(), delivery_id: idParam() }),
  output: Delivery,
  run: ({ caller, services }, input) => services.webhooks.redeliver(caller.accountId, input.id, input.delivery_id),
})
