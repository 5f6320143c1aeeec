import { afterEach, beforeEach, expect, test } from 'vitest'
import { anotherProcess } from '../support/more-processes.js'
import { type CollectedSpan, type Collector, startCollector } from '../support/otlp-collector.js'
import { CALLBACK_SECRET, postSigned } from '../support/post-callback.js'
import { sesNotification } from '../support/ses-notifications.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

const SECRET = 'Confidential-subject'
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const SPAN_ID = 'b7ad6b7169203331'
const PRODUCER = 4
const CONSUMER = 5
const CLIENT = 3

let collector: Collector
let receiver: WebhookReceiver
const open: TestApp[] = []
beforeEach(async () => {
  collector = await startCollector()
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  for (const app of open.splice(0).reverse()) await app.close()
  await collector.close()
  await receiver.close()
})

const start = async (settings: Record<string, string> = {}, ports = {}) => {
  const app = await startApp({ CALLBACK_SECRET, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings }, ports)
  open.push(app)
  return app
}
const send = async (app: TestApp, headers: Record<string, string> = {}) => {
  const payload = { subject: SECRET, body_text: 'A text.' }
  const body = aSend({ destination: { email: app.ownerEmail }, payload })
  return (await app.call('POST', '/v1/send', { body, headers })).body.id as string
}
const becomes = (app: TestApp, id: string, status: string) =>
  eventually(`${id} is ${status}`, async () => (await app.call('GET', `/v1/messages/${id}`)).body.status === status)
const row = (app: TestApp, id: string) => app.app.models.messages.findById(id).lean()

/** The spans of these names, once the collector has one of each. */
async function spansOf(app: TestApp, names: string[]): Promise<CollectedSpan[]> {
  return eventually(`spans ${names}`, async () => {
    await app.app.tracing?.flush()
    const found = names.map((name) => collector.spans.find((span) => span.name === name))
    return found.every((span) => span !== undefined) ? found : null
  })
}
const placeOf = ({ traceId, spanId }: CollectedSpan) => ({ traceId, spanId })
const traceparent = `00-${TRACE_ID}-${SPAN_ID}-01`

test('the steps of a message are spans that link to the step before, by the messaging conventions', async () => {
  const app = await start()
  await app.call('POST', '/v1/webhooks', {
    body: { endpoint_url: `${receiver.url}/hook?token=of-the-customer`, event_types: ['sent', 'bounced'] },
  })
  const id = await send(app, { traceparent })
  await becomes(app, id, 'delivered')
  await eventually('delivered', () => receiver.hits.length === 1)
  const [accept, dispatch, fanOut, post] = (await spansOf(app, [
    ...['send dispatch', 'process dispatch', 'process fan-out', 'POST'],
  ])) as [CollectedSpan, CollectedSpan, CollectedSpan, CollectedSpan]

  const messaging = { 'messaging.system': 'postline', 'messaging.message.id': id }
  const process = { 'messaging.operation.name': 'process', 'messaging.operation.type': 'process' }
  expect(accept).toMatchObject({ kind: PRODUCER, traceId: TRACE_ID, parentSpanId: SPAN_ID, links: [], isError: false })
  expect(accept.attributes).toMatchObject({
    ...messaging,
    'messaging.operation.type': 'send',
    'messaging.destination.name': 'dispatch',
    'postline.account.id': app.accountId,
  })
  expect(dispatch).toMatchObject({ kind: CONSUMER, links: [placeOf(accept)], isError: false })
  expect(dispatch.attributes).toEqual({
    ...messaging,
    ...process,
    'messaging.destination.name': 'dispatch',
    'postline.outcome': 'sent',
  })
  expect(fanOut).toMatchObject({ kind: CONSUMER, links: [placeOf(dispatch)] })
  expect(fanOut.attributes).toMatchObject({ ...messaging, ...process, 'messaging.destination.name': 'fan-out' })
  expect(post).toMatchObject({ kind: CLIENT, links: [placeOf(fanOut)] })
  expect(post.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'url.full': `${receiver.url}/hook`,
    'server.address': '127.0.0.1',
  })
  // The endpoint can continue the trace of its request.
  expect(receiver.hits[0]!.headers.traceparent).toBe(`00-${post.traceId}-${post.spanId}-01`)

  const providerMessageId = (await row(app, id))!.provider_message_id!
  const named = { providerMessageId, messageId: id, recipients: [app.ownerEmail] }
  await postSigned(app.url, sesNotification('Bounce', 'publishing', named))
  const [ingest] = (await spansOf(app, ['process ingest'])) as [CollectedSpan]
  expect(ingest).toMatchObject({ kind: CONSUMER, links: [placeOf(accept)] })
  expect(ingest.attributes).toMatchObject({ ...messaging, 'postline.event.type': 'bounced' })
  await eventually('both webhooks', () => receiver.hits.length === 2)
  await app.app.tracing?.flush()

  // No attribute tells who got the mail, or what it says.
  const sent = collector.bodies.join()
  expect(sent).toContain(id)
  for (const secret of ['@', '%40', app.ownerEmail.split('@')[0]!, SECRET, 'of-the-customer']) {
    expect(sent).not.toContain(secret)
  }
})

test('links lie in the ledger: they survive a restart of all processes and an emptied Redis', async () => {
  const api = await start({ ROLES: 'api' })
  const id = await send(api)
  const [accept] = (await spansOf(api, ['send dispatch'])) as [CollectedSpan]
  expect((await row(api, id))?.trace).toBe(`00-${accept.traceId}-${accept.spanId}-01`)
  const { producer, config } = api.app
  const keys = await producer.keys(`${config.redisPrefix}*`)
  if (keys.length > 0) await producer.del(keys)

  const settings = { ROLES: 'worker,scheduler', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const worker = await anotherProcess(api, settings)
  open.push(worker)
  const [dispatch] = (await spansOf(worker, ['process dispatch'])) as [CollectedSpan]
  expect(dispatch.links).toEqual([placeOf(accept)])
  expect(dispatch.attributes['messaging.message.id']).toBe(id)
})

test('what a caller does not sample is not recorded, in no step', async () => {
  const app = await start()
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url, event_types: ['sent'] } })
  const id = await send(app, { traceparent: traceparent.replace(/01$/, '00') })
  await eventually('delivered', () => receiver.hits.length === 1)
  expect((await row(app, id))?.trace).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`))
  const other = await send(app, { traceparent: 'nonsense' })
  await eventually('delivered', () => receiver.hits.length === 2)
  await spansOf(app, ['send dispatch', 'process dispatch', 'process fan-out', 'POST'])
  const ids = collector.spans.map(
    ({ attributes }) => attributes['messaging.message.id'] ?? attributes['postline.message.id'],
  )
  expect(new Set(ids)).toEqual(new Set([other]))
})

test('a failure is the error of its span', async () => {
  const app = await start()
  receiver.fallback = { status: 500 }
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url, event_types: ['sent'] } })
  const body = aSend({ destination: { email: 'stranger@example.com' } })
  expect((await app.call('POST', '/v1/send', { body })).status).toBe(403)
  const [refused] = (await spansOf(app, ['send dispatch'])) as [CollectedSpan]
  expect(refused).toMatchObject({ isError: true, attributes: { 'error.type': 'recipient_not_verified' } })
  await send(app)
  const [post] = (await spansOf(app, ['POST'])) as [CollectedSpan]
  expect(post).toMatchObject({ isError: true, attributes: { 'error.type': '500' } })
})

test('without the setting no row has a trace, and webhooks no header for it', async () => {
  const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url, event_types: ['sent'] } })
  const id = await send(app, { traceparent })
  await eventually('delivered', () => receiver.hits.length === 1)
  expect(app.app.tracing).toBeNull()
  expect(await row(app, id)).not.toHaveProperty('trace')
  expect(await app.app.models.events.countDocuments({ trace: { $exists: true } })).toBe(0)
  expect(await app.app.models.deliveries.countDocuments({ trace: { $exists: true } })).toBe(0)
  expect(receiver.hits[0]!.headers.traceparent).toBeUndefined()
})
