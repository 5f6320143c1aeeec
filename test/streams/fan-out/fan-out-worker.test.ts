import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { idTime } from '../../../src/ids.js'
import type { EventDoc } from '../../../src/models/event.js'
import type { WebhookDeliveryDoc } from '../../../src/models/webhook.js'
import { operatorOf } from '../../../src/services/caller.js'
import { newDelivery } from '../../../src/services/tracking/webhooks/delivery-row.js'
import { readBodies } from '../../../src/services/tracking/webhooks/webhook-bodies.js'
import type { WebhookService } from '../../../src/services/tracking/webhooks/webhook-service.js'
import { refOf } from '../../../src/streams/engine/work-rows.js'
import { FanOutCompleter } from '../../../src/streams/fan-out/fan-out-completer.js'
import { FanOutWorker } from '../../../src/streams/fan-out/fan-out-worker.js'
import { claimsOf } from '../../../src/streams/worker-deps.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { eventually } from '../../support/start-app.js'

const ENDPOINT = 'http://127.0.0.1:1029/hook'

let ledger: Ledger
let webhooks: WebhookService

beforeEach(async () => {
  ledger = await openTestLedger()
  webhooks = ledger.services.webhooks
})
afterEach(() => ledger.close())

const deliveries = () => ledger.models.deliveries.find().sort({ _id: 1 }).lean<WebhookDeliveryDoc[]>()
const events = (filter = {}) => ledger.models.events.find(filter).sort({ _id: 1 }).lean<EventDoc[]>()
const open = () => ledger.models.events.countDocuments({ fanout_at: { $exists: true } })
const allDone = () => eventually('every event fanned out', async () => (await open()) === 0)
const entries = async (lane: string) =>
  (await ledger.redis.xrange(ledger.conveyor.key('deliveries', lane, 0), '-', '+')).map(([, fields]) => fields[3]!)

/**
 * Looks for numbers that are visible before a lower one. Reads a snapshot: an ordinary read continues through the
 * collection while others commit, and would find gaps that never existed.
 */
function watchGaps() {
  const filter = { account_id: ledger.accountId, seq: { $exists: true } }
  const options = { projection: { seq: 1 }, readConcern: { level: 'snapshot' } } as const
  const gaps: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const rows = await ledger.models.events.collection.find(filter, options).toArray()
      const highest = Math.max(0, ...rows.map((row) => Number(row.seq)))
      if (highest > rows.length) gaps.push(highest - rows.length)
    }
  })()
  return {
    async end(): Promise<number[]> {
      isOver = true
      await watching
      return gaps
    },
  }
}

describe('fan-out', () => {
  it('makes a delivery for each subscription to the event type, with the same body', async () => {
    const all = await webhooks.create(operatorOf(ledger.accountId), { endpoint_url: ENDPOINT })
    const some = await webhooks.create(operatorOf(ledger.accountId), {
      endpoint_url: ENDPOINT,
      event_types: ['delivered', 'sent'],
    })
    await webhooks.create(operatorOf(ledger.accountId), { endpoint_url: ENDPOINT, event_types: ['bounced'] })
    await webhooks.create(operatorOf(ledger.newId('account')), { endpoint_url: ENDPOINT })
    ledger.startWorker(FanOutWorker)

    const event = await ledger.recordEvent({ payload: { detail: 'Grüße', nested: { b: 1, a: 2 } } })
    await allDone()

    const rows = await deliveries()
    expect(rows.map((row) => row.subscription_id).sort()).toEqual([all.id, some.id].sort())
    for (const row of rows) {
      expect(row).toMatchObject({
        account_id: ledger.accountId,
        event_id: event._id,
        event_type: 'delivered',
        message_id: event.message_id,
        status: 'pending',
        attempt_count: 0,
        round: 1,
      })
      expect(row.next_at).toBeInstanceOf(Date)
      expect(row.enqueued_at).toEqual(idTime(row._id))
    }
    const bodies = await readBodies(ledger.models, rows)
    expect(bodies[1]).toBe(bodies[0])
    expect(bodies[0]).toBe(
      `{"event_id":"${event._id}","event_type":"delivered","message_id":"${event.message_id}",` +
        `"account_id":"${ledger.accountId}","payload":{"detail":"Grüße","nested":{"b":1,"a":2}},` +
        `"occurred_at":"${event.occurred_at.toISOString()}","created_at":"${event.created_at.toISOString()}","message":null,"recipient":null}`,
    )
    await eventually('hints', async () => (await entries('first')).length === 2)
    expect((await entries('first')).sort()).toEqual(rows.map((row) => row._id).sort())
  })

  it('makes no deliveries for decisions before dispatch, but numbers them', async () => {
    await webhooks.create(operatorOf(ledger.accountId), { endpoint_url: ENDPOINT })
    ledger.startWorker(FanOutWorker)
    await ledger.recordEvents([{ type: 'suppressed' }, { type: 'unsubscribed' }])
    await allDone()
    expect(await deliveries()).toEqual([])
    expect((await events()).map((event) => event.seq)).toEqual([1, 2])
  })

  it('uses the subscriptions that existed when the event was recorded', async () => {
    const event = await ledger.recordEvent({ created_at: new Date(Date.now() - 60_000) })
    await webhooks.create(operatorOf(ledger.accountId), { endpoint_url: ENDPOINT })
    ledger.startWorker(FanOutWorker)
    await allDone()
    expect(await deliveries()).toEqual([])
    expect((await events({ _id: event._id }))[0]?.seq).toBe(1)
  })

  it('reaches a subscription that a machine has made whose clock is 5 s ahead', async () => {
    const { id } = await webhooks.create(operatorOf(ledger.accountId), { endpoint_url: ENDPOINT })
    const ahead = new Date(Date.now() + 5_000)
    await ledger.models.subscriptions.updateOne({ _id: id }, { $set: { created_at: ahead } })
    ledger.startWorker(FanOutWorker)
    await ledger.recordEvent({ created_at: new Date() })
    await allDone()
    expect(await deliveries()).toHaveLength(1)
  })

  it('pauses the deliveries of a paused subscription and of a suspended account', async () => {
    const paused = await webhooks.create(operatorOf(ledger.accountId), { endpoint_url: ENDPOINT })
    await webhooks.update(operatorOf(ledger.accountId), paused.id, { is_active: false })
    const suspended = ledger.newId('account')
    const at = new Date()
    await ledger.models.accounts.create({ _id: suspended, owner_email: 'a@b.test', suspended_at: at, created_at: at })
    await webhooks.create(operatorOf(suspended), { endpoint_url: ENDPOINT })
    ledger.startWorker(FanOutWorker)

    await ledger.recordEvents([{}, { account_id: suspended }])
    await allDone()
    const rows = await deliveries()
    expect(rows.map((row) => row.held).sort()).toEqual([paused.id, suspended].sort())
    expect(rows.map((row) => row.next_at)).toEqual([undefined, undefined])
    expect(await entries('first')).toEqual([])
  })

  it('puts first attempts to a failing endpoint in the retry lane', async () => {
    const { id } = await webhooks.create(operatorOf(ledger.accountId), { endpoint_url: ENDPOINT })
    await ledger.models.subscriptions.updateOne({ _id: id }, { failing: true })
    ledger.startWorker(FanOutWorker)
    await ledger.recordEvent()
    await eventually('a hint', async () => (await entries('retry')).length === 1)
    expect(await entries('first')).toEqual([])
  })

  it('that restarts after a crash makes each delivery once and gives each event one number', async () => {
    const subscription = await webhooks.create(operatorOf(ledger.accountId), { endpoint_url: ENDPOINT })
    const recorded = await ledger.recordEvents(Array.from({ length: 20 }, () => ({})))
    // A worker has crashed after it wrote half of the deliveries, and some of those have been made since.
    const doc = { _id: subscription.id, account_id: ledger.accountId }
    const written = recorded
      .slice(0, 10)
      .map((event) => newDelivery(ledger.newId('delivery'), doc, { ...event, type: 'delivered' }, {}))
    await ledger.models.deliveries.insertMany(written.map((row) => ({ ...row, status: 'succeeded' })))
    ledger.startWorker(FanOutWorker)
    await allDone()

    const rows = await deliveries()
    expect(rows).toHaveLength(20)
    const finished = rows.filter((row) => row.status === 'succeeded')
    expect(finished.map((row) => row._id)).toEqual(written.map((row) => row._id))
    expect(finished.every((row) => row.next_at === undefined)).toBe(true)
    expect((await events()).map((event) => event.seq)).toEqual(Array.from({ length: 20 }, (_none, index) => index + 1))
  })

  it('numbers events without gaps or duplicates with four workers, in the order of commits', async () => {
    await webhooks.create(operatorOf(ledger.accountId), { endpoint_url: ENDPOINT })
    const other = ledger.newId('account')
    for (let worker = 0; worker < 4; worker += 1) ledger.startWorker(FanOutWorker, { slots: 40 })

    const gaps = watchGaps()
    for (let burst = 0; burst < 20; burst += 1) {
      await ledger.recordEvents(Array.from({ length: 30 }, (_none, i) => (i % 5 ? {} : { account_id: other })))
    }
    await allDone()

    for (const [accountId, count] of [
      [ledger.accountId, 480],
      [other, 120],
    ] as const) {
      const numbers = (await events({ account_id: accountId })).map((event) => event.seq!).sort((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: count }, (_none, index) => index + 1))
      expect((await ledger.models.eventSequences.findById(accountId).lean())?.seq).toBe(count)
    }
    expect(await gaps.end()).toEqual([])
    expect(await ledger.models.deliveries.countDocuments()).toBe(480)
    const rows = await events()
    expect(rows.some((row) => row.lease || row.crashes)).toBe(false)
  })

  it('shows a number only after all lower ones, even with batches of very different sizes', async () => {
    const recorded = await ledger.recordEvents(Array.from({ length: 500 }, () => ({})))
    const claims = claimsOf({ ...ledger, name: 'a' }, 'fan-out', ledger.work['fan-out'])
    const claimed = (await Promise.all(recorded.map((event) => claims.add(refOf(event))))).map((event) => event!)
    const processes = Array.from({ length: 4 }, () => new FanOutCompleter(ledger))
    const gaps = watchGaps()
    // One worker takes hundreds of events at a time, the others only a few.
    const big = Promise.all(claimed.slice(0, 410).map((event) => processes[0]!.close(event)))
    const small = processes.slice(1).map(async (closings, index) => {
      const from = 410 + index * 30
      for (const event of claimed.slice(from, from + 30)) await closings.close(event)
    })
    await Promise.all([big, ...small])
    expect(await gaps.end()).toEqual([])
    const numbers = (await events()).map((event) => event.seq!).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 500 }, (_none, index) => index + 1))
  })

  /** Twenty accounts with three events each, claimed. */
  async function claimedOfMany() {
    const accounts = Array.from({ length: 20 }, () => ledger.newId('account'))
    const recorded = await ledger.recordEvents(
      [...accounts, ...accounts, ...accounts].map((account_id) => ({ account_id })),
    )
    const claims = claimsOf({ ...ledger, name: 'a' }, 'fan-out', ledger.work['fan-out'])
    const claimed = await Promise.all(recorded.map((event) => claims.add(refOf(event))))
    return { accounts, claimed: claimed.map((event) => event!) }
  }

  it('numbers the events of many accounts in one transaction', async () => {
    const { accounts, claimed } = await claimedOfMany()
    const sessions = vi.spyOn(ledger.models.connection, 'startSession')
    const announced: string[] = []
    const conveyor = { announce: (accountId: string) => void announced.push(accountId) }
    const closings = new FanOutCompleter({ ...ledger, conveyor })
    expect(new Set(await Promise.all(claimed.map((event) => closings.close(event))))).toEqual(new Set([true]))
    expect(sessions).toHaveBeenCalledTimes(1)
    expect(announced.sort()).toEqual(accounts)
    for (const account_id of accounts) {
      expect((await events({ account_id })).map((event) => event.seq)).toEqual([1, 2, 3])
    }
  })

  it('does not keep the events of other accounts waiting for a counter that somebody holds', async () => {
    const { accounts, claimed } = await claimedOfMany()
    const { connection, eventSequences } = ledger.models
    await eventSequences.create({ _id: accounts[0], seq: 0 })
    const session = await connection.startSession()
    session.startTransaction()
    await eventSequences.collection.updateOne({ _id: accounts[0]! }, { $inc: { seq: 1 } }, { session })
    const closings = new FanOutCompleter(ledger)
    const closing = Promise.all(claimed.map((event) => closings.close(event)))
    const numbered = { seq: { $exists: true } }
    await eventually('the others have numbers', async () => (await events(numbered)).length === claimed.length - 3)
    await session.abortTransaction()
    await session.endSession()
    await closing
    expect((await events({ account_id: accounts[0] })).map((event) => event.seq)).toEqual([1, 2, 3])
  })

  it('gives no number to an event whose claim was lost, and leaves no gap', async () => {
    const recorded = await ledger.recordEvents([{}, {}, {}])
    const claims = claimsOf({ ...ledger, name: 'a' }, 'fan-out', ledger.work['fan-out'])
    const claimed = await Promise.all(recorded.map((event) => claims.add(refOf(event))))
    await ledger.models.events.updateOne({ _id: recorded[1]!._id }, { $set: { 'lease.token': 'newer' } })

    const closings = new FanOutCompleter(ledger)
    expect(await Promise.all(claimed.map((event) => closings.close(event!)))).toEqual([true, false, true])
    expect((await events()).map((event) => event.seq)).toEqual([1, undefined, 2])
    expect((await ledger.models.eventSequences.findById(ledger.accountId).lean())?.seq).toBe(2)
    expect((await events())[1]?.lease?.token).toBe('newer')
  })
})
