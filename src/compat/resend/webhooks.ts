import { z } from 'zod'
import type { Webhook, WebhookDelivery, WebhookEventType } from '../../contract/webhooks.js'
import { fieldError } from '../../errors.js'
import {
  createWebhook,
  deleteWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateWebhookSecret,
  updateWebhook,
} from '../../operations/webhooks.js'
import { DIALECTS } from '../../services/tracking/webhooks/dialects/dialects.js'
import type { CompatRoute } from '../common/api.js'
import { given } from '../common/given.js'
import { notSupported } from '../common/not-supported.js'
import { ListQuery, listOf, PAGE_NAMES, pageOf } from './lists.js'

const NewWebhook = z.strictObject({ endpoint: z.string('is required'), events: z.array(z.string()).nullish() })
const Changes = z.strictObject({
  endpoint: z.string().nullish(),
  events: z.array(z.string()).nullish(),
  status: z.enum(['enabled', 'disabled']).nullish(),
})

const NAMES = [
  ['endpoint_url', 'endpoint'],
  ['event_types', 'events'],
] as const

/** Our types of events by the names of Resend. */
const TYPES = new Map(
  Object.entries(DIALECTS.resend.names).map(([type, name]) => [name, type as WebhookEventType] as const),
)

/** Webhooks in the format of Resend. Others of the account are listed as well. */
export const webhooks: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/webhooks',
    operation: createWebhook,
    names: NAMES,
    answer: async ({ body, run }) => {
      const { endpoint, events } = body(NewWebhook)
      const input = { format: 'resend', endpoint_url: endpoint, ...given('event_types', eventsOf(events)) }
      const { id, standard_secret } = await run(createWebhook, input)
      return { object: 'webhook', id, signing_secret: standard_secret }
    },
  },
  {
    method: 'GET',
    path: '/webhooks',
    operation: listWebhooks,
    names: PAGE_NAMES,
    answer: async ({ query, run }) => {
      const { webhooks: found, next_cursor } = await run(listWebhooks, pageOf(query(ListQuery), 'webhook'))
      return listOf(found.map(present), next_cursor)
    },
  },
  {
    method: 'GET',
    path: '/webhooks/:id',
    operation: getWebhook,
    answer: async ({ param, run }) => ({ object: 'webhook', ...present(await run(getWebhook, { id: param('id') })) }),
  },
  {
    method: 'PATCH',
    path: '/webhooks/:id',
    operation: updateWebhook,
    names: NAMES,
    answer: async ({ param, body, run }) => {
      const { endpoint, events, status } = body(Changes)
      const changes = {
        ...given('endpoint_url', endpoint),
        ...given('event_types', eventsOf(events)),
        ...given('is_active', status && status === 'enabled'),
      }
      const { id } = await run(updateWebhook, { id: param('id'), ...changes })
      return { object: 'webhook', id }
    },
  },
  {
    method: 'DELETE',
    path: '/webhooks/:id',
    operation: deleteWebhook,
    answer: async ({ param, run }) => {
      await run(deleteWebhook, { id: param('id') })
      return { object: 'webhook', id: param('id'), deleted: true }
    },
  },
  {
    method: 'POST',
    path: '/webhooks/:id/signing-secret/rotate',
    operation: rotateWebhookSecret,
    answer: async ({ param, run }) => {
      const { standard_secret } = await run(rotateWebhookSecret, { id: param('id') })
      return { object: 'webhook', id: param('id'), signing_secret: standard_secret }
    },
  },
  {
    method: 'GET',
    path: '/webhooks/:id/events',
    operation: listDeliveries,
    names: PAGE_NAMES,
    answer: async ({ param, query, run }) => {
      const id = param('id')
      const { deliveries, next_cursor } = await run(listDeliveries, { id, ...pageOf(query(ListQuery), 'delivery', id) })
      return listOf(deliveries.map(presentEvent), next_cursor)
    },
  },
  {
    method: 'GET',
    path: '/webhooks/:id/events/:event',
    operation: getDelivery,
    answer: async ({ param, run }) => {
      const delivery = await run(getDelivery, { id: param('id'), delivery_id: param('event') })
      return { object: 'webhook_event', ...presentEvent(delivery), payload: JSON.parse(delivery.payload ?? 'null') }
    },
  },
  {
    method: 'GET',
    path: '/webhooks/:id/events/:event/attempts',
    operation: getDelivery,
    answer: async ({ param, query, run, ignore }) => {
      for (const name of Object.keys(query(ListQuery))) ignore(name)
      const { attempts } = await run(getDelivery, { id: param('id'), delivery_id: param('event') })
      const shown = attempts.map(({ attempted_at, response_status, response_body, duration_ms, error }, index) => ({
        ...{ id: `${param('event')}.${index}`, created_at: attempted_at, duration_ms, error },
        status: response_status !== null && response_status < 300 ? 'success' : 'failed',
        ...{ response_status_code: response_status, response_body },
      }))
      return listOf(shown, null)
    },
  },
  {
    method: 'POST',
    path: '/webhooks/:id/events/:event/replay',
    operation: redeliver,
    answer: async ({ param, run }) => {
      const { id } = await run(redeliver, { id: param('id'), delivery_id: param('event') })
      return { object: 'webhook_event', id }
    },
  },
]

/** Here no types would mean all of them. */
function eventsOf(events: readonly string[] | null | undefined): WebhookEventType[] | undefined {
  if (events?.length === 0) throw fieldError('invalid_request', 'events', 'must have at least one event')
  return events?.map(typeOf)
}

/** @throws ApiError 501 for an event that we do not report. */
function typeOf(name: string): WebhookEventType {
  const type = TYPES.get(name)
  if (!type) throw notSupported('events', `The events are ${[...TYPES.keys()].join(', ')}.`)
  return type
}

const present = ({ id, endpoint_url, event_types, is_active, created_at }: Webhook) => ({
  id,
  endpoint: endpoint_url,
  events: (event_types.length > 0 ? event_types : [...TYPES.values()]).map(
    (type) => DIALECTS.resend.names[type] ?? type,
  ),
  status: is_active ? 'enabled' : 'disabled',
  created_at,
})

const presentEvent = ({ id, event_type, status, created_at }: WebhookDelivery) => ({
  id,
  type: DIALECTS.resend.names[event_type as WebhookEventType] ?? event_type,
  status,
  created_at,
})
