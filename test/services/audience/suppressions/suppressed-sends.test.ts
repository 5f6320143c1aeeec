import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordingTransport } from '../../../support/recording-transport.js'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

const FROM = { metadata: { from_email: 'shop@acme.example' } }
const transport = recordingTransport()
let app: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await startApp({}, { transport })
  await verifiedDomain(app, 'acme.example')
  receiver = await startWebhookReceiver()
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
  await app.call('POST', '/v1/suppressions/import', {
    body: {
      entries: [
        { email: 'blocked@example.com', reason: 'hard_bounce' },
        { email: 'leaver@example.com', state: 'unsubscribed', reason: 'recipient_unsubscribe' },
      ],
    },
  })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})
beforeEach(() => {
  transport.handed.length = 0
})

const request = (destination: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  aSend({ destination, ...FROM, ...more })
const send = (body: unknown, key?: string) => app.call('POST', '/v1/send', { body, ...(key && { key }) })
const found = async (idempotencyKey: unknown) =>
  (await app.call('GET', `/v1/messages?idempotency_key=${idempotencyKey}`)).body
const row = (id: string) => app.app.models.messages.findById(id).lean()

describe('a send to a suppressed recipient', () => {
  test.each([
    ['the recipient', { email: 'Blocked@Example.com' }, 'transactional', 'suppressed'],
    ['a copy', { email: 'ok@example.com', cc: ['Name <blocked@example.com>'] }, 'transactional', 'suppressed'],
    ['a blind copy', { email: 'ok@example.com', bcc: ['blocked@example.com'] }, 'marketing', 'suppressed'],
    ['an unsubscribed recipient of marketing mail', { email: 'leaver@example.com' }, 'marketing', 'unsubscribed'],
    [
      'a leaver and a blocked one, with marketing',
      { email: 'leaver@example.com', cc: ['blocked@example.com'] },
      'marketing',
      'suppressed',
    ],
  ])('is refused: %s', async (_who, destination, messageType, type) => {
    const body = request(destination, { message_type: messageType })
    const { status, body: answer } = await send(body)
    expect(status, JSON.stringify(answer)).toBe(409)
    expect(answer.error).toMatchObject({ code: 'recipient_suppressed', status: 409 })

    const message = await found(body.idempotency_key)
    expect(message).toMatchObject({ status: 'suppressed', message_type: messageType, provider_message_id: null })
    expect(message.events).toEqual([
      {
        id: message.id,
        type,
        message_id: message.id,
        account_id: app.accountId,
        source: 'router',
        provider_event_id: `supp_${message.id}`,
        payload: { state: type, reason: type === 'suppressed' ? 'hard_bounce' : 'recipient_unsubscribe' },
        occurred_at: message.created_at,
        created_at: message.created_at,
      },
    ])
    const left = await row(message.id)
    expect(left?.dispatch_at).toBeUndefined()
    expect(left?.charge).toBeNull()
  })

  test('is accepted if it is transactional and the recipient only unsubscribed', async () => {
    const { status, body } = await send(request({ email: 'leaver@example.com' }))
    expect(status).toBe(201)
    await eventually('handed over', () => transport.handed.find(({ messageId }) => messageId === body.id))
  })

  test('gets the same error on a replay, also concurrently and after the entry is removed; another body is a reuse', async () => {
    await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: 'later@example.com' } })
    const body = request({ email: 'later@example.com' })
    const answers = await Promise.all([1, 2, 3].map(() => send(body)))
    await app.call('DELETE', '/v1/suppressions?channel=email&recipient=later%40example.com')
    for (const { status, body: answer } of [...answers, await send(body)]) {
      expect(status).toBe(409)
      expect(answer).toEqual(answers[0]!.body)
    }
    expect((await send({ ...body, tags: { a: 'b' } })).body.error.code).toBe('idempotency_key_reused')
    expect((await found(body.idempotency_key)).events).toHaveLength(1)
    expect((await send(request({ email: 'later@example.com' }))).status).toBe(201)
  })

  test('is refused for test keys too', async () => {
    const key = await app.key('send', true)
    expect((await send(request({ email: 'blocked@example.com' }), key)).body.error.code).toBe('recipient_suppressed')
  })

  test('is refused before it is scheduled, and cannot be canceled', async () => {
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const body = request({ email: 'blocked@example.com' }, { scheduled_at })
    expect((await send(body)).status).toBe(409)
    const { id, status } = await found(body.idempotency_key)
    expect(status).toBe('suppressed')
    expect((await app.call('POST', `/v1/messages/${id}/cancel`)).status).toBe(404)
  })

  test('is reported on event streams, but not by webhooks', async () => {
    const client = createClient({
      url: `${app.url}/graphql`,
      headers: { authorization: `Bearer ${app.adminKey}` },
      retryAttempts: 0,
    })
    const live = client.iterate<{ accountEvents: { id: string; type: string; messageId: string } }>({
      query: 'subscription { accountEvents { id type messageId } }',
    })
    const next = live.next()
    await eventually('the stream is open', () => app.app.services.eventStreams.open === 1)
    const body = request({ email: 'blocked@example.com' })
    await send(body)
    const { id } = await found(body.idempotency_key)
    // Events of messages sent before the stream was open may be recorded after it.
    let event = (await next).value?.data?.accountEvents
    while (event && event.messageId !== id) event = (await live.next()).value?.data?.accountEvents
    expect(event).toEqual({ id, type: 'SUPPRESSED', messageId: id })
    client.dispose()

    const row = await eventually('fanned out', async () => {
      const row = await app.app.models.events.findById(id).lean()
      return row?.seq ? row : null
    })
    expect(row.fanout_at).toBeUndefined()
    expect(await app.app.models.deliveries.countDocuments({ event_id: id })).toBe(0)
    expect(receiver.hits.filter((hit) => hit.body.message_id === id)).toEqual([])
  })
})

test('batch items are refused separately, with one look-up of the list', async () => {
  const db = app.app.models.connection.db!
  await db.command({ profile: 2, filter: { ns: `${db.databaseName}.suppressions` } as never })
  const items = Array.from({ length: 300 }, (_none, index) =>
    request({ email: index % 3 === 0 ? 'blocked@example.com' : `user${index}@example.com` }),
  )
  const { body } = await app.call('POST', '/v1/send/batch', { body: items })
  await db.command({ profile: 0 })
  body.forEach((item: { success: boolean; error?: { code: string } }, index: number) => {
    expect(item.success).toBe(index % 3 !== 0)
    if (!item.success) expect(item.error?.code).toBe('recipient_suppressed')
  })
  const looks = await db.collection('system.profile').find({ 'command.find': 'suppressions' }).toArray()
  // Includes the queries of dispatching the other 200, which are grouped too.
  expect(looks.length).toBeLessThan(40)
  for (const { planSummary } of looks) expect(planSummary).toMatch(/account_id: 1, channel: 1, recipient: 1/)
  await eventually('the others left', () => transport.handed.length === 200)
})

describe('a process that dies while it refuses a send', () => {
  /** Leaves the ledger in the state after a process dies right after inserting the message. */
  async function interrupted() {
    const body = request({ email: 'blocked@example.com' })
    await send(body)
    const { id } = await found(body.idempotency_key)
    await eventually('fanned out', async () => (await app.app.models.events.findById(id).lean())?.seq)
    await app.app.models.events.deleteOne({ _id: id })
    await app.app.models.messages.updateOne({ _id: id }, { dispatch_at: new Date(Date.now() + 60_000) })
    return { id, body }
  }

  test('leaves a message whose replay is refused and has its event', async () => {
    const { id, body } = await interrupted()
    expect((await send(body)).body.error.code).toBe('recipient_suppressed')
    const message = await found(body.idempotency_key)
    expect(message.events.map((event: { id: string; type: string }) => [event.id, event.type])).toEqual([
      [id, 'suppressed'],
    ])
    expect((await row(id))?.dispatch_at).toBeUndefined()
  })

  test('leaves a message that a worker completes and never sends', async () => {
    const { id, body } = await interrupted()
    await app.call('DELETE', '/v1/suppressions?channel=email&recipient=blocked%40example.com')
    await app.app.models.messages.updateOne({ _id: id }, { dispatch_at: new Date() })
    await eventually('completed', async () => (await row(id))?.dispatch_at === undefined)
    await app.call('POST', '/v1/suppressions', {
      body: { channel: 'email', recipient: 'blocked@example.com', reason: 'hard_bounce' },
    })
    const message = await found(body.idempotency_key)
    expect(message).toMatchObject({ status: 'suppressed', events: [{ id, type: 'suppressed' }] })
    expect(transport.handed).toEqual([])
  })
})

describe('a recipient who is suppressed before dispatch', () => {
  test.each([
    ['transactional', 'suppressed', false],
    ['transactional', 'suppressed', true],
    ['marketing', 'unsubscribed', false],
  ])('gets no %s mail: %s (test key: %s)', async (messageType, state, testMode) => {
    const email = `meanwhile-${messageType}-${testMode}@example.com`
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const destination = { email: 'somebody@example.com', cc: [email] }
    const body = request(destination, { message_type: messageType, scheduled_at })
    const { status, body: accepted } = await send(body, await app.key('send', testMode))
    expect(status, JSON.stringify(accepted)).toBe(201)
    await app.call('POST', '/v1/suppressions/import', { body: { entries: [{ email, state, reason: 'late' }] } })
    await app.app.models.messages.updateOne({ _id: accepted.id }, { dispatch_at: new Date() })

    const message = await eventually('stopped', async () => {
      const { body } = await app.call('GET', `/v1/messages/${accepted.id}`)
      return body.status === 'suppressed' && body
    })
    expect(message.events).toMatchObject([
      {
        id: message.id,
        type: state,
        source: 'router',
        provider_event_id: `supp_${message.id}`,
        payload: { state, reason: 'late' },
      },
    ])
    expect(transport.handed).toEqual([])
    const closed = await eventually('closed', async () => {
      const left = await row(message.id)
      return left?.dispatch_at === undefined ? left : null
    })
    expect(closed.status).toBe('suppressed')
    expect((await send(body, await app.key('send', testMode))).body).toEqual(accepted)
  })

  test('gets no message that a worker stopped before it died, even after the entry is removed', async () => {
    const email = 'half-way@example.com'
    await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: email } })
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    await app.call('DELETE', `/v1/suppressions?channel=email&recipient=${encodeURIComponent(email)}`)
    const { body: accepted } = await send(request({ email }, { scheduled_at }))
    await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: email } })
    await app.app.models.messages.updateOne({ _id: accepted.id }, { dispatch_at: new Date() })
    await eventually('closed', async () => (await row(accepted.id))?.status === 'suppressed')
    await app.call('DELETE', `/v1/suppressions?channel=email&recipient=${encodeURIComponent(email)}`)
    // As if the process had died between the event and the row.
    await app.app.models.messages.updateOne(
      { _id: accepted.id },
      { $set: { dispatch_at: new Date(), status: 'queued', status_rank: '', crashes: 1 } },
    )
    const closed = await eventually('closed again', async () => {
      const left = await row(accepted.id)
      return left?.dispatch_at === undefined ? left : null
    })
    expect(closed.status).toBe('suppressed')
    expect(transport.handed).toEqual([])
  })
})
