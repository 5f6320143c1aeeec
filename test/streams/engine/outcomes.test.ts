import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventDoc } from '../../../src/models/event.js'
import type { Claimed } from '../../../src/streams/engine/work-row.js'
import { refOf } from '../../../src/streams/engine/work-rows.js'
import { claimsOf } from '../../../src/streams/worker-deps.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'

/** That of the fan-out. */
const LEASE_MS = 30_000

let ledger: Ledger

beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const rows = () => ledger.work['fan-out']
const stored = (ids: string[]) =>
  ledger.models.events
    .find({ _id: { $in: ids } })
    .sort({ _id: 1 })
    .lean<EventDoc[]>()

/** Claims new events, each in a claim of its own, so that their tokens differ. */
async function claimed(count: number): Promise<Claimed<EventDoc>[]> {
  const events = await ledger.recordEvents(Array.from({ length: count }, () => ({})))
  const claims = claimsOf({ ...ledger, name: 'one' }, 'fan-out', rows())
  const own: Claimed<EventDoc>[] = []
  for (const event of events) own.push((await claims.add(refOf(event)))!)
  return own
}

it('gives each row its own values, and only those', async () => {
  const [one, two, three] = await claimed(3)
  const dueAt = new Date(Date.now() + 60_000)
  const payload = { detail: '$status', nested: { $literal: ['a.b', '$$ROOT'] } }
  expect(
    await rows().writeOutcomes([
      { row: one!, set: { seq: 1, payload }, dueAt: null },
      { row: two!, set: { seq: 2 }, dueAt: null },
      { row: three!, set: { seq: 3 }, unset: ['test_mode'], dueAt },
    ]),
  ).toBe(3)
  const [first, second, third] = await stored([one!._id, two!._id, three!._id])
  expect([first!.seq, second!.seq, third!.seq]).toEqual([1, 2, 3])
  expect(first!.payload).toEqual(payload)
  expect(second!.payload).toEqual({ detail: 'Taken.' })
  expect([first!.fanout_at, second!.fanout_at, third!.fanout_at]).toEqual([undefined, undefined, dueAt])
  for (const row of [first, second, third]) {
    expect(row).toMatchObject({ account_id: ledger.accountId, crashes: 0 })
    expect(row).not.toHaveProperty('lease')
    expect(row).not.toHaveProperty('enqueued_at')
  }
})

it('computes fields from the row and the values of its outcome', async () => {
  const own = await claimed(2)
  const computed = { seq: { $add: [{ $strLenCP: '$type' }, '$$outcome.given.more'] } }
  await rows().writeOutcomes(own.map((row, index) => ({ row, given: { more: index }, computed, dueAt: null })))
  expect((await stored(own.map(({ _id }) => _id))).map(({ seq }) => seq)).toEqual([9, 10])
})

it('leaves rows with a newer owner alone, even if that outcome is written with the late one', async () => {
  const [late, other] = await claimed(2)
  ledger.clock.advance(LEASE_MS + 1)
  const newer = await claimsOf({ ...ledger, name: 'two' }, 'fan-out', rows()).add(refOf(late!))
  const outcome = (row: Claimed<EventDoc>, seq: number) => ({ row, set: { seq }, dueAt: null })

  expect(await rows().writeOutcomes([outcome(late!, 1), outcome(other!, 2)])).toBe(1)
  const [untouched] = await stored([late!._id])
  expect([untouched!.seq, untouched!.lease?.token]).toEqual([undefined, newer!.lease.token])

  expect(await rows().writeOutcomes([outcome(late!, 1), outcome(newer!, 3)])).toBe(1)
  expect((await stored([late!._id]))[0]!.seq).toBe(3)
})
