import { fillQuota } from '../../support/fill-quota.js'
import { eventually, type TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'

const endpoint = { endpoint_url: 'http://127.0.0.1:1029/hook', event_types: ['bounced'] }

const aWebhook = async (app: TestApp) => (await post(app, '/v1/webhooks', endpoint)).id as string

async function aDelivery(app: TestApp) {
  const id = await aWebhook(app)
  const delivery = await post(app, `/v1/webhooks/${id}/test`, {})
  await eventually('the first attempt', async () => {
    const { body } = await app.call('GET', `/v1/webhooks/${id}/deliveries/${delivery.id}`)
    return body.attempt_count > 0
  })
  await app.call('PUT', `/v1/webhooks/${id}`, { body: { is_active: false } })
  return { id, delivery_id: delivery.id as string }
}

const UNKNOWN_WEBHOOK = 'wh_00000000000000000000000000'

const UNKNOWN_DELIVERY = 'whd_00000000000000000000000000'

export const successes: readonly SuccessCase[] = [
  { operation: 'webhooks.create', input: () => endpoint },
  { operation: 'webhooks.create', input: () => ({ ...endpoint, format: 'sendgrid' }) },
  { operation: 'webhooks.list', input: async (app) => ({ ...((await aWebhook(app)) && {}), limit: 1 }) },
  { operation: 'webhooks.get', input: async (app) => ({ id: await aWebhook(app) }) },
  {
    operation: 'webhooks.update',
    input: async (app) => ({ id: await aWebhook(app), event_types: ['sent', 'email.received'], is_active: false }),
  },
  { operation: 'webhooks.update', input: async (app) => ({ id: await aWebhook(app), format: 'mailgun' }) },
  { operation: 'webhooks.delete', input: async (app) => ({ id: await aWebhook(app) }) },
  { operation: 'webhooks.rotateSecret', input: async (app) => ({ id: await aWebhook(app) }) },
  { operation: 'webhooks.deliveries', input: async (app) => ({ id: (await aDelivery(app)).id, limit: 1 }) },
  {
    operation: 'webhooks.deliveries',
    input: async (app) => ({
      id: (await aDelivery(app)).id,
      status: 'failed',
      from: '2026-01-01T00:00:00Z',
      to: '2999-01-01T00:00:00Z',
    }),
  },
  { operation: 'webhooks.getDelivery', input: aDelivery },
  { operation: 'webhooks.test', input: async (app) => ({ id: await aWebhook(app), event_type: 'bounced' }) },
  {
    operation: 'webhooks.deliveries',
    input: async (app) => ({ id: (await aDelivery(app)).id, event_type: 'delivered', status: 'failed' }),
  },
  { operation: 'webhooks.redeliver', input: aDelivery },
  {
    operation: 'webhooks.redeliverMany',
    input: async (app) => {
      const { id, delivery_id } = await aDelivery(app)
      return { id, delivery_ids: [delivery_id, UNKNOWN_DELIVERY] }
    },
  },
]

export const errors: readonly ErrorCase[] = [
  invalid('webhooks.create', 'endpoint_url', 'no endpoint', {}),
  invalid('webhooks.create', 'endpoint_url', 'an endpoint that is not a URL', { endpoint_url: 'nowhere' }),
  invalid('webhooks.create', 'endpoint_url', 'a private endpoint', { endpoint_url: 'https://10.0.0.1/hook' }),
  invalid('webhooks.create', 'endpoint_url', 'an endpoint with credentials', {
    endpoint_url: 'https://a:b@127.0.0.1/',
  }),
  invalid('webhooks.create', 'event_types.0', 'an event type that is not for webhooks', {
    endpoint_url: 'http://127.0.0.1:1029/',
    event_types: ['queued'],
  }),
  invalid('webhooks.create', 'format', 'an unknown format', { ...endpoint, format: 'mandrill' }),
  forbidden('webhooks.create', 'read', { endpoint_url: 'http://127.0.0.1:1029/' }),
  {
    title: 'as many webhooks as the plan allows',
    operation: 'webhooks.create',
    key: 'full',
    input: async (app) => ({ ...((await fillQuota(app, 'full@postline.test', 'webhooks')) ?? {}), ...endpoint }),
    code: 'too_many_webhooks',
  },
  unknownCursor('webhooks.list'),
  unknownId('webhooks.get', { id: UNKNOWN_WEBHOOK }),
  unknownId('webhooks.update', { id: UNKNOWN_WEBHOOK, is_active: false }),
  invalid('webhooks.update', 'is_active', 'an invalid is_active', { id: UNKNOWN_WEBHOOK, is_active: 'maybe' }),
  unknownId('webhooks.delete', { id: UNKNOWN_WEBHOOK }),
  unknownId('webhooks.rotateSecret', { id: UNKNOWN_WEBHOOK }),
  unknownId('webhooks.deliveries', { id: UNKNOWN_WEBHOOK }),
  invalid('webhooks.deliveries', 'status', 'a status that does not exist', { id: UNKNOWN_WEBHOOK, status: 'lost' }),
  invalid('webhooks.deliveries', 'from', 'a malformed time', { id: UNKNOWN_WEBHOOK, from: 'yesterday' }),
  invalid('webhooks.deliveries', 'to', 'a time without a zone', { id: UNKNOWN_WEBHOOK, to: '2026-11-21T09:00:00' }),
  unknownId('webhooks.getDelivery', { id: UNKNOWN_WEBHOOK, delivery_id: UNKNOWN_DELIVERY }),
  unknownId('webhooks.test', { id: UNKNOWN_WEBHOOK }),
  invalid('webhooks.test', 'event_type', 'an event type that does not exist', {
    id: UNKNOWN_WEBHOOK,
    event_type: 'eaten',
  }),
  {
    title: 'a test event that the format of the webhook does not have',
    operation: 'webhooks.test',
    input: async (app) => {
      const { id } = await post(app, '/v1/webhooks', { ...endpoint, format: 'postmark' })
      return { id, event_type: 'sent' }
    },
    code: 'invalid_request',
    field: 'event_type',
  },
  unknownId('webhooks.redeliverMany', { id: UNKNOWN_WEBHOOK, delivery_ids: [UNKNOWN_DELIVERY] }),
  invalid('webhooks.redeliverMany', 'delivery_ids', 'no delivery', { id: UNKNOWN_WEBHOOK, delivery_ids: [] }),
  unknownId('webhooks.redeliver', { id: UNKNOWN_WEBHOOK, delivery_id: UNKNOWN_DELIVERY }),
]
