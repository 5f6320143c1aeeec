import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { EventDoc } from '../../../src/models/event.js'
import { ClaimPrefetcher, type Deferral, type Prepared } from '../../../src/streams/engine/claim-prefetcher.js'
import type { Claims } from '../../../src/streams/engine/claims.js'
import type { Claimed } from '../../../src/streams/engine/work-row.js'
import { refOf } from '../../../src/streams/engine/work-rows.js'
import { claimsOf } from '../../../src/streams/worker-deps.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { eventually } from '../../support/start-app.js'

/** That of the fan-out. */
const LEASE_MS = 30_000
const WORK_MS = 10_000

let ledger: Ledger
let claims: Claims<EventDoc>
let ahead: ClaimPrefetcher<EventDoc>
beforeEach(async () => {
  ledger = await openTestLedger()
  claims = claimsOf({ ...ledger, name: 'one' }, 'fan-out', ledger.work['fan-out'])
  ahead = new ClaimPrefetcher(claims, { workMs: WORK_MS })
})
afterEach(() => ledger.close())

interface Permit {
  release(): void
}

/** A claimed row, what is known of it, and what becomes of it. */
async function setUp(steps: Partial<Prepared<string, Permit>> = {}) {
  const event = await ledger.recordEvent()
  const row = (await claims.add(refOf(event)))!
  const done: string[] = []
  const prepared: Prepared<string, Permit> = {
    known: 'before',
    knownAt: performance.now(),
    acquire: async () => ({ release: () => void done.push('left') }),
    lookAgain: async () => 'again',
    work: async (known) => void done.push(`worked with what was known ${known}`),
    released: () => void done.push('given back'),
    ...steps,
  }
  return { row, done, go: () => ahead.work(row, prepared) }
}

const stored = async ({ _id }: Claimed<EventDoc>) => ledger.models.events.findById(_id).lean<EventDoc>()

/** When a row is due that was given back; null if it was not. */
async function dueInMs(row: Claimed<EventDoc>): Promise<number | null> {
  const { lease, crashes, fanout_at } = (await stored(row))!
  return lease || crashes !== 0 ? null : fanout_at!.getTime() - ledger.clock.now().getTime()
}

test('a row is worked on in its permit, with what was known a moment ago', async () => {
  const { row, done, go } = await setUp()
  await go()
  expect(done).toEqual(['worked with what was known before', 'left'])
  expect(await dueInMs(row)).toBeNull()
})

test('what was found out long before its permit was free is found out again', async () => {
  const { done, go } = await setUp({ knownAt: -Infinity })
  await go()
  expect(done).toEqual(['worked with what was known again', 'left'])
})

test('a row that may not begin any more is given back', async () => {
  const { row, done, go } = await setUp({ knownAt: -Infinity, lookAgain: async () => null })
  await go()
  expect(done).toEqual(['given back', 'left'])
  expect(await dueInMs(row)).toBeLessThanOrEqual(0)
})

test('a row without a permit is given back for later', async () => {
  const { row, done, go } = await setUp({ acquire: async (): Promise<Deferral> => ({ inMs: 5_000 }) })
  await go()
  expect(done).toEqual(['given back'])
  expect(await dueInMs(row)).toBeGreaterThan(3_000)
})

/** Lets so much time pass that the claim ends before the work is done, or nearly so. */
const wait = (row: Claimed<EventDoc>, { tooLateMs }: { tooLateMs: number }) =>
  ledger.clock.advance(row.lease.until.getTime() - ledger.clock.now().getTime() - WORK_MS + tooLateMs)

test.each([
  ['is renewed', 1_000, LEASE_MS],
  ['that still lasts long enough is not', -1_000, WORK_MS + 1_000],
])('a claim that would end during the work %s', async (_title, tooLateMs, expectedMs) => {
  const { row, done, go } = await setUp()
  wait(row, { tooLateMs })
  await go()
  expect(done).toEqual(['worked with what was known before', 'left'])
  const { lease, fanout_at } = (await stored(row))!
  expect(fanout_at).toEqual(lease!.until)
  expect(row.lease).toEqual(lease)
  const lastsMs = lease!.until.getTime() - ledger.clock.now().getTime()
  expect(lastsMs).toBeGreaterThan(expectedMs - 900)
  expect(lastsMs).toBeLessThanOrEqual(expectedMs)
})

test('a claim lasts while its row waits for a permit, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let give: (permit: Permit) => void
  const permit = new Promise<Permit>((resolve) => {
    give = resolve
  })
  const { row, done, go } = await setUp({ knownAt: -Infinity, acquire: () => permit })
  const work = go()
  for (let waited = 0; waited < 2 * LEASE_MS; waited += LEASE_MS / 3) {
    ledger.clock.advance(LEASE_MS / 3)
    vi.advanceTimersByTime(LEASE_MS / 3)
    await eventually('it is renewed', async () => {
      const { fanout_at } = (await stored(row))!
      return fanout_at!.getTime() > ledger.clock.now().getTime() + LEASE_MS - 900
    })
  }
  expect(await claims.add(refOf(row))).toBeNull()
  give!({ release: () => void done.push('left') })
  await work
  expect(done).toEqual(['worked with what was known again', 'left'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a row that another worker has by now is left to it, and the claims of others are renewed', async () => {
  const [lost, kept] = [await setUp(), await setUp()]
  // Claimed together, as rows are that come together.
  await ledger.models.events.updateOne({ _id: kept.row._id }, { 'lease.token': lost.row.lease.token })
  kept.row.lease = lost.row.lease
  const theirs = { ...lost.row.lease, by: 'two', token: 'theirs' }
  await ledger.models.events.updateOne({ _id: lost.row._id }, { lease: theirs })
  wait(lost.row, { tooLateMs: 1_000 })
  await Promise.all([lost.go(), kept.go()])
  expect(lost.done).toEqual(['given back', 'left'])
  expect(kept.done).toEqual(['worked with what was known before', 'left'])
  expect((await stored(lost.row))!.lease).toEqual(theirs)
})

test('the claim has to last as well when looking again took long', async () => {
  const lookAgain = async () => {
    ledger.clock.advance(LEASE_MS)
    return 'again'
  }
  const { done, go } = await setUp({ knownAt: -Infinity, lookAgain })
  await go()
  expect(done).toEqual(['given back', 'left'])
})

test('its permit is free again if the work fails', async () => {
  const { done, go } = await setUp({ work: () => Promise.reject(new Error('bang')) })
  await expect(go()).rejects.toThrow('bang')
  expect(done).toEqual(['left'])
})

test('rows that are given back together are due when each should be', async () => {
  const rows = await Promise.all([0, 60_000, 0].map(async (inMs) => ({ ...(await setUp()), inMs })))
  await Promise.all(rows.map(({ row, inMs }) => claims.release(row, inMs)))
  const due = await Promise.all(rows.map(({ row }) => dueInMs(row)))
  expect(due.map((ms) => ms! > 30_000)).toEqual([false, true, false])
})
