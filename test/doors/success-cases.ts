import { anImage } from '../support/images.js'
import { aSend, eventually, type TestApp } from '../support/start-app.js'
import { uploadFile } from '../support/upload-file.js'
import type { SuccessCase } from './cases.js'
import { domainSuccesses } from './domain-cases.js'
import { domainLogoSuccesses } from './domain-logo-cases.js'
import { templateSuccesses } from './template-cases.js'
import { testRecipientSuccesses } from './test-recipient-cases.js'

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const endpoint = { endpoint_url: 'http://127.0.0.1:9/hook', event_types: ['bounced'] }

async function post(app: TestApp, path: string, body: unknown, testMode = true) {
  const response = await app.call('POST', path, { key: await app.key('admin', testMode), body })
  if (response.status >= 300) throw new Error(JSON.stringify(response.body))
  return response.body
}

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

async function aDelivered(app: TestApp, overrides = {}) {
  const { id, idempotency_key } = await post(app, '/v1/send', aSend(overrides))
  await eventually('delivered', async () => (await app.call('GET', `/v1/messages/${id}`)).body.status === 'delivered')
  return { id, idempotency_key }
}

async function aCapturedMail(app: TestApp) {
  const sent = await post(app, '/v1/send', aSend({ destination: { email: app.ownerEmail } }), false)
  const mail = await eventually('captured', async () => {
    const [newest] = (await app.call('GET', '/dev/outbox')).body.mails
    return newest?.message_id === sent.id && newest
  })
  return { id: mail.id as string }
}

const theSuppression = { channel: 'email', recipient: 'Suppressed@Example.com', reason: 'asked' }

async function aSuppression(app: TestApp) {
  const { channel, recipient } = await post(app, '/v1/suppressions', theSuppression)
  return { channel, recipient }
}

/** A cap of a key that nobody sends with: one of the account would be in the way of others. */
async function aSpendCap(app: TestApp) {
  const key = await post(app, '/v1/keys', { scope: 'send' })
  const { body } = await app.call('PUT', '/v1/spend-caps', { body: { key_id: key.id, hard_limit_micros: 10_000_000 } })
  return body as { id: string; key_id: string }
}

/** One call at least of every operation. */
export const successCases: readonly SuccessCase[] = [
  ...templateSuccesses,
  ...testRecipientSuccesses,
  {
    operation: 'messages.send',
    key: 'test',
    input: () => aSend({ tags: { order: '8471' }, message_type: 'marketing' }),
  },
  { operation: 'messages.send', key: 'test', input: () => aSend({ scheduled_at: inAnHour() }) },
  {
    operation: 'messages.send',
    key: 'test',
    input: async (app) => {
      const upload_id = (await uploadFile(app, '/v1/uploads', anImage())).body.id as string
      return aSend({ payload: { subject: 'A picture', body_text: 'See.', attachments: [{ upload_id }] } })
    },
  },
  {
    operation: 'messages.sendBatch',
    key: 'test',
    input: () => ({
      items: [aSend(), aSend({ destination: { email: 'nobody' } }), aSend({ payload: { body_html: '<p>' } })],
    }),
  },
  {
    operation: 'messages.list',
    input: async (app) => ({ ...((await aDelivered(app)) && {}), status: 'delivered', limit: 1 }),
  },
  { operation: 'messages.get', input: async (app) => ({ id: (await aDelivered(app)).id }) },
  {
    operation: 'messages.getByIdempotencyKey',
    input: async (app) => ({ idempotency_key: (await aDelivered(app)).idempotency_key }),
  },
  {
    operation: 'messages.cancel',
    input: async (app) => ({ id: (await post(app, '/v1/send', aSend({ scheduled_at: inAnHour() }))).id }),
  },
  { operation: 'keys.create', input: () => ({ scope: 'read', test_mode: true, expires_at: inAnHour() }) },
  { operation: 'keys.list', input: () => ({ limit: 1 }) },
  { operation: 'keys.rotate', input: async (app) => ({ id: (await post(app, '/v1/keys', { scope: 'send' })).id }) },
  { operation: 'keys.revoke', input: async (app) => ({ id: (await post(app, '/v1/keys', { scope: 'send' })).id }) },
  { operation: 'account.verification', input: () => ({}) },
  { operation: 'outbox.list', input: async (app) => ({ ...((await aCapturedMail(app)) && {}), limit: 1 }) },
  { operation: 'outbox.get', input: aCapturedMail },
  { operation: 'suppressions.create', input: () => theSuppression },
  { operation: 'suppressions.list', input: async (app) => ({ ...((await aSuppression(app)) && {}), limit: 1 }) },
  {
    operation: 'suppressions.list',
    input: async (app) => ({ ...((await aSuppression(app)) && {}), channel: 'email', limit: 1 }),
  },
  {
    operation: 'suppressions.import',
    input: () => ({
      channel: 'email',
      entries: [
        { email: 'unsubscribed@example.com', state: 'unsubscribed' },
        { email: 'suppressed@example.com', reason: 'bounced' },
        { email: 'nobody' },
      ],
    }),
  },
  { operation: 'suppressions.delete', input: aSuppression },
  { operation: 'usage.get', input: () => ({ period: '2026-10' }) },
  { operation: 'spendCaps.list', input: async (app) => ({ ...((await aSpendCap(app)) && {}), limit: 1 }) },
  {
    operation: 'spendCaps.set',
    input: async (app) => ({ key_id: (await aSpendCap(app)).key_id, soft_limit_micros: 5_000_000 }),
  },
  { operation: 'spendCaps.delete', input: async (app) => ({ id: (await aSpendCap(app)).id }) },
  ...domainSuccesses,
  ...domainLogoSuccesses,
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
