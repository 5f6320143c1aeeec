import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LedgerLock } from '../../../src/services/platform/ledger-lock.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

/** Each test has a lock of its own. */
let name = ''
let number = 0
beforeEach(() => {
  number += 1
  name = `lock ${number}`
})
const LEASE_MS = 60_000
/** The lock as another process has it. */
const aLock = () => new LedgerLock(ledger, { name, leaseMs: LEASE_MS })
const valueInRow = async () => (await ledger.models.system.findById(name).lean())?.value
const inMs = (ms: number) => new Date(ledger.clock.now().getTime() + ms).toISOString()

test('one process at a time has the lock, and the next one when its owner is dead', async () => {
  const leases = await Promise.all([aLock(), aLock(), aLock()].map((lock) => lock.tryAcquire()))
  expect(leases.filter(Boolean)).toHaveLength(1)
  const dead = leases.find(Boolean)!
  ledger.clock.advance(LEASE_MS + 1)
  const next = (await aLock().tryAcquire())!
  expect(next).not.toBeNull()
  expect(await dead.extend()).toBe(false)
  await dead.release()
  expect(await next.extend()).toBe(true)
  expect(await aLock().tryAcquire()).toBeNull()
  await next.release()
  expect(await next.extend()).toBe(false)
  expect(await aLock().tryAcquire()).not.toBeNull()
})

test('an extended lease lasts as long as a new one', async () => {
  const lease = (await aLock().tryAcquire())!
  ledger.clock.advance(LEASE_MS / 2)
  expect(await lease.extend()).toBe(true)
  ledger.clock.advance(LEASE_MS - 10_000)
  expect(await aLock().tryAcquire()).toBeNull()
  ledger.clock.advance(10_001)
  expect(await aLock().tryAcquire()).not.toBeNull()
})

test('nobody gets the lock before the rest after its last lease', async () => {
  await (await aLock().tryAcquire())!.release(300_000)
  ledger.clock.advance(200_000)
  expect(await aLock().tryAcquire()).toBeNull()
  ledger.clock.advance(100_001)
  expect(await aLock().tryAcquire()).not.toBeNull()
})

test('whoever waits gets the lock when it is released, or gives up', async () => {
  const lease = (await aLock().tryAcquire())!
  await expect(aLock().acquire(20)).rejects.toMatchObject({ name: 'LockTakenError' })
  const waiting = aLock().acquire(20_000)
  await lease.release()
  expect(await (await waiting).extend()).toBe(true)
})

test('work with the lock is never done twice at a time, and a failure gives the lock back', async () => {
  let working = 0
  const work = async () => {
    working += 1
    expect(working).toBe(1)
    await new Promise(setImmediate)
    working -= 1
    return 'done'
  }
  expect(await Promise.all([1, 2, 3, 4].map(() => aLock().hold(20_000, work)))).toEqual(Array(4).fill('done'))
  await expect(aLock().hold(0, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await aLock().hold(0, work)).toBe('done')
})

test('a release that fails does not undo the work: the lock is free when its lease ends', async () => {
  const { collection } = ledger.models.system
  let writes = 0
  const updateOne = (...given: Parameters<typeof collection.updateOne>) => {
    writes += 1
    return collection.updateOne(...given)
  }
  const deleteOne = () => {
    writes += 1
    return Promise.reject(new Error('the ledger is away'))
  }
  const models = { system: { collection: { updateOne, deleteOne } } } as unknown as Ledger['models']
  const lock = new LedgerLock({ ...ledger, models }, { name, leaseMs: LEASE_MS })
  expect(await lock.hold(0, async () => 'done')).toBe('done')
  expect(writes).toBe(2)
  expect(await aLock().tryAcquire()).toBeNull()
  ledger.clock.advance(LEASE_MS + 1)
  expect(await aLock().tryAcquire()).not.toBeNull()
})

test('earlier versions wrote the same row, and understand it', async () => {
  const { collection } = ledger.models.system
  const write = (value: string) => collection.updateOne({ _id: name }, { $set: { value } }, { upsert: true })
  await write(`${inMs(1_000)} 8f14e45f-ceea-467f-a83d-1f2b3c4d5e6f`)
  expect(await aLock().tryAcquire()).toBeNull()
  for (const free of [`${inMs(-1)} 8f14e45f-ceea-467f-a83d-1f2b3c4d5e6f`, '']) {
    await write(free)
    const lease = (await aLock().tryAcquire())!
    expect(await valueInRow()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z [\da-f-]{36}$/)
    expect((await valueInRow())! > inMs(LEASE_MS - 30_000)).toBe(true)
    await lease.release()
    // To them a lock without a row is one that nobody ever had.
    expect(await valueInRow()).toBeUndefined()
  }
})
