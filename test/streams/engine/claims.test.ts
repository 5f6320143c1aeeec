import type { mongo } from 'mongoose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventDoc } from '../../../src/models/event.js'
import { refOf, WorkRows } from '../../../src/streams/engine/work-rows.js'
import { claimsOf } from '../../../src/streams/worker-deps.js'
import { aLease } from '../../support/leases.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { eventually } from '../../support/start-app.js'

const UNKNOWN = { id: 'evt_none', accountId: 'acc_none' }

/** That of the fan-out. */
const LEASE_MS = 30_000

let ledger: Ledger

beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const rows = () => ledger.work['fan-out']
const claimsBy = (name: string) => claimsOf({ ...ledger, name }, 'fan-out', rows())
const row = async (id: string) => ledger.models.events.findById(id).lean<EventDoc>()

describe('a claim', () => {
  it('belongs to one of two workers that race for the same rows', async () => {
    const events = await ledger.recordEvents(Array.from({ length: 50 }, () => ({})))
    const [one, other] = [claimsBy('one'), claimsBy('other')]
    const got = await Promise.all(events.map(refOf).flatMap((ref) => [one.add(ref), other.add(ref)]))
    const ids = got.flatMap((event) => (event ? [event._id] : []))
    expect(ids.sort()).toEqual(events.map((event) => event._id))
  })

  it('is given once for two concurrent hints for one row', async () => {
    const event = await ledger.recordEvent()
    const claims = claimsBy('one')
    const got = await Promise.all([claims.add(refOf(event)), claims.add(refOf(event))])
    expect(got.filter(Boolean)).toHaveLength(1)
  })

  it('does not read what its work does not need, of one row or of several', async () => {
    const events = await ledger.recordEvents([{}, {}, {}])
    const { clock, models } = ledger
    const rows = new WorkRows<Omit<EventDoc, 'payload'>>({
      collection: models.events.collection as unknown as mongo.Collection<Omit<EventDoc, 'payload'>>,
      ...{ dueField: 'fanout_at', clock, unread: ['payload'] },
    })
    const [one, ...others] = events.map(refOf)
    const claimed = [
      ...(await rows.claim([one!], aLease('me', LEASE_MS))),
      ...(await rows.claim(others, aLease('me', LEASE_MS))),
    ]
    expect(claimed.map((event) => ['type' in event, 'payload' in event])).toEqual(Array(3).fill([true, false]))
    expect((await row(one!.id))?.payload).toBeDefined()
  })

  it('returns nothing for rows that are done, paused, not due or unknown', async () => {
    const [done, paused, early] = await ledger.recordEvents([{}, {}, { fanout_at: new Date(Date.now() + 60_000) }])
    await ledger.models.events.updateOne({ _id: done!._id }, { $unset: { fanout_at: 1 } })
    await rows().pause([refOf(paused!)], 'acc_x')
    const claims = claimsBy('one')
    const refs = [...[done!, paused!, early!].map(refOf), UNKNOWN]
    expect(await Promise.all(refs.map((ref) => claims.add(ref)))).toEqual([null, null, null, null])
  })

  it('that has ended stays so when the one that followed it in the same process is renewed with it', async () => {
    const event = await ledger.recordEvent()
    const claims = claimsBy('one')
    const ended = (await claims.add(refOf(event)))!
    ledger.clock.advance(LEASE_MS + 1)
    const current = (await claims.add(refOf(event)))!
    expect(await Promise.all([ended, current].map((claim) => claims.renew(claim)))).toEqual([false, true])
    expect([...(await claims.stillHeld([ended, current]))]).toEqual([current])
  })

  it('that a read after it does not show is given back', async () => {
    const events = await ledger.recordEvents([{}, {}, {}])
    const { collection } = ledger.models.events
    const find = collection.find
    // As after a failover between the two, to a member that lacks a part of the claim.
    collection.find = ((filter: object, options: object) => {
      if (!('lease.token' in filter)) return find.call(collection, filter, options)
      collection.find = find
      return find.call(collection, { ...filter, _id: events[0]!._id }, options)
    }) as typeof find
    const claims = claimsBy('one')
    const got = await Promise.allSettled(events.map(refOf).map((ref) => claims.add(ref)))
    expect(got.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    for (const { _id } of events) {
      await eventually('it is given back', async () => !(await row(_id))!.lease)
      expect((await row(_id))!.crashes).toBe(0)
    }
  })

  it('that is lost is not renewed, and those beside it are', async () => {
    const events = await ledger.recordEvents([{}, {}, {}])
    const claims = claimsBy('one')
    const claimed = await Promise.all(events.map(refOf).map((ref) => claims.add(ref)))
    await ledger.models.events.updateOne({ _id: events[1]!._id }, { 'lease.token': 'theirs' })
    // What a server would say that has not heard of it.
    ledger.models.events.collection.find = () => ({ toArray: async () => events }) as never
    expect(await Promise.all(claimed.map((own) => claims.renew(own!)))).toEqual([true, false, true])
  })

  it('becomes due again when its lease ends, and the old owner can no longer write an outcome', async () => {
    const event = await ledger.recordEvent()
    const first = await claimsBy('one').add(refOf(event))
    expect(await claimsBy('other').add(refOf(event))).toBeNull()
    ledger.clock.advance(LEASE_MS + 1)
    const second = await claimsBy('other').add(refOf(event))
    expect(second?.lease.token).not.toBe(first?.lease.token)
    expect(second?.crashes).toBe(2)
    await rows().release([refOf(event)], first!.lease.token, ledger.clock.now())
    expect((await row(event._id))?.lease?.token).toBe(second?.lease.token)
  })
})

describe('a row that crashes its process', () => {
  it('is parked as a dead letter with its error after five crashes, and other rows continue', async () => {
    const [bad, good] = await ledger.recordEvents([{}, {}])
    const claims = claimsBy('one')
    let tries = 0
    const explode = async () => {
      tries += 1
      throw new TypeError(`bang ${tries}`)
    }
    for (let crash = 1; crash <= 5; crash += 1) {
      await claims.run(refOf(bad!), explode)
      expect(tries).toBe(crash)
      ledger.clock.advance(LEASE_MS + 1)
    }
    let isGoodDone = false
    await Promise.all([
      claims.run(refOf(bad!), explode),
      claims.run(refOf(good!), async () => {
        isGoodDone = true
      }),
    ])
    expect(tries).toBe(5)
    expect(isGoodDone).toBe(true)
    const [letter, ...others] = await ledger.models.deadLetters.find().lean()
    expect(others).toEqual([])
    expect(letter).toMatchObject({
      kind: 'fan-out',
      row_id: bad!._id,
      account_id: ledger.accountId,
      crashes: 5,
      error: 'TypeError: bang 5',
    })
    expect(letter?._id).toMatch(/^dl_/)
    const parked = await row(bad!._id)
    expect(parked?.fanout_at).toBeUndefined()
    expect(parked?.lease).toBeUndefined()
  })

  it('does not affect others: rows that crash with it are separated, and finally run alone', async () => {
    const events = await ledger.recordEvents(Array.from({ length: 20 }, () => ({})))
    for (let crash = 1; crash <= 2; crash += 1) {
      await Promise.all(events.map((event) => claimsBy('one').add(refOf(event))))
      ledger.clock.advance(LEASE_MS + 1)
    }
    const handledTogether = async (least: number) => {
      const claims = claimsBy('one')
      let handled = 0
      // Like a dying process: started work never ends.
      for (const event of events) {
        void claims.run(refOf(event), () => {
          handled += 1
          return new Promise(() => undefined)
        })
      }
      await eventually('the first are claimed', () => handled >= least)
      await claims.add(UNKNOWN)
      ledger.clock.advance(LEASE_MS + 1)
      return handled
    }
    expect(await handledTogether(8)).toBe(8)
    const crashes = (await ledger.models.events.find().lean()).map((event) => event.crashes)
    expect(crashes.sort()).toEqual([...Array(12).fill(2), ...Array(8).fill(3)])
    await ledger.models.events.updateMany({}, { $set: { crashes: 4 } })
    expect(await handledTogether(1)).toBe(1)
  })

  it('has the number of crashes as its error if the process died', async () => {
    const event = await ledger.recordEvent()
    for (let crash = 1; crash <= 5; crash += 1) {
      await claimsBy('one').add(refOf(event))
      ledger.clock.advance(LEASE_MS + 1)
    }
    await claimsBy('one').add(refOf(event))
    expect((await ledger.models.deadLetters.findOne().lean())?.error).toBe('crashed 5 times without an outcome')
  })

  it('can be retried, and is one dead letter when it is parked again', async () => {
    const event = await ledger.recordEvent()
    for (let round = 1; round <= 2; round += 1) {
      // A revived row keeps one crash, so that its next owner first looks for an earlier outcome.
      for (let crash = round; crash <= 5; crash += 1) {
        expect(await claimsBy('one').add(refOf(event))).not.toBeNull()
        ledger.clock.advance(LEASE_MS + 1)
      }
      expect(await claimsBy('one').add(refOf(event))).toBeNull()
      expect(await ledger.models.deadLetters.countDocuments()).toBe(1)
      await rows().retry([refOf(event)])
    }
  })
})

describe('a parked row', () => {
  const parked = async () => {
    const event = await ledger.recordEvent()
    await ledger.models.events.updateOne({ _id: event._id }, { crashes: 5 })
    await claimsBy('one').add(refOf(event))
    expect((await row(event._id))!.fanout_at).toBeUndefined()
    return event
  }

  it('that is retried twice is revived once: who has it by then keeps it, and its outcome counts', async () => {
    const event = await parked()
    await rows().retry([refOf(event)])
    const claimed = (await claimsBy('one').add(refOf(event)))!
    expect(claimed.crashes).toBe(2)
    await rows().retry([refOf(event)])
    expect(await claimsBy('other').add(refOf(event))).toBeNull()
    expect(await rows().writeOutcomes([{ row: claimed, set: { seq: 1 }, dueAt: null }])).toBe(1)
    await rows().retry([refOf(event)])
    expect((await row(event._id))!.fanout_at).toBeUndefined()
  })

  it('is not parked if its last owner writes an outcome before that', async () => {
    const event = await ledger.recordEvent()
    await ledger.models.events.updateOne({ _id: event._id }, { crashes: 4 })
    const claims = claimsBy('one')
    const last = (await claims.add(refOf(event)))!
    ledger.clock.advance(LEASE_MS + 1)
    const again = new Date(ledger.clock.now().getTime() + 60_000)
    const write = rows().crashed.bind(rows())
    ledger.work['fan-out'].crashed = async (...args) => {
      const crashed = await write(...args)
      await rows().writeOutcomes([{ row: last, set: {}, dueAt: again }])
      return crashed
    }
    await claims.add(refOf(event))
    expect(await row(event._id)).toMatchObject({ fanout_at: again, crashes: 0 })
  })
})

describe('a row that was put off', () => {
  it('is due at its own time, also beside others, unless somebody has claimed it', async () => {
    const events = await ledger.recordEvents([{}, {}, {}])
    const [, , claimed] = events
    await claimsBy('one').add(refOf(claimed!))
    const lease = (await row(claimed!._id))!.fanout_at
    const times = [30_000, 10_000, 20_000].map((ms) => new Date(ledger.clock.now().getTime() + ms))
    await rows().defer(events.map((event, index) => ({ ref: refOf(event), dueAt: times[index]! })))
    const due = await Promise.all(events.map(async ({ _id }) => (await row(_id))!.fanout_at))
    expect(due).toEqual([times[0], times[1], lease])
  })

  it('is put on the stream again when it is due, even if old entries are still there', async () => {
    // An entry whose handling takes long, as with an endpoint that hangs.
    await ledger.conveyor.put('fan-out', [{ id: 'evt_long', accountId: ledger.accountId }])
    const event = await ledger.recordEvent()
    await rows().markEnqueued([refOf(event)], ledger.clock.now())
    const entries = async () => {
      const found = await ledger.redis.xrange(ledger.conveyor.key('fan-out', 'main', 0), '-', '+')
      return found.filter(([, fields]) => fields.includes(event._id)).length
    }
    await eventually('its own hint', async () => (await entries()) === 1)
    ledger.clock.advance(10_000)
    await ledger.scheduler.sweep()
    await ledger.scheduler.sweep()
    const before = await entries()

    await rows().defer([{ ref: refOf(event), dueAt: new Date(ledger.clock.now().getTime() + 1_000) }])
    ledger.clock.advance(1_001)
    await ledger.scheduler.sweep()
    expect(await entries()).toBe(before + 1)
    await ledger.scheduler.sweep()
    expect(await entries()).toBe(before + 1)
  })
})
