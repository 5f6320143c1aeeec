import { eventually, type TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase, unknownId } from '../case.js'

const endpoint = { endpoint_url: 'http://127.0.0.1:9/hook', event_types: ['bounced'] }

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
  { operation: 'webhooks.list', input: async (app) => ({ ...((await aWebhook(app)) && {}), limit: 1 }) },
  { operation: 'webhooks.get', input: async (app) => ({ id: await aWebhook(app) }) },
  {
    operation: 'webhooks.update',
    input: async (app) => ({ id: await aWebhook(app), event_types: ['sent', 'email.received'], is_active: false }),
  },
  { operation: 'webhooks.delete', input: async (app) => ({ id: await aWebhook(app) }) },
  { operation: 'webhooks.rotateSecret', input: async (app) => ({ id: await aWebhook(app) }) },
  { operation: 'webhooks.deliveries', input: async (app) => ({ id: (await aDelivery(app)).id, limit: 1 }) },
  { operation: 'webhooks.getDelivery', input: aDelivery },
  { operation: 'webhooks.test', input: async (app) => ({ id: await aWebhook(app), event_type: 'bounced' }) },
  { operation: 'webhooks.redeliver', input: aDelivery },
]

export const errors: readonly ErrorCase[] = [
  { title: 'no endpoint', operation: 'webhooks.create', input: {}, code: 'invalid_request', field: 'endpoint_url' },
  {
    title: 'an endpoint that is no URL',
    operation: 'webhooks.create',
    input: { endpoint_url: 'nowhere' },
    code: 'invalid_request',
    field: 'endpoint_url',
  },
  {
    title: 'a private endpoint',
    operation: 'webhooks.create',
    input: { endpoint_url: 'https://10.0.0.1/hook' },
    code: 'invalid_request',
    field: 'endpoint_url',
  },
  {
    title: 'an endpoint with credentials',
    operation: 'webhooks.create',
    input: { endpoint_url: 'https://a:b@127.0.0.1/' },
    code: 'invalid_request',
    field: 'endpoint_url',
  },
  {
    title: 'an event type that is not for webhooks',
    operation: 'webhooks.create',
    input: { endpoint_url: 'http://127.0.0.1:9/', event_types: ['queued'] },
    code: 'invalid_request',
    field: 'event_types.0',
  },
  {
    title: 'a key that reads',
    operation: 'webhooks.create',
    key: 'read',
    input: { endpoint_url: 'http://127.0.0.1:9/' },
    code: 'forbidden',
  },
  {
    title: 'a cursor that is none',
    operation: 'webhooks.list',
    input: { cursor: 'x' },
    code: 'invalid_request',
    field: 'cursor',
  },
  unknownId('webhooks.get', { id: UNKNOWN_WEBHOOK }),
  unknownId('webhooks.update', { id: UNKNOWN_WEBHOOK, is_active: false }),
  {
    title: 'a pause that is neither',
    operation: 'webhooks.update',
    input: { id: UNKNOWN_WEBHOOK, is_active: 'maybe' },
    code: 'invalid_request',
    field: 'is_active',
  },
  unknownId('webhooks.delete', { id: UNKNOWN_WEBHOOK }),
  unknownId('webhooks.rotateSecret', { id: UNKNOWN_WEBHOOK }),
  unknownId('webhooks.deliveries', { id: UNKNOWN_WEBHOOK }),
  unknownId('webhooks.getDelivery', { id: UNKNOWN_WEBHOOK, delivery_id: UNKNOWN_DELIVERY }),
  unknownId('webhooks.test', { id: UNKNOWN_WEBHOOK }),
  {
    title: 'an event type that does not exist',
    operation: 'webhooks.test',
    input: { id: UNKNOWN_WEBHOOK, event_type: 'eaten' },
    code: 'invalid_request',
    field: 'event_type',
  },
  unknownId('webhooks.redeliver', { id: UNKNOWN_WEBHOOK, delivery_id: UNKNOWN_DELIVERY }),
]
