import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StatsBucket } from '../../../../src/contract/stats.js'
import { createIds, idFloor } from '../../../../src/ids.js'
import { AcceptedCounter } from '../../../../src/services/tracking/counts/accepted-counter.js'
import { workerEventDoc } from '../../../../src/services/tracking/events/worker-events.js'
import { InlineFanOut } from '../../../../src/streams/fan-out/inline-fan-out.js'
import { recordEvents } from '../../../support/record-events.js'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NONE = {
  ...{ accepted: 0, sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, complained: 0, failed: 0, suppressed: 0 },
}

async function stats(query = '', key = app.adminKey): Promise<StatsBucket[]> {
  const { status, body } = await app.call('GET', `/v1/stats${query}`, { key })
  expect([status, body]).toEqual([200, body])
  return body.buckets
}

/** The sums over all buckets, without those that are zero. */
function sums(buckets: StatsBucket[]): Record<string, number> {
  const names = Object.keys(NONE) as (keyof typeof NONE)[]
  const all = names.map((name) => [name, buckets.reduce((sum, bucket) => sum + bucket[name], 0)] as const)
  return Object.fromEntries(all.filter(([, sum]) => sum > 0))
}

/** An account of its own. */
async function anAccount() {
  const { account_id, key } = await app.app.services.accounts.create('other@example.com')
  return { accountId: account_id, key }
}

async function numbered(): Promise<void> {
  const waiting = { seq: { $exists: false } }
  await eventually('all events counted', async () => (await app.app.models.events.countDocuments(waiting)) === 0)
}

describe('GET /v1/stats', () => {
  it('shows a send within its hour: accepted at once, and each event when it is recorded', async () => {
    const sent = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
    expect(sent.status).toBe(201)
    expect(sums(await stats())).toMatchObject({ accepted: 1 })
    const found = await eventually('it is sent', async () => {
      const now = sums(await stats())
      return now.sent === 1 ? now : null
    })
    expect(found).toMatchObject({ accepted: 1, sent: 1 })
    // The hour may just have begun.
    expect(sums((await stats()).slice(-2))).toEqual(found)
  })

  it('has 24 hours by default, or 30 days, also without events', async () => {
    const { key } = await anAccount()
    const hours = await stats('', key)
    expect(hours).toHaveLength(24)
    expect(hours.map(({ start, ...counts }) => counts)).toEqual(hours.map(() => NONE))
    const starts = hours.map(({ start }) => Date.parse(start))
    expect(starts.every((start, index) => start === starts[0]! + index * HOUR_MS && start % HOUR_MS === 0)).toBe(true)
    expect(await stats('?interval=day', key)).toHaveLength(30)
  })

  it('keeps test mail apart, which it shows on request', async () => {
    const { accountId, key } = await anAccount()
    await recordEvents(app.app, accountId, [{ test_mode: true }, { test_mode: true, type: 'opened' }, { type: 'sent' }])
    await numbered()
    expect(sums(await stats('', key))).toEqual({ sent: 1 })
    expect(sums(await stats('?test_mode=true', key))).toEqual({ delivered: 1, opened: 1 })
    expect(sums(await stats('?test_mode=false', key))).toEqual({ sent: 1 })
  })

  it('counts events in the hour and the day of their recording, and nothing of other accounts', async () => {
    const { accountId, key } = await anAccount()
    const at = (text: string) => ({ created_at: new Date(text) })
    await recordEvents(app.app, accountId, [
      { ...at('2026-03-01T09:59:59.999Z'), type: 'sent' },
      { ...at('2026-03-01T10:00:00.000Z'), type: 'sent' },
      { ...at('2026-03-01T23:00:00.000Z'), type: 'bounced' },
      { ...at('2026-03-02T00:00:00.000Z'), type: 'unsubscribed' },
      { ...at('2026-03-02T00:10:00.000Z'), type: 'suppressed' },
    ])
    await numbered()
    const days = await stats('?interval=day&from=2026-02-28T00:00:00Z&to=2026-03-03T00:00:00Z', key)
    expect(days).toEqual([
      { start: '2026-02-28T00:00:00.000Z', ...NONE },
      { start: '2026-03-01T00:00:00.000Z', ...NONE, sent: 2, bounced: 1 },
      { start: '2026-03-02T00:00:00.000Z', ...NONE, suppressed: 2 },
    ])
    const hours = await stats('?from=2026-03-01T09:30:00Z&to=2026-03-01T11:00:00Z', key)
    expect(hours.map(({ start, sent }) => [start, sent])).toEqual([
      ['2026-03-01T09:00:00.000Z', 1],
      ['2026-03-01T10:00:00.000Z', 1],
    ])
  })

  it('counts each event once while a later hour begins', async () => {
    const { accountId, key } = await anAccount()
    const { models } = app.app
    const fanOut = new InlineFanOut({ ...app.app, name: 'test' })
    const newId = createIds({ now: () => new Date(), random: Math.random })
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
    const record = async (hour: number) => {
      const event = { type: 'sent', payload: {}, occurredAt: new Date(midnight) } as const
      const row = workerEventDoc(newId, { _id: newId('message'), account_id: accountId }, event)
      await fanOut.record([{ ...row, created_at: new Date(midnight - DAY_MS + hour * HOUR_MS) }])
    }
    const period = `from=${new Date(midnight - DAY_MS).toISOString()}&to=${new Date(midnight).toISOString()}`
    const daily = async () => sums(await stats(`?interval=day&${period}`, key))
    await record(10)
    expect(await daily()).toEqual({ sent: 1 })

    // The next hour begins right after the counts of hours were read, which do not have this one yet.
    const { collection } = models.eventCounts
    const original = collection.aggregate
    let hour = 10
    collection.aggregate = ((...given: Parameters<typeof original>) => {
      const found = original.apply(collection, given)
      const toArray = async () => {
        const rows = await found.toArray()
        if (hour < 12) await record(++hour)
        return rows
      }
      return { toArray }
    }) as never
    try {
      expect(await daily()).toEqual({ sent: 3 })
    } finally {
      collection.aggregate = original
    }
    expect(hour).toBe(12)
    expect(await daily()).toEqual({ sent: 3 })
    expect(await models.eventCounts.countDocuments({ _id: { $regex: `^${accountId}` } })).toBe(2)
  })

  it('counts each accepted message once, before and after it went into the counters', async () => {
    const { accountId, key } = await anAccount()
    const { models, newId } = app.app
    const rows = Array.from({ length: 30 }, (_none, index) => {
      const _id = newId('message')
      return { _id, account_id: accountId, idempotency_key: _id, test_mode: index % 3 === 0 }
    })
    await models.messages.collection.insertMany(rows as never)
    const expectSums = async () => {
      expect(sums(await stats('', key))).toEqual({ accepted: 20 })
      expect(sums(await stats('?interval=day&test_mode=true', key))).toEqual({ accepted: 10 })
    }
    await expectSums()
    const later = { now: () => new Date(Date.now() + HOUR_MS), random: Math.random }
    const counting = new AcceptedCounter({ ...app.app, clock: later }).countAll()
    for (let reading = 0; reading < 5; reading += 1) await expectSums()
    await counting
    await expectSums()
  })

  it('remembers what is settled, and counts it once all the same while a scheduler counts it and it is deleted', async () => {
    const { accountId, key } = await anAccount()
    const { models } = app.app
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
    // An account's messages of earlier days, which no scheduler has counted yet.
    await models.system.updateOne({ _id: 'accepted_counted_until' }, { value: hoursAgo(80).toISOString() })
    const rows = Array.from({ length: 60 }, (_none, index) => {
      const at = hoursAgo(72 - index)
      const _id = createIds({ now: () => at, random: Math.random })('message')
      return { _id, account_id: accountId, idempotency_key: _id, test_mode: index % 3 === 0 }
    })
    await models.messages.collection.insertMany(rows as never)
    const query = `?interval=hour&from=${hoursAgo(90).toISOString()}`
    const expectSums = async () => {
      expect(sums(await stats(query, key))).toEqual({ accepted: 40 })
      expect(sums(await stats(`${query}&test_mode=true`, key))).toEqual({ accepted: 20 })
    }
    await expectSums()
    const { db } = models.connection
    await db!.setProfilingLevel('all')
    await expectSums()
    await db!.setProfilingLevel('off')
    const scans = await db!
      .collection('system.profile')
      .find({
        'command.pipeline.0.$match.account_id': accountId,
        'command.aggregate': models.messages.collection.collectionName,
      })
      .toArray()
    expect(scans.length).toBeGreaterThan(0)
    // Only the last hour is read again.
    for (const { command } of scans) expect(command.pipeline.length).toBeLessThanOrEqual(3)

    const until = (hours: number) =>
      new AcceptedCounter({ ...app.app, clock: { now: () => hoursAgo(hours), random: Math.random } })
    await until(40).countAll()
    await models.messages.deleteMany({ account_id: accountId, _id: { $lt: idFloor('message', hoursAgo(50)) } })
    await expectSums()
    await until(0).countAll()
    await models.messages.deleteMany({ account_id: accountId })
    await expectSums()
  })
})
