import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WebhookSubscriptionDoc } from '../../../src/models/webhook.js'
import { operatorOf } from '../../../src/services/caller.js'
import type { WebhookService } from '../../../src/services/tracking/webhooks/webhook-service.js'
import { DeliveryWorker } from '../../../src/streams/deliveries/delivery-worker.js'
import { refOf } from '../../../src/streams/engine/work-rows.js'
import { FanOutWorker } from '../../../src/streams/fan-out/fan-out-worker.js'
import { claimsOf } from '../../../src/streams/worker-deps.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { eventually, type Settings } from '../../support/start-app.js'
import { type Answer, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js'

const HOUR_MS = 3_600_000

let ledger: Ledger
let webhooks: WebhookService
let receiver: WebhookReceiver

async function setUp(settings: Settings = {}): Promise<void> {
  ledger = await openTestLedger({ WEBHOOK_RETRY_BASE_MS: '60000', WEBHOOK_TIMEOUT_MS: '2000', ...settings })
  webhooks = ledger.services.webhooks
}

beforeEach(async () => {
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await receiver.close()
  await ledger.close()
})

const startWorkers = () => [ledger.startWorker(FanOutWorker), ledger.startWorker(DeliveryWorker)] as const
const subscribe = (url = receiver.url) => webhooks.create(operatorOf(ledger.accountId), { endpoint_url: url })
/** Makes the first retry due, for any jitter. */
const untilRetry = () => ledger.clock.advance(75_001)
const findDelivery = () => ledger.delivery({})
const withStatus = (status: string, filter: object = {}) =>
  ledger.sweepUntil(`a delivery ${status}`, () => ledger.delivery({ ...filter, status }))
const log = async (subscriptionId: string) =>
  (await webhooks.deliveries(ledger.accountId, subscriptionId, { limit: 100 })).items

describe('an attempt', () => {
  it('posts the exact body with the headers of the contract, signed', async () => {
    await setUp()
    const { id, signing_secret } = await subscribe()
    receiver.next = [{ headers: { 'X-Kept': 'first', 'X-Long': 'x'.repeat(1_024) } }]
    startWorkers()
    const event = await ledger.recordEvent({ payload: { detail: 'Grüße aus Köln' } })
    await withStatus('succeeded')

    expect(receiver.hits).toHaveLength(1)
    const [hit] = receiver.hits
    expect(hit!.method).toBe('POST')
    expect(hit!.headers).toMatchObject({
      'content-type': 'application/json',
      'svc-event-id': event._id,
      'svc-event-type': 'delivered',
    })
    expect(hit!.headers['user-agent']).toMatch(/^Postline\/\d+\.\d+\.\d+/)
    expect(hit!.isSignedWith(signing_secret)).toBe(true)
    expect(hit!.isSignedWith('0'.repeat(64))).toBe(false)
    expect(hit!.body).toEqual({
      event_id: event._id,
      event_type: 'delivered',
      message_id: event.message_id,
      account_id: ledger.accountId,
      payload: { detail: 'Grüße aus Köln' },
      occurred_at: event.occurred_at.toISOString(),
      created_at: event.created_at.toISOString(),
      message: null,
      recipient: null,
    })
    expect(Object.keys(hit!.body)).toEqual(
      'event_id event_type message_id account_id payload occurred_at created_at message recipient'.split(' '),
    )

    const [entry] = await log(id)
    expect(entry).toMatchObject({
      status: 'succeeded',
      attempt_count: 1,
      round: 1,
      response_status: 200,
      next_retry_at: null,
      payload: hit!.rawBody.toString('utf8'),
    })
    expect(entry!.attempts).toEqual([
      {
        attempted_at: expect.stringMatching(/Z$/),
        response_status: 200,
        error: null,
        duration_ms: expect.any(Number),
        request_headers: expect.arrayContaining([
          { name: 'Content-Type', value: 'application/json' },
          { name: 'webhook-signature', value: hit!.headers['webhook-signature'] },
        ]),
        response_headers: expect.arrayContaining([{ name: 'x-kept', value: 'first' }]),
        response_body: 'ok',
      },
    ])
    expect(entry!.attempts[0]!.response_headers.map(({ name }) => name)).not.toContain('x-long')
  })

  it('carries the headers of Standard Webhooks, whatever the header prefix', async () => {
    await setUp({ HEADER_PREFIX: 'Acme' })
    const { standard_secret } = await subscribe()
    startWorkers()
    const event = await ledger.recordEvent()
    await withStatus('succeeded')
    const { headers, rawBody } = receiver.hits[0]!
    expect(headers['webhook-id']).toBe(event._id)
    expect(headers['webhook-timestamp']).toBe(headers['acme-timestamp'])
    const key = Buffer.from(standard_secret.slice('whsec_'.length), 'base64')
    const hmac = createHmac('sha256', key).update(`${event._id}.${headers['webhook-timestamp']}.`).update(rawBody)
    expect(headers['webhook-signature']).toBe(`v1,${hmac.digest('base64')}`)
  })

  it.each([
    ['seconds', () => '120'],
    ['a date', () => new Date(Math.ceil(ledger.clock.now().getTime() / 1_000) * 1_000 + 120_000).toUTCString()],
  ])('is repeated no earlier than the endpoint asks, in %s', async (_form, retryAfter) => {
    await setUp()
    receiver.next = [{ status: 429, headers: { 'retry-after': retryAfter() } }]
    await subscribe()
    startWorkers()
    await ledger.recordEvent()
    const { attempts, next_retry_at } = await withStatus('failed')
    const waitMs = next_retry_at!.getTime() - attempts[0]!.attempted_at.getTime()
    expect(waitMs).toBeGreaterThanOrEqual(119_000)
    expect(waitMs).toBeLessThan(130_000)
  })

  it('whose endpoint answers 410 is recorded and pauses the subscription; what is open goes out on resume', async () => {
    await setUp()
    receiver.next = [{ status: 410 }]
    const { id } = await subscribe()
    startWorkers()
    await ledger.recordEvent()
    await ledger.sweepUntil('a pause', async () => !(await webhooks.get(ledger.accountId, id)).is_active)
    expect((await log(id))[0]).toMatchObject({ status: 'failed', attempt_count: 1, response_status: 410 })
    await ledger.recordEvent()
    untilRetry()
    await ledger.sweepUntil('both are held', async () => {
      const rows = await ledger.models.deliveries.find().lean()
      return rows.length === 2 && rows.every(({ held }) => held === id)
    })
    expect(receiver.hits).toHaveLength(1)

    await webhooks.update(operatorOf(ledger.accountId), id, { is_active: true })
    await ledger.sweepUntil('both are delivered', async () =>
      (await log(id)).every(({ status }) => status === 'succeeded'),
    )
    expect(receiver.hits).toHaveLength(3)
  })

  it('whose old endpoint answers 410 after the owner has set another one does not pause it', async () => {
    await setUp()
    receiver.next = [{ status: 410, delayMs: 300 }]
    const { id } = await subscribe()
    startWorkers()
    await ledger.recordEvent()
    await ledger.sweepUntil('a request', () => receiver.open === 1)
    await webhooks.update(operatorOf(ledger.accountId), id, { endpoint_url: `${receiver.url}/moved` })
    await withStatus('failed')
    untilRetry()
    await withStatus('succeeded')
    expect((await webhooks.get(ledger.accountId, id)).is_active).toBe(true)
    expect(receiver.hits.map(({ path }) => path)).toEqual(['/hook', '/hook/moved'])
  })

  it('uses the header prefix of the deployment', async () => {
    await setUp({ HEADER_PREFIX: 'Acme' })
    await receiver.close()
    receiver = await startWebhookReceiver({ headerPrefix: 'Acme' })
    const { signing_secret } = await subscribe()
    startWorkers()
    await ledger.recordEvent()
    await withStatus('succeeded')
    expect(receiver.hits[0]!.isSignedWith(signing_secret)).toBe(true)
  })

  it.each([
    ['a status that is not 2xx', { status: 503, body: 'busy' }, { response_status: 503, error: null }],
    ['a redirect, which is not followed', { status: 302, headers: { location: '/hook' } }, { response_status: 302 }],
    ['a broken connection', { reset: true }, { response_status: null, error: 'connection reset', response_body: null }],
    ['no response in time', { hang: true }, { response_status: null, error: 'timeout', response_body: null }],
  ])('fails on %s and is retried', async (_name, answer, recorded) => {
    await setUp({ WEBHOOK_TIMEOUT_MS: '150' })
    receiver.next = [answer]
    const { id } = await subscribe()
    startWorkers()
    await ledger.recordEvent()

    await withStatus('failed')
    const [failed] = await log(id)
    expect(failed).toMatchObject({ attempt_count: 1, response_status: recorded.response_status })
    expect(failed!.attempts[0]).toMatchObject(recorded)
    expect(Date.parse(failed!.next_retry_at!)).toBeGreaterThan(Date.parse(failed!.attempts[0]!.attempted_at))

    untilRetry()
    await withStatus('succeeded')
    expect(receiver.hits).toHaveLength(2)
    expect((await log(id))[0]).toMatchObject({ attempt_count: 2, response_status: 200, next_retry_at: null })
  })

  it('fails without a request if the address has become non-public', async () => {
    await setUp()
    const { id } = await subscribe()
    await ledger.models.subscriptions.updateOne({ _id: id }, { endpoint_url: 'http://10.0.0.1/hook' })
    startWorkers()
    await ledger.recordEvent()
    await withStatus('failed')
    expect((await log(id))[0]!.attempts[0]).toMatchObject({
      error: 'refused address: not public',
      response_status: null,
    })
  })
})

describe('retries', () => {
  it('are eleven with doubling delays, the same event id and body; then the delivery is exhausted', async () => {
    const baseMs = 4
    await setUp({ WEBHOOK_RETRY_BASE_MS: String(baseMs) })
    receiver.fallback = { status: 500 }
    const { id } = await subscribe()
    startWorkers()
    const event = await ledger.recordEvent()

    const gaps = new Map<number, number>()
    const exhausted = await ledger.sweepUntil('a delivery exhausted', async () => {
      const row = await findDelivery()
      if (row?.status === 'failed' && row.next_retry_at && !row.lease) {
        const last = row.attempts.at(-1)!
        gaps.set(row.attempt_count, row.next_retry_at.getTime() - last.attempted_at.getTime() - last.duration_ms)
        expect(row.next_at).toEqual(row.next_retry_at)
      }
      return row?.status === 'exhausted' ? row : null
    })
    expect(exhausted).toMatchObject({
      attempt_count: 12,
      round_attempts: 12,
      response_status: 500,
      next_retry_at: null,
    })
    expect(exhausted.next_at).toBeUndefined()
    expect(receiver.hits).toHaveLength(12)
    expect(new Set(receiver.hits.map((hit) => hit.eventId))).toEqual(new Set([event._id]))
    expect(new Set(receiver.hits.map((hit) => hit.rawBody.toString()))).toHaveLength(1)
    for (const [attempt, gapMs] of gaps) {
      const nominal = baseMs * 2 ** (attempt - 1)
      // The clock around the request adds a little.
      expect(gapMs).toBeGreaterThanOrEqual(nominal * 0.75 - 2)
      expect(gapMs).toBeLessThanOrEqual(nominal * 1.25 + 60)
    }
    expect(gaps.size).toBeGreaterThan(5)
    expect((await webhooks.get(ledger.accountId, id)).is_active).toBe(true)
    expect((await log(id))[0]!.attempts).toHaveLength(12)
  })

  it('end after 24 hours', async () => {
    await setUp({ WEBHOOK_RETRY_BASE_MS: String(HOUR_MS) })
    ledger.clock.random = () => 0.5
    receiver.fallback = { status: 500 }
    await subscribe()
    startWorkers()
    await ledger.recordEvent()
    for (let hours = 0; hours < 30; hours += 1) {
      const made = receiver.hits.length
      await ledger.sweepUntil('the next step', async () => {
        const row = await findDelivery()
        return row && (row.status === 'exhausted' || (row.attempt_count > made && row.status === 'failed'))
      })
      const row = await findDelivery()
      if (row?.status === 'exhausted') break
      ledger.clock.advance(row!.next_retry_at!.getTime() - ledger.clock.now().getTime() + 1)
    }
    const row = await findDelivery()
    expect(row?.status).toBe('exhausted')
    // Gaps of 1, 2, 4, 8 hours; one of 16 more would end after 31.
    expect(row?.attempt_count).toBe(5)
    const [first, last] = [row!.attempts[0]!, row!.attempts.at(-1)!]
    expect(last.attempted_at.getTime() - first.attempted_at.getTime()).toBeLessThan(24 * HOUR_MS)
  })

  it('are not made after the 24 hours if no worker was running', async () => {
    await setUp({ WEBHOOK_RETRY_BASE_MS: String(HOUR_MS) })
    receiver.fallback = { status: 500 }
    await subscribe()
    startWorkers()
    await ledger.recordEvent()
    await withStatus('failed')
    ledger.clock.advance(25 * HOUR_MS)
    const row = await withStatus('exhausted')
    expect(row.attempt_count).toBe(1)
    expect(row.next_retry_at).toBeNull()
    expect(receiver.hits).toHaveLength(1)
  })

  it('are signed with the newest secret', async () => {
    await setUp()
    receiver.next = [{ status: 500 }]
    const { id, signing_secret: old } = await subscribe()
    ledger.startWorker(FanOutWorker)
    ledger.startWorker(DeliveryWorker)
    await ledger.recordEvent()
    await withStatus('failed')
    const { signing_secret: fresh } = await webhooks.rotateSecret(operatorOf(ledger.accountId), id)
    untilRetry()
    await withStatus('succeeded')
    expect(fresh).not.toBe(old)
    const [first] = receiver.hits
    const last = receiver.hits.at(-1)!
    expect([first!.isSignedWith(old), first!.isSignedWith(fresh)]).toEqual([true, false])
    expect([last.isSignedWith(old), last.isSignedWith(fresh)]).toEqual([false, true])
  })

  it('go to the newest URL', async () => {
    await setUp()
    receiver.next = [{ status: 500 }]
    const { id } = await subscribe()
    startWorkers()
    await ledger.recordEvent()
    await withStatus('failed')
    await webhooks.update(operatorOf(ledger.accountId), id, { endpoint_url: `${receiver.url}/moved` })
    untilRetry()
    await withStatus('succeeded')
    expect(receiver.hits.at(-1)!.path).toBe('/hook/moved')
  })

  it('stop when the subscription is deleted', async () => {
    await setUp()
    receiver.fallback = { status: 500 }
    const { id } = await subscribe()
    startWorkers()
    await ledger.recordEvent()
    await withStatus('failed')
    await webhooks.delete(operatorOf(ledger.accountId), id)
    const made = receiver.hits.length
    expect((await findDelivery())?.next_at).toBeUndefined()
    ledger.clock.advance(HOUR_MS)
    await ledger.scheduler.sweep()
    expect(await ledger.work.deliveries.backlog.groups()).toEqual([])
    expect(receiver.hits).toHaveLength(made)
    await expect(log(id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are not scheduled by an attempt in flight when the subscription is deleted', async () => {
    await setUp()
    receiver.fallback = { status: 500, delayMs: 300 }
    const { id } = await subscribe()
    const [, worker] = startWorkers()
    await ledger.recordEvent()
    await eventually('the request', () => receiver.hits.length > 0)
    await webhooks.delete(operatorOf(ledger.accountId), id)
    await worker.close(5_000)
    expect(await findDelivery()).toMatchObject({ status: 'pending', attempt_count: 0 })
    expect((await findDelivery())?.next_at).toBeUndefined()
  })
})

describe('a delivery of a deleted subscription', () => {
  it('is closed without a request', async () => {
    await setUp()
    const { id } = await subscribe()
    ledger.startWorker(FanOutWorker)
    await ledger.recordEvent()
    await ledger.sweepUntil('the delivery', findDelivery)
    await ledger.models.subscriptions.deleteOne({ _id: id })
    ledger.startWorker(DeliveryWorker)
    await ledger.sweepUntil('closed', async () => !(await findDelivery())?.next_at)
    expect(receiver.hits).toHaveLength(0)
  })
})

describe('a pause', () => {
  it('loses nothing: new and retried events are delivered after resuming', async () => {
    await setUp()
    receiver.next = [{ status: 500 }]
    const { id } = await subscribe()
    startWorkers()
    const early = await ledger.recordEvent()
    await withStatus('failed')
    await webhooks.update(operatorOf(ledger.accountId), id, { is_active: false })
    untilRetry()
    await ledger.sweepUntil('the retry held', () => ledger.delivery({ event_id: early._id, held: id }))
    const late = await ledger.recordEvents([{}, {}, {}])
    await ledger.sweepUntil('all held', async () => (await ledger.models.deliveries.countDocuments({ held: id })) === 4)
    await ledger.scheduler.sweep()
    const made = receiver.hits.length
    expect((await log(id)).map((entry) => entry.status)).toEqual(['pending', 'pending', 'pending', 'failed'])

    await webhooks.update(operatorOf(ledger.accountId), id, { is_active: true })
    await ledger.sweepUntil('all out', async () => (await log(id)).every((entry) => entry.status === 'succeeded'))
    expect(
      receiver.hits
        .slice(made)
        .map((hit) => hit.eventId)
        .sort(),
    ).toEqual([early, ...late].map((event) => event._id).sort())
    expect(await ledger.models.deliveries.countDocuments({ held: { $exists: true } })).toBe(0)
  })

  it('does not count towards the 24 hours', async () => {
    await setUp({ WEBHOOK_RETRY_BASE_MS: String(HOUR_MS) })
    receiver.fallback = { status: 500 }
    const { id } = await subscribe()
    startWorkers()
    await ledger.recordEvent()
    await withStatus('failed')
    await webhooks.update(operatorOf(ledger.accountId), id, { is_active: false })
    ledger.clock.advance(48 * HOUR_MS)
    await ledger.sweepUntil('held', () => ledger.delivery({ held: id }))
    await webhooks.update(operatorOf(ledger.accountId), id, { is_active: true })
    const row = await ledger.sweepUntil('a second attempt', () => ledger.delivery({ attempt_count: 2 }))
    expect(row.status).toBe('failed')
  })

  it('of a whole account pauses its deliveries until it is over', async () => {
    await setUp()
    const at = new Date()
    const { accounts } = ledger.models
    await accounts.create({ _id: ledger.accountId, owner_email: 'a@b.test', suspended_at: null, created_at: at })
    await subscribe()
    ledger.startWorker(FanOutWorker)
    await ledger.recordEvent()
    await ledger.sweepUntil('the delivery', findDelivery)
    await accounts.updateOne({ _id: ledger.accountId }, { suspended_at: at })
    ledger.startWorker(DeliveryWorker)
    await ledger.sweepUntil('held', () => ledger.delivery({ held: ledger.accountId }))
    await ledger.scheduler.sweep()
    expect(receiver.hits).toHaveLength(0)
    await accounts.updateOne({ _id: ledger.accountId }, { suspended_at: null })
    await withStatus('succeeded')
  })

  it('of a whole account does not count towards the 24 hours', async () => {
    await setUp({ WEBHOOK_RETRY_BASE_MS: String(HOUR_MS) })
    receiver.fallback = { status: 500 }
    const at = new Date()
    const { accounts } = ledger.models
    await accounts.create({ _id: ledger.accountId, owner_email: 'a@b.test', suspended_at: null, created_at: at })
    await subscribe()
    startWorkers()
    await ledger.recordEvent()
    await withStatus('failed')
    await accounts.updateOne({ _id: ledger.accountId }, { suspended_at: at })
    ledger.clock.advance(2 * HOUR_MS)
    await ledger.sweepUntil('held', () => ledger.delivery({ held: ledger.accountId }))
    ledger.clock.advance(48 * HOUR_MS)
    await accounts.updateOne({ _id: ledger.accountId }, { suspended_at: null })
    const row = await ledger.sweepUntil('a second attempt', () => ledger.delivery({ attempt_count: 2 }))
    expect(row.status).toBe('failed')
  })
})

describe('a crash', () => {
  const claimsBy = (name: string) => claimsOf({ ...ledger, name }, 'deliveries', ledger.work.deliveries)

  it('between the request and its outcome uses up no attempt and repeats the event with the same id', async () => {
    await setUp()
    await subscribe()
    ledger.startWorker(FanOutWorker)
    const event = await ledger.recordEvent()
    const row = await ledger.sweepUntil('the delivery', findDelivery)
    // A worker has claimed it and died before it wrote the outcome.
    expect(await claimsBy('dead').add(refOf(row))).not.toBeNull()
    ledger.startWorker(DeliveryWorker)
    await ledger.scheduler.sweep()
    expect(receiver.hits).toHaveLength(0)

    ledger.clock.advance(ledger.conveyor.catalog.deliveries.leaseMs + 1)
    const done = await withStatus('succeeded')
    expect(receiver.hits.map((hit) => hit.eventId)).toEqual([event._id])
    expect(done).toMatchObject({ attempt_count: 1, round_attempts: 1, crashes: 0 })
  })

  it('that was only an expired lease does not let the late outcome overwrite the newer one', async () => {
    await setUp()
    receiver.next = [{ status: 500, delayMs: 600 }, { status: 200 }]
    await subscribe()
    const [, worker] = startWorkers()
    await ledger.recordEvent()
    await eventually('the slow request', () => receiver.hits.length === 1)
    // The lease ends while the first attempt still runs, and a second worker takes over the row.
    ledger.clock.advance(ledger.conveyor.catalog.deliveries.leaseMs + 1)
    const row = await findDelivery()
    ledger.conveyor.hint('deliveries', [{ id: row!._id, accountId: row!.account_id, target: row!.subscription_id }])
    const done = await withStatus('succeeded')
    expect(done.attempt_count).toBe(1)
    await eventually('the late outcome to be dropped', () => receiver.open === 0)
    await worker.close(5_000)
    expect(await findDelivery()).toMatchObject({ status: 'succeeded', attempt_count: 1, response_status: 200 })
  })

  it('that happens five times parks the delivery, while others finish', async () => {
    await setUp()
    await subscribe()
    ledger.startWorker(FanOutWorker)
    const events = await ledger.recordEvents([{}, {}, {}])
    await ledger.sweepUntil('deliveries', async () => (await ledger.models.deliveries.countDocuments()) === 3)
    // Without its event a delivery cannot be made.
    await ledger.models.events.deleteOne({ _id: events[0]!._id })
    ledger.startWorker(DeliveryWorker)
    const delivered = (count: number) =>
      ledger.sweepUntil('the neighbours', async () => {
        return (await ledger.models.deliveries.countDocuments({ status: 'succeeded' })) === count
      })
    for (let crash = 1; crash <= 5; crash += 1) {
      const bad = await ledger.sweepUntil('a crash', () =>
        ledger.delivery({ event_id: events[0]!._id, crashes: crash, last_error: { $exists: true } }),
      )
      // Wait for the other deliveries: moving the clock would end their leases during a request.
      await delivered(1 + crash)
      ledger.clock.advance(ledger.conveyor.catalog.deliveries.leaseMs + 1)
      // The entry of the crashed attempt may be gone, so add a hint like the sweep.
      ledger.conveyor.hint('deliveries', [{ id: bad._id, accountId: bad.account_id, target: bad.subscription_id }])
      await ledger.recordEvent()
    }
    const letter = await ledger.sweepUntil('a dead letter', () => ledger.models.deadLetters.findOne().lean())
    expect(letter).toMatchObject({ kind: 'deliveries', error: `Error: the event ${events[0]!._id} is missing` })
    await delivered(7)
    expect(receiver.hits).toHaveLength(7)
  })
})

describe('several workers', () => {
  it('make one request for each delivery', async () => {
    await setUp()
    const { id } = await subscribe()
    for (let count = 0; count < 3; count += 1) startWorkers()
    await ledger.recordEvents(Array.from({ length: 150 }, () => ({})))
    await ledger.sweepUntil(
      'all delivered',
      async () => (await ledger.models.deliveries.countDocuments({ status: 'succeeded' })) === 150,
    )
    expect(receiver.hits).toHaveLength(150)
    expect(new Set(receiver.hits.map((hit) => hit.eventId)).size).toBe(150)
    const rows = await ledger.models.deliveries.find({ subscription_id: id }).lean()
    expect(rows.every((row) => row.attempt_count === 1 && !row.lease && !row.next_at)).toBe(true)
    await eventually('empty streams', async () => {
      const lengths = await Promise.all(ledger.conveyor.keys('deliveries').map((key) => ledger.redis.xlen(key)))
      return lengths.every((length) => length === 0)
    })
  })
})

describe('an endpoint that hangs', () => {
  it('has four open requests and does not delay others', async () => {
    await setUp({ WEBHOOK_TIMEOUT_MS: '60000' })
    const hung = await startWebhookReceiver()
    hung.fallback = { hang: true }
    try {
      const { id } = await subscribe(hung.url)
      startWorkers()
      await ledger.recordEvents(Array.from({ length: 300 }, () => ({})))
      await eventually('four hanging requests', () => hung.open === 4)

      const other = ledger.newId('account')
      await webhooks.create(operatorOf(other), { endpoint_url: receiver.url })
      await ledger.recordEvents(Array.from({ length: 100 }, () => ({ account_id: other })))
      await ledger.sweepUntil('the other account served', () => receiver.hits.length === 100)
      // All this while the first four requests still hang.
      expect([hung.open, hung.mostOpen, hung.hits.length]).toEqual([4, 4, 4])
      const rows = await ledger.models.deliveries.find({ subscription_id: id }).lean()
      expect(rows.every((row) => row.attempt_count === 0)).toBe(true)
    } finally {
      await hung.close()
    }
  })

  it('uses up no attempts of deliveries that are put off, and gets them all when it recovers', async () => {
    await setUp({ WEBHOOK_TIMEOUT_MS: '600', WEBHOOK_RETRY_BASE_MS: '100' })
    receiver.fallback = { hang: true }
    const { id } = await subscribe()
    startWorkers()
    await ledger.recordEvents(Array.from({ length: 40 }, () => ({})))
    await ledger.sweepUntil('it counts as failing', async () => {
      return (await ledger.models.subscriptions.findById(id).lean())?.failing
    })
    receiver.fallback = {}
    await ledger.sweepUntil(
      'all delivered',
      async () => (await ledger.models.deliveries.countDocuments({ status: 'succeeded' })) === 40,
    )
    expect((await ledger.models.subscriptions.findById(id).lean())?.failing).toBe(false)
    const rows = await ledger.models.deliveries.find().lean()
    expect(rows.reduce((sum, row) => sum + row.attempt_count, 0)).toBe(receiver.hits.length)
  })
})

describe('a fast endpoint', () => {
  it('with a long queue gets more and more requests at a time, each event once', async () => {
    await setUp()
    receiver.fallback = { delayMs: 20 }
    await subscribe()
    startWorkers()
    await ledger.recordEvents(Array.from({ length: 400 }, () => ({})))
    await ledger.sweepUntil('all delivered', () => receiver.hits.length >= 400)
    expect(new Set(receiver.hits.map((hit) => hit.eventId)).size).toBe(400)
    expect(receiver.hits).toHaveLength(400)
    expect(receiver.mostOpen).toBeGreaterThan(16)
    expect(receiver.mostOpen).toBeLessThanOrEqual(64)
  })
})

describe('a delivery that is ready and waits for its slot', () => {
  /** Four requests are open, and four more deliveries are claimed. */
  async function setUpReady(answer: Answer, more: object = {}) {
    await setUp({ WEBHOOK_TIMEOUT_MS: '20000' })
    receiver.fallback = answer
    const { id } = await subscribe()
    ledger.startWorker(FanOutWorker)
    ledger.startWorker(DeliveryWorker, more)
    await ledger.recordEvents(Array.from({ length: 8 }, () => ({})))
    await eventually('four requests', () => receiver.open === 4)
    await eventually('all are claimed', async () => (await leased()) === 8)
    return { id }
  }
  const leased = () => ledger.models.deliveries.countDocuments({ lease: { $exists: true } })

  it('is given back when its endpoint does not answer, with no attempt and no crash counted', async () => {
    await setUpReady({ hang: true })
    await eventually('the others are given back', async () => (await leased()) === 4)
    const rows = await ledger.models.deliveries.find({ lease: { $exists: false } }).lean()
    expect(rows.map(({ attempt_count, crashes }) => [attempt_count, crashes])).toEqual(Array(4).fill([0, 0]))
    expect(rows.every((row) => row.next_at! > new Date())).toBe(true)
    expect(receiver.hits).toHaveLength(4)
  })

  it.each([
    ['paused', (id: string) => webhooks.update(operatorOf(ledger.accountId), id, { is_active: false })],
    ['deleted', (id: string) => webhooks.delete(operatorOf(ledger.accountId), id)],
  ])('is not sent if its subscription was %s a second before', async (_name, end) => {
    const { id } = await setUpReady({ delayMs: 1_500 })
    await end(id)
    await eventually('all are handled', async () => {
      const lengths = await Promise.all(ledger.conveyor.keys('deliveries').map((key) => ledger.redis.xlen(key)))
      return receiver.open === 0 && lengths.every((length) => length === 0)
    })
    expect(await leased()).toBe(0)
    expect(receiver.hits).toHaveLength(4)
    expect(await ledger.models.deliveries.countDocuments({ next_at: { $exists: true } })).toBe(0)
  })

  it('is sent if its subscription only seems to be gone after a failover', async () => {
    let gone: WebhookSubscriptionDoc | null = null
    let back: Promise<unknown> | null = null
    // Several may be at the barrier at the same time.
    const pass = async () => {
      if (gone) back ??= ledger.models.subscriptions.collection.insertOne(gone)
      await back
    }
    const { id } = await setUpReady({ delayMs: 1_500 }, { readBarrier: { pass } })
    gone = await ledger.models.subscriptions.collection.findOneAndDelete({ _id: id })
    await eventually('all are sent', () => receiver.hits.length === 8)
  })
})

describe('a delivery that the fan-out hands over', () => {
  /** The workers as they are in one process. */
  function startTogether() {
    const worker = ledger.startWorker(DeliveryWorker)
    return { worker, fanOut: ledger.startWorker(FanOutWorker, { readyDeliveries: worker }) }
  }
  const hinted = async () =>
    (await Promise.all(ledger.conveyor.keys('deliveries').map((key) => ledger.redis.xlen(key)))).some(Boolean)

  it('is sent without a hint, and recorded like any other', async () => {
    await setUp()
    receiver.fallback = { delayMs: 200 }
    await subscribe()
    startTogether()
    await ledger.recordEvent()
    await eventually('the request', () => receiver.open === 1)
    expect(await hinted()).toBe(false)
    expect(await findDelivery()).toMatchObject({ crashes: 1, lease: { token: expect.any(String) } })
    const done = await withStatus('succeeded')
    expect(done).toMatchObject({ attempt_count: 1, crashes: 0, response_status: 200 })
    expect([done.lease, done.next_at]).toEqual([undefined, undefined])
  })

  it('is sent once by another worker if its own process dies, when the lease ends', async () => {
    await setUp()
    await subscribe()
    const lease = { by: 'dead', token: 'x', until: new Date(ledger.clock.now().getTime() + 60_000) }
    const dead = { reserve: () => ({ claim: { lease, next_at: lease.until, crashes: 1 }, deliver() {}, release() {} }) }
    ledger.startWorker(FanOutWorker, { readyDeliveries: dead })
    await ledger.recordEvent()
    await ledger.sweepUntil('the delivery', findDelivery)
    ledger.startWorker(DeliveryWorker)
    await ledger.scheduler.sweep()
    expect(receiver.hits).toHaveLength(0)
    ledger.clock.advance(60_001)
    expect(await withStatus('succeeded')).toMatchObject({ attempt_count: 1, crashes: 0 })
    expect(receiver.hits).toHaveLength(1)
  })

  it('goes by the stream when enough are on their way, each once', async () => {
    await setUp()
    receiver.fallback = { delayMs: 50 }
    await subscribe()
    startTogether()
    await ledger.recordEvents(Array.from({ length: 200 }, () => ({})))
    await ledger.sweepUntil('all delivered', () => receiver.hits.length >= 200)
    expect(new Set(receiver.hits.map((hit) => hit.eventId)).size).toBe(200)
    await eventually(
      'all recorded',
      async () => (await ledger.models.deliveries.countDocuments({ status: 'succeeded' })) === 200,
    )
    expect(receiver.hits).toHaveLength(200)
  })

  it('goes back to the ledger when the worker closes before it has a slot', async () => {
    await setUp({ WEBHOOK_TIMEOUT_MS: '5000' })
    receiver.fallback = { delayMs: 300 }
    await subscribe()
    const { worker } = startTogether()
    await ledger.recordEvents(Array.from({ length: 12 }, () => ({})))
    await eventually('four requests', () => receiver.hits.length === 4)
    await worker.close(5_000)
    await eventually('twelve deliveries', async () => (await ledger.models.deliveries.countDocuments()) === 12)
    const rows = await ledger.models.deliveries.find().lean()
    expect(rows.filter((row) => row.status === 'succeeded')).toHaveLength(4)
    expect(rows.filter((row) => row.lease)).toEqual([])
    expect(rows.every((row) => row.crashes === 0)).toBe(true)
  })
})

describe('a worker that closes', () => {
  it('finishes attempts in flight and gives back the rest for other workers', async () => {
    await setUp({ WEBHOOK_TIMEOUT_MS: '5000' })
    receiver.fallback = { delayMs: 300 }
    await subscribe()
    const [, worker] = startWorkers()
    await ledger.recordEvents(Array.from({ length: 12 }, () => ({})))
    await eventually('four requests', () => receiver.hits.length === 4)
    await worker.close(5_000)
    const rows = await ledger.models.deliveries.find().lean()
    expect(rows.filter((row) => row.status === 'succeeded')).toHaveLength(4)
    expect(rows.some((row) => row.lease)).toBe(false)

    receiver.fallback = {}
    ledger.startWorker(DeliveryWorker)
    await ledger.sweepUntil('the others', () => receiver.hits.length === 12)
    await worker.close(5_000)
  })
})

describe('deliveries of the same process', () => {
  it('are handed over as long as their bodies take at most 32 MiB', async () => {
    await setUp()
    const { id } = await subscribe()
    const endpoint = (await ledger.models.subscriptions.findById(id).lean())!
    const worker = ledger.startWorker(DeliveryWorker)
    const body = 'x'.repeat(12 * 1024 * 1024)
    const places = [worker.reserve(endpoint, body), worker.reserve(endpoint, body)]
    expect(worker.reserve(endpoint, body)).toBeNull()
    places[0]!.release()
    places[0]!.release()
    places.push(worker.reserve(endpoint, body))
    expect(places.every((place) => place !== null)).toBe(true)
    expect(worker.reserve(endpoint, body)).toBeNull()
    for (const place of places) place!.release()
  })
})
