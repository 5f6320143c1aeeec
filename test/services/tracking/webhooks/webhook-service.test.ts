import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WEBHOOK_EVENT_TYPES } from '../../../../src/contract/webhooks.js'
import { idTime } from '../../../../src/ids.js'
import type { WebhookSubscriptionDoc } from '../../../../src/models/webhook.js'
import { operatorOf } from '../../../../src/services/caller.js'
import { WEBHOOK_SECRET } from '../../../../src/services/platform/encryption/secret-fields.js'
import type { LogFilter } from '../../../../src/services/tracking/webhooks/delivery-log.js'
import { newDelivery } from '../../../../src/services/tracking/webhooks/delivery-row.js'
import type { WebhookService } from '../../../../src/services/tracking/webhooks/webhook-service.js'
import { DeliveryWorker } from '../../../../src/streams/deliveries/delivery-worker.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'
import { eventually } from '../../../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

let ledger: Ledger
let webhooks: WebhookService
let account: string
let receiver: WebhookReceiver

beforeEach(async () => {
  ledger = await openTestLedger({ WEBHOOK_RETRY_BASE_MS: '10', WEBHOOK_TIMEOUT_MS: '2000' })
  webhooks = ledger.services.webhooks
  account = ledger.accountId
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await receiver.close()
  await ledger.close()
})

const create = (eventTypes?: (typeof WEBHOOK_EVENT_TYPES)[number][]) =>
  webhooks.create(operatorOf(account), { endpoint_url: receiver.url, event_types: eventTypes })
const stored = async (id: string) => ledger.models.subscriptions.findById(id).lean<WebhookSubscriptionDoc>()
const NOT_FOUND = { code: 'not_found' }

describe('a subscription', () => {
  it('shows its secret of 32 random bytes only when it is created', async () => {
    const made = await create(['sent', 'bounced', 'sent'])
    expect(made).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
      account_id: account,
      endpoint_url: receiver.url,
      event_types: ['sent', 'bounced'],
      format: 'postline',
      verification_key: null,
      is_active: true,
      test_mode: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      signing_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      standard_secret: `whsec_${Buffer.from(made.signing_secret).toString('base64')}`,
    })
    const { signing_secret: _secret, standard_secret: _same, ...rest } = made
    expect(await webhooks.get(account, made.id)).toEqual(rest)
    expect((await webhooks.list(account, { limit: 50 })).items).toEqual([rest])
    expect(await webhooks.update(operatorOf(account), made.id, { is_active: true })).toEqual(rest)
    expect((await create()).signing_secret).not.toBe(made.signing_secret)
  })

  it.each([
    ['http://10.0.0.1/hook', 'must not lead to a non-public address'],
    ['http://169.254.169.254/latest', 'must not lead to a non-public address'],
    ['ftp://127.0.0.1/', 'must be an http or https URL'],
    ['http://user:secret@127.0.0.1/', 'must not contain credentials'],
    ['nonsense', 'is not a valid URL'],
  ])('with the URL %s is refused, with the reason', async (endpointUrl, reason) => {
    const refused = { code: 'invalid_request', details: [{ path: 'endpoint_url', message: reason }] }
    await expect(webhooks.create(operatorOf(account), { endpoint_url: endpointUrl })).rejects.toMatchObject(refused)
    const { id } = await create()
    await expect(webhooks.update(operatorOf(account), id, { endpoint_url: endpointUrl })).rejects.toMatchObject(refused)
    expect((await webhooks.get(account, id)).endpoint_url).toBe(receiver.url)
  })

  it('is listed newest first, in pages', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await create()).id)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await webhooks.list(account, { limit: 2, cursor })
      seen.push(...page.items.map((item) => item.id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(ids)
    await expect(webhooks.list(account, { limit: 2, cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it('is not found for other accounts, in any operation', async () => {
    const { id } = await create()
    const delivery = await webhooks.test(operatorOf(account), id)
    const stranger = ledger.newId('account')
    const tries = [
      () => webhooks.get(stranger, id),
      () => webhooks.update(operatorOf(stranger), id, { is_active: false }),
      () => webhooks.delete(operatorOf(stranger), id),
      () => webhooks.rotateSecret(operatorOf(stranger), id),
      () => webhooks.deliveries(stranger, id, { limit: 50 }),
      () => webhooks.getDelivery(stranger, id, delivery.id),
      () => webhooks.test(operatorOf(stranger), id),
      () => webhooks.redeliver(operatorOf(stranger), id, delivery.id),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject(NOT_FOUND)
    expect((await webhooks.list(stranger, { limit: 50 })).items).toEqual([])
    expect((await webhooks.get(account, id)).is_active).toBe(true)
  })

  it('changes only in the given fields', async () => {
    const made = await create(['sent'])
    expect(await webhooks.update(operatorOf(account), made.id, {})).toMatchObject({
      event_types: ['sent'],
      is_active: true,
    })
    expect(await webhooks.update(operatorOf(account), made.id, { event_types: [] })).toMatchObject({
      event_types: [],
      endpoint_url: receiver.url,
    })
    expect(await webhooks.update(operatorOf(account), made.id, { endpoint_url: `${receiver.url}/2` })).toMatchObject({
      event_types: [],
      endpoint_url: `${receiver.url}/2`,
      is_active: true,
    })
    const { signing_secret: sealed = '' } = (await stored(made.id)) ?? {}
    expect(ledger.sealer.open(WEBHOOK_SECRET, made.id, sealed)).toBe(made.signing_secret)
  })

  it('adds up its pauses, and pausing or resuming is idempotent', async () => {
    const { id } = await create()
    const pause = () => webhooks.update(operatorOf(account), id, { is_active: false })
    const resume = () => webhooks.update(operatorOf(account), id, { is_active: true })
    await resume()
    expect((await stored(id))?.paused_total_ms).toBe(0)

    expect((await pause()).is_active).toBe(false)
    const since = (await stored(id))?.paused_at
    ledger.clock.advance(60_000)
    await pause()
    expect((await stored(id))?.paused_at).toEqual(since)
    expect((await resume()).is_active).toBe(true)
    await resume()
    ledger.clock.advance(60_000)
    await pause()
    ledger.clock.advance(30_000)
    await resume()
    const { paused_total_ms, paused_at } = (await stored(id))!
    expect(paused_at).toBeNull()
    expect(paused_total_ms).toBeGreaterThanOrEqual(90_000)
    expect(paused_total_ms).toBeLessThan(95_000)
  })

  it('forgets earlier failures when its URL changes', async () => {
    const { id } = await create()
    await ledger.models.subscriptions.updateOne({ _id: id }, { failing: true })
    await webhooks.update(operatorOf(account), id, { is_active: true })
    expect((await stored(id))?.failing).toBe(true)
    await webhooks.update(operatorOf(account), id, { endpoint_url: `${receiver.url}/2` })
    expect((await stored(id))?.failing).toBe(false)
  })

  it('gets a new secret by rotation, shown once', async () => {
    const made = await create()
    const rotated = await webhooks.rotateSecret(operatorOf(account), made.id)
    expect(rotated.signing_secret).toMatch(/^[0-9a-f]{64}$/)
    expect(rotated.signing_secret).not.toBe(made.signing_secret)
    const without = { signing_secret: '', standard_secret: '' }
    expect({ ...rotated, ...without }).toEqual({ ...made, ...without })
    expect(Buffer.from(rotated.standard_secret.slice(6), 'base64').toString()).toBe(rotated.signing_secret)
    const shown = await webhooks.get(account, made.id)
    for (const name of Object.keys(without)) expect(shown).not.toHaveProperty(name)
  })

  it('is deleted with its log, and its open deliveries stop', async () => {
    const { id } = await create()
    const { id: deliveryId } = await webhooks.test(operatorOf(account), id)
    await webhooks.delete(operatorOf(account), id)
    for (const attempt of [
      () => webhooks.get(account, id),
      () => webhooks.delete(operatorOf(account), id),
      () => webhooks.deliveries(account, id, { limit: 50 }),
      () => webhooks.getDelivery(account, id, deliveryId),
      () => webhooks.redeliver(operatorOf(account), id, deliveryId),
    ]) {
      await expect(attempt()).rejects.toMatchObject(NOT_FOUND)
    }
    const row = await ledger.delivery({ _id: deliveryId })
    expect([row?.next_at, row?.held, row?.lease]).toEqual([undefined, undefined, undefined])
  })
})

describe('a test event', () => {
  it.each(WEBHOOK_EVENT_TYPES)('of type %s has the real format and ignores the filter', async (type) => {
    const { id, signing_secret } = await create(['clicked'])
    ledger.startWorker(DeliveryWorker)
    const delivery = await webhooks.test(operatorOf(account), id, type)
    expect(delivery).toMatchObject({ status: 'pending', attempt_count: 0, round: 1, event_type: type, attempts: [] })
    await eventually('the request', () => receiver.hits.length === 1)

    const hit = receiver.hits[0]!
    expect(hit.isSignedWith(signing_secret)).toBe(true)
    expect(hit.rawBody.toString()).toBe(delivery.payload)
    expect(hit.body).toMatchObject({
      event_id: delivery.event_id,
      event_type: type,
      account_id: account,
      payload: { test: true },
    })
    const isInbound = type === 'email.received'
    expect(hit.body.message_id).toMatch(isInbound ? /^inb_[0-9a-z]{26}$/ : /^msg_[0-9a-z]{26}$/)
    if (isInbound)
      expect(hit.body).toMatchObject({ event_id: `evt_${hit.body.message_id}`, payload: { id: hit.body.message_id } })
    expect(await ledger.models.events.countDocuments()).toBe(0)
  })

  it('has the type delivered by default, and is new each time', async () => {
    const { id } = await create()
    const [one, other] = [await webhooks.test(operatorOf(account), id), await webhooks.test(operatorOf(account), id)]
    expect([one.event_type, other.event_type]).toEqual(['delivered', 'delivered'])
    expect(one.event_id).not.toBe(other.event_id)
  })

  it('of a paused subscription waits until it is resumed', async () => {
    const { id } = await create()
    await webhooks.update(operatorOf(account), id, { is_active: false })
    ledger.startWorker(DeliveryWorker)
    const { id: deliveryId } = await webhooks.test(operatorOf(account), id)
    expect((await ledger.delivery({ _id: deliveryId }))?.held).toBe(id)
    await ledger.scheduler.sweep()
    expect(receiver.hits).toHaveLength(0)
    await webhooks.update(operatorOf(account), id, { is_active: true })
    await ledger.sweepUntil('the request', () => receiver.hits.length === 1)
  })
})

describe('the delivery log', () => {
  it('is newest first, in pages, with null for what has not happened', async () => {
    const { id } = await create()
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) made.unshift((await webhooks.test(operatorOf(account), id)).id)
    const first = await webhooks.deliveries(account, id, { limit: 3 })
    const second = await webhooks.deliveries(account, id, { limit: 3, cursor: first.nextCursor! })
    expect([...first.items, ...second.items].map((entry) => entry.id)).toEqual(made)
    expect(second.nextCursor).toBeNull()
    expect(first.items[0]).toEqual({
      id: made[0],
      subscription_id: id,
      event_id: expect.stringMatching(/^evt_/),
      event_type: 'delivered',
      message_id: expect.stringMatching(/^msg_/),
      status: 'pending',
      attempt_count: 0,
      round: 1,
      response_status: null,
      next_retry_at: null,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      attempts: [],
      payload: expect.stringContaining('"test":true'),
    })
  })

  it('is filtered by status and by time, alike in the list and in the log of many webhooks', async () => {
    const { id } = await create()
    const made: string[] = []
    for (let count = 0; count < 4; count += 1) {
      made.push((await webhooks.test(operatorOf(account), id)).id)
      // Ids of one millisecond would be in each other's range.
      const next = Date.now() + 1
      await eventually('the next millisecond', () => Date.now() > next)
    }
    const [first, second, third, fourth] = made as [string, string, string, string]
    await ledger.models.deliveries.updateMany({ _id: { $in: [first, third] } }, { $set: { status: 'exhausted' } })
    const found = async (filter: LogFilter) => {
      const page = await webhooks.deliveries(account, id, filter)
      const together = (await ledger.services.deliveryLog.ofWebhooks(account, [id], filter)).get(id)!
      expect({ ...together, count: await together.count!() }).toEqual({ ...page, count: await page.count!() })
      return page.items.map((item) => item.id)
    }
    expect(await found({ limit: 50, status: 'exhausted' })).toEqual([third, first])
    expect(await found({ limit: 50, status: 'pending' })).toEqual([fourth, second])
    expect(await found({ limit: 50, from: idTime(second), to: idTime(third) })).toEqual([third, second])
    expect(await found({ limit: 50, from: idTime(second), status: 'exhausted' })).toEqual([third])
    const { nextCursor } = await webhooks.deliveries(account, id, { limit: 1, status: 'exhausted' })
    expect(await found({ limit: 1, status: 'exhausted', cursor: nextCursor! })).toEqual([first])
  })

  it('has no deliveries of other subscriptions', async () => {
    const [one, other] = [await create(), await create()]
    const { id } = await webhooks.test(operatorOf(account), one.id)
    await expect(webhooks.getDelivery(account, other.id, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(webhooks.redeliver(operatorOf(account), other.id, id)).rejects.toMatchObject(NOT_FOUND)
    expect((await webhooks.deliveries(account, other.id, { limit: 50 })).items).toEqual([])
    expect((await webhooks.getDelivery(account, one.id, id)).id).toBe(id)
  })
})

describe('a redelivery', () => {
  const delivered = async (id: string) =>
    ledger.sweepUntil('delivered', async () => {
      const entry = await webhooks.getDelivery(account, id, (await ledger.delivery({ subscription_id: id }))!._id)
      return entry.status === 'succeeded' ? entry : null
    })

  it('starts a new round of the same delivery, with the same event id', async () => {
    const { id } = await create()
    ledger.startWorker(DeliveryWorker)
    await webhooks.test(operatorOf(account), id)
    const done = await delivered(id)

    receiver.next = [{ status: 500 }]
    const again = await webhooks.redeliver(operatorOf(account), id, done.id)
    expect(again).toMatchObject({ id: done.id, status: 'pending', round: 2, attempt_count: 1, next_retry_at: null })
    const twice = await delivered(id)
    expect(twice).toMatchObject({ round: 2, attempt_count: 3, response_status: 200 })
    expect(twice.attempts.map((attempt) => attempt.response_status)).toEqual([200, 500, 200])
    expect(new Set(receiver.hits.map((hit) => hit.eventId))).toEqual(new Set([done.event_id]))
    expect((await webhooks.deliveries(account, id, { limit: 50 })).items).toHaveLength(1)
  })

  it('of many leaves out what is not in the log', async () => {
    const { id } = await create()
    ledger.startWorker(DeliveryWorker)
    await webhooks.test(operatorOf(account), id)
    const done = await delivered(id)
    const other = await create()
    const foreign = await webhooks.test(operatorOf(account), other.id)
    const ids = [done.id, foreign.id, done.id]
    const again = await webhooks.redeliverMany(operatorOf(account), id, ids)
    expect(again).toMatchObject([{ id: done.id, status: 'pending', round: 2 }])
    const stranger = operatorOf(ledger.newId('account'))
    await expect(webhooks.redeliverMany(stranger, id, ids)).rejects.toMatchObject(NOT_FOUND)
  })

  it('of an exhausted delivery gets twelve more attempts', async () => {
    const { id } = await create()
    ledger.clock.random = () => 0
    receiver.fallback = { status: 500 }
    ledger.startWorker(DeliveryWorker)
    const { id: deliveryId } = await webhooks.test(operatorOf(account), id)
    const exhaust = (attempts: number) =>
      ledger.sweepUntil(`${attempts} attempts`, async () => {
        const row = await ledger.delivery({ _id: deliveryId })
        if (row?.next_at && row.status === 'failed' && !row.lease) {
          ledger.clock.advance(Math.max(0, row.next_at.getTime() - ledger.clock.now().getTime()))
        }
        return row?.status === 'exhausted' && row.attempt_count === attempts
      })
    await exhaust(12)
    expect((await webhooks.redeliver(operatorOf(account), id, deliveryId)).status).toBe('pending')
    await exhaust(24)
    expect(await ledger.delivery({ _id: deliveryId })).toMatchObject({ round: 2, round_attempts: 12 })
    expect(receiver.hits).toHaveLength(24)
  })

  it('changes nothing while an attempt is in flight or before the first of a round', async () => {
    const { id } = await create()
    const waiting = await webhooks.test(operatorOf(account), id)
    expect(await webhooks.redeliver(operatorOf(account), id, waiting.id)).toEqual(waiting)

    receiver.fallback = { delayMs: 400 }
    ledger.startWorker(DeliveryWorker)
    await eventually('the request', () => receiver.hits.length === 1)
    expect(await webhooks.redeliver(operatorOf(account), id, waiting.id)).toEqual(waiting)
    expect((await delivered(id)).attempt_count).toBe(1)
    expect(receiver.hits).toHaveLength(1)
  })

  it('changes nothing while a retry is in flight', async () => {
    const { id } = await create()
    receiver.next = [{ status: 500 }, { delayMs: 400 }]
    ledger.startWorker(DeliveryWorker)
    const { id: deliveryId } = await webhooks.test(operatorOf(account), id)
    await ledger.sweepUntil('the retry', () => receiver.hits.length === 2)
    expect(await webhooks.redeliver(operatorOf(account), id, deliveryId)).toMatchObject({ status: 'failed', round: 1 })
    expect(await delivered(id)).toMatchObject({ round: 1, attempt_count: 2 })
    expect(receiver.hits).toHaveLength(2)
  })

  it('for a paused subscription waits until it is resumed', async () => {
    const { id } = await create()
    ledger.startWorker(DeliveryWorker)
    await webhooks.test(operatorOf(account), id)
    const done = await delivered(id)
    await webhooks.update(operatorOf(account), id, { is_active: false })
    expect((await webhooks.redeliver(operatorOf(account), id, done.id)).status).toBe('pending')
    await ledger.sweepUntil('held', () => ledger.delivery({ _id: done.id, held: id }))
    expect(receiver.hits).toHaveLength(1)
    await webhooks.update(operatorOf(account), id, { is_active: true })
    await ledger.sweepUntil('delivered again', () => receiver.hits.length === 2)
  })

  it('revives a parked delivery and removes its dead letter', async () => {
    const subscription = await create()
    const row = newDelivery(
      ledger.newId('delivery'),
      { _id: subscription.id, account_id: account },
      { _id: ledger.newId('event'), type: 'sent', message_id: ledger.newId('message') },
      {},
    )
    await ledger.models.deliveries.create({ ...row, crashes: 5, last_error: 'Error: bang' })
    await ledger.models.deadLetters.create({
      _id: ledger.newId('deadLetter'),
      kind: 'deliveries',
      row_id: row._id,
      account_id: account,
      error: 'Error: bang',
      crashes: 5,
      created_at: new Date(),
    })
    expect(await webhooks.redeliver(operatorOf(account), subscription.id, row._id)).toMatchObject({
      status: 'pending',
      round: 2,
    })
    expect(await ledger.delivery({ _id: row._id })).toMatchObject({ crashes: 0, next_at: expect.any(Date) })
    expect(await ledger.models.deadLetters.countDocuments()).toBe(0)
  })
})
