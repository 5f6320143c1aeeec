import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { idTime } from '../../../../src/ids.js'
import { hourAcceptedId } from '../../../../src/models/event-count.js'
import { AcceptedCounter, countedUntil } from '../../../../src/services/tracking/counts/accepted-counter.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'
import { eventually } from '../../../support/start-app.js'

const HOUR_MS = 3_600_000

let ledger: Ledger

beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

/** Accepts messages at the current time of the clock. Returns their ids. */
async function accept(count: number, { accountId = ledger.accountId, test_mode = false } = {}): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const _id = ledger.newId('message')
    return { _id, account_id: accountId, idempotency_key: _id, test_mode }
  })
  await ledger.models.messages.collection.insertMany(rows as never)
  return rows.map(({ _id }) => _id)
}

const counter = () => new AcceptedCounter(ledger)
const accepted = async (at: Date, accountId = ledger.accountId) => {
  const row = await ledger.models.eventCounts.collection.findOne({ _id: hourAcceptedId(accountId, at) })
  return row && { live: row.live?.accepted ?? 0, test: row.test?.accepted ?? 0 }
}

describe('accepted messages', () => {
  it('are counted by account and hour, live and test mail apart, once they can no longer change', async () => {
    const other = ledger.newId('account')
    await accept(3)
    await accept(2, { test_mode: true })
    const [id] = await accept(4, { accountId: other })
    const at = idTime(id!)
    await counter().countAll()
    expect(await accepted(at)).toBeNull()
    ledger.clock.advance(HOUR_MS)
    await accept(1)
    await counter().countAll()
    expect(await accepted(at)).toEqual({ live: 3, test: 2 })
    expect(await accepted(at, other)).toEqual({ live: 4, test: 0 })
    const recent = new Date(ledger.clock.now().getTime() - 10 * 60_000)
    expect((await countedUntil(ledger.models)).getTime()).toBeGreaterThan(recent.getTime())
  })

  it('are counted over hours without mail, and once however often and by however many schedulers', async () => {
    const hours: Date[] = []
    for (const count of [5, 7, 6]) {
      const ids = await accept(count)
      hours.push(idTime(ids[0]!))
      ledger.clock.advance(5 * HOUR_MS)
    }
    await Promise.all(Array.from({ length: 4 }, () => counter().countAll()))
    await counter().countAll()
    const counts = await Promise.all(hours.map((hour) => accepted(hour)))
    expect(counts.map((row) => row!.live)).toEqual([5, 7, 6])
  })

  it('are counted in a few portions if a long time is to be counted, each in its hour', async () => {
    const hours: Date[] = []
    for (let index = 0; index < 30; index += 1) {
      hours.push(idTime((await accept(1 + (index % 3)))[0]!))
      ledger.clock.advance(49 * HOUR_MS)
    }
    const { connection } = ledger.models
    let transactions = 0
    const transaction: typeof connection.transaction = (...given) => {
      transactions += 1
      return connection.transaction(...given)
    }
    const models = { ...ledger.models, connection: Object.assign(Object.create(connection), { transaction }) }
    const twice = new AcceptedCounter({ ...ledger, models })
    // As retention does, while a scheduler counts.
    await Promise.all([twice.countAll(), twice.countAll()])
    // Sixty-one days, a month each, and what is left without messages.
    expect(transactions).toBeLessThanOrEqual(4)
    const counts = await Promise.all(hours.map((hour) => accepted(hour)))
    expect(counts.map((row) => row!.live)).toEqual(hours.map((_hour, index) => 1 + (index % 3)))
  })

  it('are counted in portions of whole hours if there are many', async () => {
    const hours: Date[] = []
    for (const count of [12_000, 9_000, 30_000, 1]) {
      hours.push(idTime((await accept(count))[0]!))
      ledger.clock.advance(HOUR_MS)
    }
    const positions = new Set<number>()
    const system = ledger.models.system.collection
    // It opens with its first read, and tells what has happened since.
    const { operationTime } = await ledger.models.connection.db!.command({ ping: 1 })
    const stream = system.watch([], { startAtOperationTime: operationTime })
    stream.on('change', (change) => {
      if (change.operationType === 'update')
        positions.add(Date.parse(change.updateDescription.updatedFields?.value ?? ''))
    })
    await counter().countAll()
    await eventually('all portions were seen', () =>
      countedUntil(ledger.models).then((at) => positions.has(at.getTime())),
    )
    await stream.close()
    const counts = await Promise.all(hours.map((hour) => accepted(hour)))
    expect(counts.map((row) => row!.live)).toEqual([12_000, 9_000, 30_000, 1])
    const ends = [...positions].filter((at) => at > 0).toSorted((one, other) => one - other)
    expect(ends.length).toBeGreaterThanOrEqual(4)
    expect(ends.slice(0, -1).every((at) => at % HOUR_MS === 0)).toBe(true)
  })

  it('of a period whose count was cut off are counted by the next round', async () => {
    const [id] = await accept(5)
    ledger.clock.advance(HOUR_MS)
    const { eventCounts } = ledger.models
    const broken = { ...eventCounts, collection: { bulkWrite: () => Promise.reject(new Error('the process died')) } }
    const dying = new AcceptedCounter({ ...ledger, models: { ...ledger.models, eventCounts: broken as never } })
    await expect(dying.countAll()).rejects.toThrow('the process died')
    expect(await countedUntil(ledger.models)).toEqual(new Date(0))
    await counter().countAll()
    expect(await accepted(idTime(id!))).toEqual({ live: 5, test: 0 })
  })
})
