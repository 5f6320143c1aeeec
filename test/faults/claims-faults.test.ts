import { setTimeout as delay } from 'node:timers/promises'
import { mongo } from 'mongoose'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { ApiError } from '../../src/errors.js'
import { TimeoutError } from '../../src/lib/concurrency/time-limit.js'
import { isDatabaseUnavailable } from '../../src/models/database-unavailable.js'
import type { EventDoc } from '../../src/models/event.js'
import { refOf } from '../../src/streams/engine/work-rows.js'
import { claimsOf } from '../../src/streams/worker-deps.js'
import { aBrittleWay } from '../support/brittle-way.js'
import { aLease } from '../support/leases.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'
import { type OwnServer, startOwnServer } from '../support/own-servers.js'
import { eventually, testSettings } from '../support/start-app.js'

/** That of the fan-out. */
const LEASE_MS = 30_000

/** A connection string that leads to the one server behind an address. */
function directly(uri: string, way: string): string {
  const url = new URL(uri)
  url.host = new URL(way).host
  url.searchParams.delete('replicaSet')
  url.searchParams.set('directConnection', 'true')
  return url.href
}

let ledger: Ledger

const claims = () => claimsOf({ ...ledger, name: 'one' }, 'fan-out', ledger.work['fan-out'])
const stored = (id: string) => ledger.models.events.findById(id).lean<EventDoc>()

describe('work on a claimed row that fails with the ledger', () => {
  let server: OwnServer
  beforeEach(async () => {
    server = await startOwnServer('mongo')
    ledger = await openTestLedger({ MONGODB_URI: server.uri })
  })
  afterEach(async () => {
    await ledger.close()
    await server.close()
  })

  it('ends neither the worker nor the row if the ledger stays away', async () => {
    const event = await ledger.recordEvent()
    const row = (await claims().add(refOf(event)))!
    const work = claims().work(row, async () => {
      await server.kill()
      // Its lease is over, so that nobody waits for the ledger to come back.
      ledger.clock.advance(LEASE_MS)
      await ledger.models.events.countDocuments()
    })
    await expect(work).resolves.toBeUndefined()
    await server.restart()
    ledger.clock.advance(LEASE_MS)
    expect((await claims().add(refOf(event)))?._id).toBe(event._id)
  })

  it('stores the error once the ledger is back, within its lease', async () => {
    const event = await ledger.recordEvent()
    const row = (await claims().add(refOf(event)))!
    await server.kill()
    const work = claims().work(row, async () => {
      throw new Error('a defect')
    })
    await server.restart()
    await work
    expect(await stored(event._id)).toMatchObject({ last_error: 'Error: a defect', crashes: 1 })
  })
})

test.each([new TimeoutError(20_000), new ApiError('overloaded')])(
  'a row whose work fails with the ledger again and again is not parked, and stays one that was claimed before: %s',
  async (failure) => {
    ledger = await openTestLedger()
    const event = await ledger.recordEvent()
    const crashes: number[] = []
    for (let outage = 1; outage <= 8; outage += 1) {
      await claims().run(refOf(event), async (row) => {
        crashes.push(row.crashes)
        throw failure
      })
      ledger.clock.advance(LEASE_MS + 1)
    }
    expect(crashes).toEqual([1, 2, 2, 2, 2, 2, 2, 2])
    const last_error = `${failure.name}: ${failure.message}`
    expect(await stored(event._id)).toMatchObject({ last_error, crashes: 1 })
    expect(await ledger.models.deadLetters.countDocuments()).toBe(0)
    await ledger.close()
  },
)

test('a row whose claim ends during outages again and again is not parked, though its workers could not say that they live', async () => {
  const server = await startOwnServer('mongo')
  ledger = await openTestLedger({ MONGODB_URI: server.uri })
  const event = await ledger.recordEvent()
  const crashes: number[] = []
  for (let outage = 1; outage <= 3; outage += 1) {
    await claims().run(refOf(event), async (row) => {
      crashes.push(row.crashes)
      await server.kill()
      // Nobody can say within the lease that this worker lives.
      ledger.clock.advance(LEASE_MS + 1)
      throw new mongo.MongoNetworkError('connection closed')
    })
    await server.restart()
    await eventually('its crash is undone', async () => (await stored(event._id))?.crashes === 1)
  }
  expect(crashes).toEqual([1, 2, 2])
  expect(await ledger.models.deadLetters.countDocuments()).toBe(0)
  await ledger.close()
  await server.close()
})

test('a worker whose claim had ended takes its crash back from the row that another has', async () => {
  ledger = await openTestLedger()
  const event = await ledger.recordEvent()
  await claims().run(refOf(event), async () => {
    ledger.clock.advance(LEASE_MS + 1)
    expect((await claims().add(refOf(event)))?.crashes).toBe(2)
    await ledger.models.events.updateOne({ _id: event._id }, { $set: { crashes: 3 } })
  })
  await eventually('its crash is undone', async () => (await stored(event._id))?.crashes === 2)
  await ledger.close()
})

test('a row that a worker whose claim had ended may have worked on stays in doubt when the next one gives it back', async () => {
  ledger = await openTestLedger()
  const rows = ledger.work['fan-out']
  const undo = rows.undoCrashes.bind(rows)
  let undone = 0
  rows.undoCrashes = async (...args) => {
    await undo(...args)
    undone += 1
  }
  const event = await ledger.recordEvent()
  const other = claims()
  await claims().run(refOf(event), async () => {
    ledger.clock.advance(LEASE_MS + 1)
    const row = await eventually('another has the row', () => other.add(refOf(event)))
    setTimeout(() => void eventually('the crash is undone', () => undone).then(() => other.release(row, 0)), 0)
  })
  await eventually('it is given back', async () => !(await stored(event._id))?.lease)
  expect((await claims().add(refOf(event)))?.crashes).toBe(2)
  await ledger.close()
})

test('a row that was given back in the last moments of its claim keeps the crash of another claim', async () => {
  ledger = await openTestLedger()
  const event = await ledger.recordEvent()
  await claims().add(refOf(event))
  ledger.clock.advance(LEASE_MS + 1)
  await claims().run(refOf(event), async (row) => {
    expect(row.crashes).toBe(2)
    ledger.clock.advance(LEASE_MS - 1_000)
    await claims().release(row, 0)
    await ledger.models.events.updateOne({ _id: row._id }, { $set: { crashes: 3 } })
  })
  await delay(1_000)
  expect((await stored(event._id))?.crashes).toBe(3)
  await ledger.close()
})

test('what counts even after the claim is recorded once the ledger is back, and anything else only within the claim', async () => {
  ledger = await openTestLedger()
  const event = await ledger.recordEvent()
  const own = claims()
  const row = (await own.add(refOf(event)))!
  const failures = [new mongo.MongoNetworkError('away'), new mongo.MongoNetworkError('away'), new Error('a defect')]
  let tries = 0
  const write = async () => {
    ledger.clock.advance(LEASE_MS)
    tries += 1
    if (failures.length > 0) throw failures.shift()
  }
  await expect(own.record(row, write, { outlastsMs: 10 * LEASE_MS })).rejects.toThrow('a defect')
  expect(tries).toBe(3)
  await own.record(row, write, { outlastsMs: 10 * LEASE_MS })
  failures.push(new mongo.MongoNetworkError('away'))
  await expect(own.record(row, write)).rejects.toThrow('away')
  failures.push(new mongo.MongoNetworkError('away'))
  await expect(own.record(row, write, { outlastsMs: LEASE_MS })).rejects.toThrow('away')
  await ledger.close()
})

test('the crashes of a parked row stay', async () => {
  ledger = await openTestLedger()
  const event = await ledger.recordEvent()
  await ledger.models.events.updateOne({ _id: event._id }, { $set: { crashes: 5 } })
  await ledger.work['fan-out'].parkCrashed([refOf(event)])
  await ledger.work['fan-out'].undoCrashes([refOf(event)], 'a token')
  expect((await stored(event._id))?.crashes).toBe(5)
  await ledger.close()
})

test('rows whose claim was written, but whose worker does not know, are given back', async () => {
  const { MONGODB_URI } = testSettings()
  const way = await aBrittleWay(MONGODB_URI!)
  ledger = await openTestLedger({ MONGODB_URI: directly(MONGODB_URI!, way.url) })
  const events = await ledger.recordEvents([{}, {}])
  const [one, other] = [claims(), claims()]
  const gone = way.loseAnswerTo('lease.token').then(() => {
    way.leadTo(null)
    way.breakAll()
  })
  const failed = await Promise.allSettled(events.map((event) => one.add(refOf(event))))
  await gone
  way.leadTo(MONGODB_URI!)
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  for (const event of events) {
    const again = await eventually('it can be claimed', () => other.add(refOf(event)))
    expect(again.crashes).toBe(1)
  }
  await ledger.close()
  way.close()
})

test('rows whose claim was written, but not answered, are worked on at once', async () => {
  const { MONGODB_URI } = testSettings()
  const way = await aBrittleWay(MONGODB_URI!)
  ledger = await openTestLedger({ MONGODB_URI: directly(MONGODB_URI!, way.url) })
  const refs = [refOf(await ledger.recordEvent()), refOf(await ledger.recordEvent())]
  const lost = way.loseAnswerTo('lease')
  const rows = await ledger.work['fan-out'].claim(refs, aLease('one', LEASE_MS))
  await lost
  expect(rows.map(({ _id, crashes }) => ({ id: _id, crashes }))).toEqual(refs.map(({ id }) => ({ id, crashes: 1 })))
  await ledger.close()
  way.close()
})

describe('a write that no majority has, because the primary is none any more', () => {
  const bulkError = (code: number) => {
    const result = { getWriteConcernError: () => ({ code }), writeErrors: [] } as unknown as mongo.BulkWriteResult
    return new mongo.MongoBulkWriteError({ message: 'operation was interrupted', code }, result)
  }

  it.each([11_602, 91, 189])('is one that may be repeated: %i', (code) => {
    expect(isDatabaseUnavailable(bulkError(code))).toBe(true)
  })

  it('differs from one that the ledger refuses', () => {
    expect(isDatabaseUnavailable(bulkError(79))).toBe(false)
  })
})
