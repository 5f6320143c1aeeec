import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Batch, Migration, SchemaOfBuild } from '../../src/migrations/migration.js'
import { Migrator, type MigratorDeps } from '../../src/migrations/migrator.js'
import { findSchemaMismatch, readSchemaState } from '../../src/migrations/schema-compatibility.js'
import { StartError } from '../../src/start-errors.js'
import { createTestClock, type Ledger, openTestLedger } from '../support/ledger.js'
import { eventually } from '../support/start-app.js'

/* Migrations of the test's own, over a collection of its own. */

const LEASE_MS = 60_000
const ROWS = 1_000
const BATCH = 100

let ledger: Ledger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(async () => {
  await ledger.models.connection.collection('migrated').drop()
  await ledger.close()
})

const rows = () => ledger.models.connection.collection<{ _id: number; runs: number }>('migrated')
const state = () => readSchemaState(ledger.models)
const runsOfRows = () => rows().distinct('runs')

beforeEach(async () => {
  await ledger.models.schemaState.collection.deleteMany({})
  await ledger.models.system.collection.deleteMany({})
  await rows().deleteMany({})
  await rows().insertMany(Array.from({ length: ROWS }, (_none, _id) => ({ _id, runs: 0 })))
})

/** Adds 1 to the next rows: a row that is visited twice shows it. */
async function countRun({ db, session, position }: Batch) {
  const next = { _id: { $gt: Number(position ?? -1) } }
  const found = await db.collection<{ _id: number }>('migrated').find(next, { session }).sort({ _id: 1 }).limit(BATCH)
  const ids = (await found.toArray()).map(({ _id }) => _id)
  await db.collection<{ _id: number }>('migrated').updateMany({ _id: { $in: ids } }, { $inc: { runs: 1 } }, { session })
  return { position: ids.length < BATCH ? null : String(ids.at(-1)), rows: ids.length }
}

const counting: Migration = { number: 1, name: 'count', expand: { kind: 'rows', runBatch: countRun } }
const aBuild = (...migrations: Migration[]): SchemaOfBuild => ({
  migrations,
  oldestUsable: migrations.length,
  indexSet: `set ${migrations.length}`,
})

/** A process of a build. */
function migrator(build: SchemaOfBuild, deps: Partial<MigratorDeps> = {}): Migrator {
  const { models, clock } = ledger
  return new Migrator({ models, clock, build, report: () => undefined, leaseMs: LEASE_MS, ...deps })
}

/** A step whose third batch waits until it may go on. */
function pausing(): { migration: Migration; isPaused: () => boolean; goOn: () => void } {
  let batches = 0
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const runBatch = async (batch: Batch) => {
    batches += 1
    if (batches === 3) await gate
    return countRun(batch)
  }
  return { migration: { ...counting, expand: { kind: 'rows', runBatch } }, isPaused: () => batches === 3, goOn }
}

test('a step visits every row once, in batches, and is not run again', async () => {
  const reports: string[] = []
  await migrator(aBuild(counting), { report: (text) => reports.push(text) }).expand()
  expect(await runsOfRows()).toEqual([1])
  expect(reports).toContain('migration 1 (count), expand: begins')
  expect(reports).toContain('migration 1 (count), expand: done')
  const after = await state()
  expect(after).toMatchObject({ version: 1, min_compatible: 0, index_sets: ['set 1'] })
  expect(after.steps.expand_1).toEqual({ position: null, rows: ROWS, done_at: expect.any(Date) })

  await migrator(aBuild(counting)).expand()
  await migrator(aBuild(counting)).expand(true)
  expect(await runsOfRows()).toEqual([1])
})

test('of processes that start together, one migrates, and the others wait for it', async () => {
  const { migration, isPaused, goOn } = pausing()
  const first = migrator(aBuild(migration)).expand()
  await eventually('the first one is at work', isPaused)
  const others = [1, 2, 3].map(() => migrator(aBuild(counting)).expand())
  const waits = await Promise.race([Promise.all(others), eventually('a while', afterSomeTime())])
  expect(waits).toBe('some time has passed')
  goOn()
  await Promise.all([first, ...others])
  expect(await runsOfRows()).toEqual([1])
})

/** Long enough for a process that did not wait. */
function afterSomeTime() {
  const beganAt = performance.now()
  return () => performance.now() - beganAt > 500 && 'some time has passed'
}

test('a process that hangs until its lease is over writes nothing more, and its successor continues', async () => {
  const { migration, isPaused, goOn } = pausing()
  const reports: string[] = []
  const hanging = migrator(aBuild(migration), { report: (text) => reports.push(text) }).expand()
  await eventually('it hangs in a batch', isPaused)
  const clock = createTestClock()
  clock.advance(LEASE_MS + 1_000)
  await migrator(aBuild(counting), { clock }).expand()
  expect(await runsOfRows()).toEqual([1])
  goOn()
  await hanging
  expect(reports).toContain('another process has taken over the migration of the ledger')
  expect(await runsOfRows()).toEqual([1])
  expect((await state()).steps.expand_1?.rows).toBe(ROWS)
})

test('a process that is told to stop ends between two batches, and the next one continues there', async () => {
  const { migration, isPaused, goOn } = pausing()
  const calledOff = new AbortController()
  const stopped = migrator(aBuild(migration), { signal: calledOff.signal }).expand()
  await eventually('it is at work', isPaused)
  calledOff.abort()
  goOn()
  await expect(stopped).rejects.toThrow('aborted')
  expect((await state()).steps.expand_1).toEqual({ position: String(3 * BATCH - 1), rows: 3 * BATCH, done_at: null })
  expect((await runsOfRows()).sort()).toEqual([0, 1])
  // At once: it has given the lock back.
  await migrator(aBuild(counting)).expand()
  expect(await runsOfRows()).toEqual([1])
})

test('builds of two versions work with the ledger until the later one contracts it', async () => {
  const [earlier, later] = [
    aBuild(counting),
    aBuild(counting, { number: 2, name: 'two', contract: { kind: 'rows', runBatch: countRun } }),
  ]
  await migrator(earlier).expand()
  expect(findSchemaMismatch(await state(), later)).toEqual({
    kind: 'ledger-behind',
    reason: 'the schema of the ledger has version 1, and this build needs version 2 or newer',
  })
  await migrator(later).expand()
  // Rolling: the earlier one may still start, and changes nothing.
  await migrator(earlier).expand()
  expect([findSchemaMismatch(await state(), earlier), findSchemaMismatch(await state(), later)]).toEqual([null, null])
  expect(await state()).toMatchObject({ version: 2, min_compatible: 0 })

  await migrator(later).contract(0)
  expect(await runsOfRows()).toEqual([2])
  expect(findSchemaMismatch(await state(), later)).toBeNull()
  const tooOld = 'the schema of the ledger needs version 2 or newer, and this build has version 1'
  expect(findSchemaMismatch(await state(), earlier)).toEqual({ kind: 'build-too-old', reason: tooOld })
  await expect(migrator(earlier).expand()).rejects.toThrow(
    new StartError(`This build of Postline is too old: ${tooOld}. Start a newer build.`),
  )
  await migrator(later).contract(0)
  expect(await runsOfRows()).toEqual([2])
})

test('earlier versions are refused before anything is removed', async () => {
  const earlier = aBuild(counting)
  let refused: unknown = null
  const contract = {
    kind: 'rows' as const,
    runBatch: async () => {
      refused ??= findSchemaMismatch(await state(), earlier)
      return { position: null, rows: 0 }
    },
  }
  await migrator(aBuild(counting, { number: 2, name: 'two', contract })).contract(0)
  expect(refused).toMatchObject({ kind: 'build-too-old' })
})

test('a contract that was interrupted continues after a later version has expanded the ledger', async () => {
  const { migration, isPaused, goOn } = pausing()
  const two = { number: 2, name: 'two', contract: migration.expand! }
  const calledOff = new AbortController()
  const stopped = migrator(aBuild({ number: 1, name: 'one' }, two), { signal: calledOff.signal }).contract(0)
  await eventually('it is at work', isPaused)
  calledOff.abort()
  goOn()
  await expect(stopped).rejects.toThrow('aborted')
  const three = { number: 3, name: 'three', expand: { kind: 'rows' as const, runBatch: countRun } }
  const later = aBuild({ number: 1, name: 'one' }, { ...two, contract: counting.expand! }, three)
  await migrator(later).expand()
  await migrator(later).contract(0)
  expect(await runsOfRows()).toEqual([2])
})

test('an error ends the migration without a trace of its batch, and the lock is free', async () => {
  let fails = true
  const runBatch = async (batch: Batch) => {
    const result = await countRun(batch)
    if (fails && batch.position !== null) throw new Error('a row that cannot be read')
    return result
  }
  const build = aBuild({ ...counting, expand: { kind: 'rows', runBatch } })
  await expect(migrator(build).expand()).rejects.toThrow('a row that cannot be read')
  expect(await rows().countDocuments({ runs: 1 })).toBe(BATCH)
  expect((await state()).version).toBe(0)
  fails = false
  await migrator(build).expand()
  expect(await runsOfRows()).toEqual([1])
})
