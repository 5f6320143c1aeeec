import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LOOK_UP_TIMEOUT_MS } from '../../../src/models/database-unavailable.js'
import type { EventDoc } from '../../../src/models/event.js'
import { reviseCounter } from '../../../src/models/revisions.js'
import type { WebhookDeliveryDoc, WebhookSubscriptionDoc } from '../../../src/models/webhook.js'
import { operatorOf } from '../../../src/services/caller.js'
import { workerEventDoc } from '../../../src/services/tracking/events/worker-events.js'
import { webhookBody } from '../../../src/services/tracking/webhooks/delivery-row.js'
import { readBodies } from '../../../src/services/tracking/webhooks/webhook-bodies.js'
import { FanOutWorker } from '../../../src/streams/fan-out/fan-out-worker.js'
import { InlineFanOut } from '../../../src/streams/fan-out/inline-fan-out.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { eventually } from '../../support/start-app.js'

const ENDPOINT = 'http://127.0.0.1:1029/hook'

let ledger: Ledger

beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

/** The body of an event without a message. */
const bodyOf = (event: EventDoc) => webhookBody(event, { message: null, recipient: null })
const inline = (options = {}) => new InlineFanOut({ ...ledger, name: 'test', ...options })
const subscribe = () => ledger.services.webhooks.create(operatorOf(ledger.accountId), { endpoint_url: ENDPOINT })
const stored = () => ledger.models.events.find().sort({ _id: 1 }).lean<EventDoc[]>()
const deliveries = () => ledger.models.deliveries.find().sort({ _id: 1 }).lean<WebhookDeliveryDoc[]>()
const lengthOf = (topic: 'fan-out' | 'deliveries') => ledger.redis.xlen(ledger.conveyor.keys(topic)[0]!)

/** New events of different messages, as a dispatch makes them. */
function newEvents(count: number, accountId = ledger.accountId): EventDoc[] {
  return Array.from({ length: count }, () => {
    const message = { _id: ledger.newId('message'), account_id: accountId }
    const occurredAt = ledger.clock.now()
    return workerEventDoc(ledger.newId, message, { type: 'sent', payload: { provider_message_id: 'p' }, occurredAt })
  })
}

/** A delivery worker that notes what it gets. */
function startNoting(places: number) {
  const noted = { taken: 0, delivered: [] as string[] }
  const lease = { by: 'noting', token: 'own', until: new Date(Date.now() + 60_000) }
  const reserve = (_endpoint: WebhookSubscriptionDoc, body: string) => {
    if (noted.taken === places) return null
    noted.taken += 1
    let isTaken = true
    return {
      claim: { lease, next_at: lease.until, crashes: 1 },
      deliver: (row: WebhookDeliveryDoc) => void noted.delivered.push(`${row._id} ${body}`),
      release: () => {
        if (isTaken) noted.taken -= 1
        isTaken = false
      },
    }
  }
  return { noted, readyDeliveries: { reserve } }
}

it('records events with their numbers and deliveries, and nothing is left to fan out', async () => {
  const { id } = await subscribe()
  const recorded = newEvents(3)
  expect(await inline().record(recorded)).toEqual(recorded)
  const events = await stored()
  expect(events.map(({ seq, crashes }) => [seq, crashes])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ])
  for (const event of events) for (const field of ['fanout_at', 'enqueued_at']) expect(event).not.toHaveProperty(field)
  const rows = await deliveries()
  expect(rows.map((row) => [row.event_id, row.subscription_id])).toEqual(recorded.map(({ _id }) => [_id, id]))
  expect(await readBodies(ledger.models, rows)).toEqual(recorded.map(bodyOf))
  await eventually('hints for the deliveries', async () => (await lengthOf('deliveries')) === 3)
  expect(await lengthOf('fan-out')).toBe(0)
  expect(await ledger.redis.xlen(ledger.conveyor.newsStreams[0]!)).toBeGreaterThan(0)
})

it('hands deliveries over as far as there are places, after they are in the ledger', async () => {
  await subscribe()
  const { noted, readyDeliveries } = startNoting(2)
  const recorded = newEvents(3)
  await inline({ readyDeliveries }).record(recorded)
  const rows = await deliveries()
  const handed = rows.filter((row) => row.lease?.token === 'own')
  expect(handed.every((row) => row.crashes === 1 && row.next_at! > new Date())).toBe(true)
  expect(noted.delivered).toEqual(handed.map((row, index) => `${row._id} ${bodyOf(recorded[index]!)}`))
  expect(handed).toHaveLength(2)
  await eventually('a hint for the third', async () => (await lengthOf('deliveries')) === 1)
})

it('leaves events to the fan-out if one exists already, each recorded once, and gives the places back', async () => {
  await subscribe()
  const { noted, readyDeliveries } = startNoting(9)
  const [earlier, ...others] = newEvents(3)
  await inline().record([earlier!])
  const repeated = { ...earlier!, _id: ledger.newId('event') }
  const recorded = await inline({ readyDeliveries }).record([repeated, ...others])
  expect(recorded.map(({ _id }) => _id)).toEqual([earlier!._id, ...others.map(({ _id }) => _id)])
  expect(noted).toEqual({ taken: 0, delivered: [] })
  expect((await stored()).map(({ seq }) => seq)).toEqual([1, undefined, undefined])
  ledger.startWorker(FanOutWorker)
  await eventually('all numbered', async () => (await stored()).every(({ seq }) => seq !== undefined))
  expect((await stored()).map(({ seq }) => seq).sort()).toEqual([1, 2, 3])
  expect(await deliveries()).toHaveLength(3)
})

it('of an account whose counter cannot be made, the events are recorded alone, and those of others keep their fan-out', async () => {
  await subscribe()
  const { noted, readyDeliveries } = startNoting(9)
  const fanOut = inline({ readyDeliveries })
  await fanOut.record(newEvents(1))
  const { collection } = ledger.models.eventSequences
  const updateOne = collection.updateOne.bind(collection)
  const other = ledger.newId('account')
  collection.updateOne = async (filter, ...args) => {
    if ((filter as { _id: string })._id === other) throw new Error('away')
    return updateOne(filter, ...args)
  }
  const recorded = await fanOut.record([...newEvents(1), ...newEvents(1, other)])
  expect(recorded).toHaveLength(2)
  expect((await stored()).map(({ seq }) => seq)).toEqual([1, 2, undefined])
  expect(noted.delivered).toHaveLength(2)
  expect(noted.taken).toBe(2)
})

it('gives places back that subscriptions would take which are found only when the transaction was given up', async () => {
  await subscribe()
  const { noted, readyDeliveries } = startNoting(9)
  const fanOut = inline({ readyDeliveries })
  await fanOut.record(newEvents(1))
  await reviseCounter(ledger.models, ledger.accountId)
  const { collection } = ledger.models.subscriptions
  const find = collection.find.bind(collection)
  const late = delay(LOOK_UP_TIMEOUT_MS + 1_000)
  collection.find = ((...args: Parameters<typeof find>) => {
    const cursor = find(...args)
    const toArray = cursor.toArray.bind(cursor)
    cursor.toArray = () => late.then(toArray)
    return cursor
  }) as typeof find
  expect(await fanOut.record(newEvents(1))).toHaveLength(1)
  await late
  await delay(200)
  expect(noted.taken).toBe(noted.delivered.length)
})

it('numbers without gaps or duplicates beside other processes and the fan-out', async () => {
  await subscribe()
  const other = ledger.newId('account')
  for (let worker = 0; worker < 2; worker += 1) ledger.startWorker(FanOutWorker)
  const recording = Array.from({ length: 4 }, async () => {
    const own = inline()
    for (let burst = 0; burst < 5; burst += 1) {
      await own.record([...newEvents(8), ...newEvents(2, other)])
      await ledger.recordEvents([{}, {}])
    }
  })
  await Promise.all(recording)
  await eventually('all numbered', async () => (await stored()).every(({ seq }) => seq !== undefined))
  for (const [accountId, count] of [
    [ledger.accountId, 200],
    [other, 40],
  ] as const) {
    const numbers = (await stored()).filter((event) => event.account_id === accountId).map(({ seq }) => seq!)
    expect(numbers.sort((one, two) => one - two)).toEqual(Array.from({ length: count }, (_none, index) => index + 1))
  }
  expect(await deliveries()).toHaveLength(200)
})

it('records the events of many accounts in one transaction, and those of an account apart if that fails', async () => {
  const accounts = Array.from({ length: 12 }, () => ledger.newId('account'))
  const rounds = Array.from({ length: 3 }, () => accounts.flatMap((accountId) => newEvents(1, accountId)))
  const sessions = vi.spyOn(ledger.models.connection, 'startSession')
  const own = inline()
  await own.record(rounds[0]!)
  expect(sessions).toHaveBeenCalledTimes(1)
  await own.record(rounds[1]!)

  // An event of one account exists already: the other accounts need no stream.
  const [first, ...others] = rounds[2]!
  const repeated = { ...rounds[0]![0]!, _id: ledger.newId('event') }
  const recorded = await own.record([first!, repeated, ...others])
  expect(recorded[1]!._id).toBe(rounds[0]![0]!._id)
  const seqs = async (accountId: string) =>
    (await stored()).filter((event) => event.account_id === accountId).map(({ seq }) => seq)
  expect(await seqs(accounts[0]!)).toEqual([1, 2, undefined])
  for (const accountId of accounts.slice(1)) expect(await seqs(accountId)).toEqual([1, 2, 3])
})

it('does not wait for the transaction of a killed worker', async () => {
  const { connection, eventSequences } = ledger.models
  await eventSequences.create({ _id: ledger.accountId, seq: 0 })
  const session = await connection.startSession()
  session.startTransaction()
  await eventSequences.collection.updateOne({ _id: ledger.accountId }, { $inc: { seq: 1 } }, { session })
  const [event] = newEvents(1)
  await inline().record([event!])
  expect((await stored())[0]).toMatchObject({ _id: event!._id, fanout_at: event!.fanout_at })
  await session.abortTransaction()
  await session.endSession()
})
