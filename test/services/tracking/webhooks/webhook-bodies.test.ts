import { afterEach, beforeEach, expect, test } from 'vitest'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

const EMAIL = 'Zoe.Person@example.com'
/** What JSON and BSON could write differently. */
const METADATA = {
  ...{ b: 1, a: [1.5, -0.25, 1e21, 2 ** 53, 0, null, true], '10': 'ten', '9': 'nine' },
  nested: { ü: '😀 "quoted" \\ \u2028', empty: {}, list: [] },
}

let app: TestApp
let receiver: WebhookReceiver
let webhookId: string
beforeEach(async () => {
  app = await startApp({ WEBHOOK_RETRY_BASE_MS: '1000' })
  await verifiedDomain(app, 'acme.example')
  receiver = await startWebhookReceiver()
  const webhook = { endpoint_url: receiver.url, event_types: ['sent'] }
  webhookId = (await app.call('POST', '/v1/webhooks', { body: webhook })).body.id
})
afterEach(async () => {
  await app.close()
  await receiver.close()
})

async function send(): Promise<string> {
  const body = aSend({
    ...{ destination: { email: EMAIL }, tags: { order: '17' } },
    metadata: { from_email: 'Shop <shop@acme.example>', custom: METADATA },
  })
  const sent = await app.call('POST', '/v1/send', { body })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  return sent.body.id
}

const textOf = (index: number) => receiver.hits[index]!.rawBody.toString('utf8')
const hits = (count: number) => eventually(`${count} requests`, () => receiver.hits.length === count)
const log = async () => (await app.call('GET', `/v1/webhooks/${webhookId}/deliveries`)).body.deliveries
const hasEnded = () =>
  eventually(
    'no delivery is left',
    async () => !(await app.app.models.deliveries.exists({ next_at: { $exists: true } })),
  )

test('a retry and a redelivery have the body of the first attempt, byte for byte', async () => {
  receiver.next.push({ status: 500 })
  await send()
  await hits(2)
  expect(textOf(1)).toBe(textOf(0))
  expect(JSON.parse(textOf(0))).toMatchObject({
    ...{ event_type: 'sent', recipient: EMAIL },
    message: { from: 'Shop <shop@acme.example>', to: [EMAIL], tags: { order: '17' }, metadata: { custom: METADATA } },
  })
  await hasEnded()
  const [{ id, payload }] = await log()
  expect(payload).toBe(textOf(0))
  await app.call('POST', `/v1/webhooks/${webhookId}/deliveries/${id}/redeliver`)
  await hits(3)
  expect(textOf(2)).toBe(textOf(0))
})

test('a body says nothing of a recipient who was erased since, and what else it says stays', async () => {
  await send()
  await hits(1)
  await hasEnded()
  expect((await app.call('POST', '/v1/recipients/erase', { body: { email: EMAIL } })).status).toBe(200)
  const [{ id, payload }] = await log()
  expect(JSON.parse(payload)).toMatchObject({ event_type: 'sent', recipient: null, message: { to: [], subject: null } })
  await app.call('POST', `/v1/webhooks/${webhookId}/deliveries/${id}/redeliver`)
  await hits(2)
  expect(textOf(1)).toBe(payload)
  expect(textOf(1).toLowerCase()).not.toContain('person@example.com')
})

test('a test event keeps its body, which is sent again by a redelivery', async () => {
  const { body: delivery } = await app.call('POST', `/v1/webhooks/${webhookId}/test`, {
    body: { event_type: 'bounced' },
  })
  await hits(1)
  await hasEnded()
  expect(textOf(0)).toBe(delivery.payload)
  await app.call('POST', `/v1/webhooks/${webhookId}/deliveries/${delivery.id}/redeliver`)
  await hits(2)
  expect(textOf(1)).toBe(delivery.payload)
})

test('a body that an earlier version has stored is sent if its event is no longer in the ledger', async () => {
  await send()
  await hits(1)
  await hasEnded()
  const { deliveries, events, payloads } = app.app.models
  const { _id, event_id, account_id } = (await deliveries.findOne().lean())!
  await payloads.create({ _id: event_id, account_id, body: textOf(0) })
  await events.deleteOne({ _id: event_id })
  await app.call('POST', `/v1/webhooks/${webhookId}/deliveries/${_id}/redeliver`)
  await hits(2)
  expect(textOf(1)).toBe(textOf(0))
  await payloads.deleteOne({ _id: event_id })
  expect((await log())[0]).toMatchObject({ id: _id, payload: null })
})
