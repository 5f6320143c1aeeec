import { setTimeout as sleep } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import type { Clock } from '../clock.js'
import type { Models } from '../models/index.js'
import { dropIndexes, ensureIndexes } from '../models/indexes.js'
import { SCHEMA_STATE_ID, type SchemaStateDoc, type StepState } from '../models/schema-state.js'
import { LedgerLock, type LockLease } from '../services/platform/ledger-lock.js'
import { StartError } from '../start-errors.js'
import { type Migration, type Phase, type RowStep, type SchemaOfBuild, stepName, versionOf } from './migration.js'
import { findSchemaMismatch, INITIAL_STATE, readSchemaState } from './schema-compatibility.js'

/** A process that hangs or dies loses the lock after this time, in ms. A batch must take less. */
const LEASE_MS = 15_000
const SHORTEST_WAIT_MS = 50
const LONGEST_WAIT_MS = 1_000
/** Time between two reports of one step, in ms. */
const REPORT_EVERY_MS = 5_000

export interface MigratorDeps {
  /** On a connection that lets commands take as long as they need: an index of a large collection takes long. */
  models: Models
  clock: Clock
  build: SchemaOfBuild
  /** Called with what happens, in words for operators. */
  report: (text: string) => void
  /** Ends the work between two batches, and waiting at once. */
  signal?: AbortSignal | undefined
  /** For faster tests. */
  leaseMs?: number
}

/** Another process has taken the lock. */
class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

/** The migrations whose phase is not done, the oldest first. */
export function findPending(state: SchemaStateDoc, build: SchemaOfBuild, phase: Phase): Migration[] {
  const isDone = (migration: Migration) => Boolean(state.steps[stepName(phase, migration)]?.done_at)
  return build.migrations.filter((migration) => migration[phase] && !isDone(migration))
}

/** Whether nothing has to be added to the ledger for a build. */
export function isExpanded(state: SchemaStateDoc, build: SchemaOfBuild): boolean {
  return state.version >= versionOf(build) && state.index_sets.includes(build.indexSet)
}

/**
 * Runs the migrations of a build under a lock of the deployment. What a process that was killed has begun, the next one
 * continues; a process that has lost the lock writes nothing more.
 */
export class Migrator {
  readonly #deps: MigratorDeps
  readonly #lock: LedgerLock
  readonly #leaseMs: number
  #reportedAt = 0

  constructor(deps: MigratorDeps) {
    this.#deps = deps
    this.#leaseMs = deps.leaseMs ?? LEASE_MS
    this.#lock = new LedgerLock(deps, { name: 'migration', leaseMs: this.#leaseMs })
  }

  /**
   * Adds what the build needs, or waits until another process has done so.
   * @param isForced looks for missing indexes even if they were built.
   * @throws StartError if the build is too old for the ledger, or an index cannot be built.
   */
  async expand(isForced = false): Promise<void> {
    const { build } = this.#deps
    await this.#whileLocked(
      (state) => !isForced && isExpanded(state, build),
      (lease, state) => this.#expand(lease, state),
    )
  }

  /**
   * Removes what only earlier versions need, after {@link expand}. Processes of earlier versions can no longer start.
   * @param graceMs how long to wait, in ms, for those that still run to stop.
   * @throws StartError as {@link expand}.
   */
  async contract(graceMs: number): Promise<void> {
    const { build, report } = this.#deps
    await this.#whileLocked(
      (state) => isExpanded(state, build) && findPending(state, build, 'contract').length === 0,
      async (lease, state) => {
        if (!isExpanded(state, build)) await this.#expand(lease, state)
        const pending = findPending(await this.#readUsable(), build, 'contract')
        if (pending.length === 0) return
        await this.#record(lease, { $max: { min_compatible: Math.max(...pending.map(({ number }) => number)) } })
        report(`waiting ${Math.ceil(graceMs / 1_000)} s for processes of earlier versions to stop`)
        await this.#extending(lease, sleep(graceMs))
        for (const migration of pending) await this.#run(lease, migration, 'contract')
      },
    )
  }

  async #expand(lease: LockLease, state: SchemaStateDoc): Promise<void> {
    const { models, build, clock, report } = this.#deps
    const isNew = state.version === 0 && !(await this.#hasAccounts())
    for (const migration of findPending(state, build, 'expand')) await this.#run(lease, migration, 'expand')
    report('creating missing collections and indexes')
    await this.#extending(lease, ensureIndexes(models.connection))
    // A new ledger has nothing that could be removed.
    const removed = isNew ? findPending(state, build, 'contract') : []
    const steps = removed.map((migration) => [`steps.${stepName('contract', migration)}`, finished(0, clock.now())])
    await this.#record(lease, {
      $max: { version: versionOf(build) },
      $addToSet: { index_sets: build.indexSet },
      ...(steps.length > 0 && { $set: Object.fromEntries(steps) }),
    })
    report(`the schema of the ledger has version ${Math.max(state.version, versionOf(build))}`)
  }

  async #hasAccounts(): Promise<boolean> {
    const { accounts, connection } = this.#deps.models
    const name = accounts.collection.collectionName
    return (await connection.db!.listCollections({ name }, { nameOnly: true }).toArray()).length > 0
  }

  /** Runs one phase of a migration, from where it was interrupted. */
  async #run(lease: LockLease, migration: Migration, phase: Phase): Promise<void> {
    const { models, report, clock } = this.#deps
    const step = migration[phase]!
    const title = `migration ${migration.number} (${migration.name}), ${phase}`
    const name = stepName(phase, migration)
    report(`${title}: begins`)
    if (step.kind === 'rows') await this.#runBatches(lease, step, { title, name })
    else {
      await this.#extending(lease, dropIndexes(models.connection, step.indexes))
      await this.#record(lease, { $set: { [`steps.${name}`]: finished(0, clock.now()) } })
    }
    report(`${title}: done`)
  }

  async #runBatches(lease: LockLease, step: RowStep, { title, name }: { title: string; name: string }): Promise<void> {
    const { models, clock, signal } = this.#deps
    let state: StepState = (await this.#readUsable()).steps[name] ?? { position: null, rows: 0, done_at: null }
    while (!state.done_at) {
      signal?.throwIfAborted()
      if (!(await lease.extend())) throw new LeaseLostError()
      const before = state
      state = await this.#inLease(lease, async (session) => {
        const batch = { db: models.connection.db!, session, position: before.position }
        const { position, rows } = await step.runBatch(batch)
        const sum = before.rows + rows
        const next = position === null ? finished(sum, clock.now()) : { position, rows: sum, done_at: null }
        await this.#write({ $set: { [`steps.${name}`]: next } }, session)
        return next
      })
      this.#reportSometimes(`${title}: ${state.rows} rows`)
    }
  }

  #reportSometimes(text: string): void {
    if (performance.now() - this.#reportedAt < REPORT_EVERY_MS) return
    this.#reportedAt = performance.now()
    this.#deps.report(text)
  }

  /** Runs work with the lock, unless nothing is to be done. Waits for another process that has it. */
  async #whileLocked(
    isDone: (state: SchemaStateDoc) => boolean,
    work: (lease: LockLease, state: SchemaStateDoc) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#deps
    for (let waitMs = SHORTEST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
      signal?.throwIfAborted()
      if (isDone(await this.#readUsable())) return
      const lease = await this.#lock.tryAcquire()
      if (lease && (await this.#finishes(lease, isDone, work))) return
      if (waitMs >= LONGEST_WAIT_MS) this.#reportSometimes('waiting for another process, which migrates the ledger')
      await sleep(waitMs, undefined, signal && { signal })
    }
  }

  /** False if another process has taken the lock meanwhile. */
  async #finishes(
    lease: LockLease,
    isDone: (state: SchemaStateDoc) => boolean,
    work: (lease: LockLease, state: SchemaStateDoc) => Promise<void>,
  ): Promise<boolean> {
    try {
      const state = await this.#readUsable()
      if (isDone(state)) return true
      const { schemaState } = this.#deps.models
      await schemaState.collection.updateOne(
        { _id: SCHEMA_STATE_ID },
        { $setOnInsert: INITIAL_STATE },
        { upsert: true },
      )
      await work(lease, state)
      return true
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
      this.#deps.report('another process has taken over the migration of the ledger')
      return false
    } finally {
      await lease.release().catch(() => undefined)
    }
  }

  async #readUsable(): Promise<SchemaStateDoc> {
    const state = await readSchemaState(this.#deps.models)
    const mismatch = findSchemaMismatch(state, this.#deps.build)
    if (mismatch?.kind === 'build-too-old') throw new StartError(buildTooOldMessage(mismatch.reason))
    return state
  }

  /** Extends the lease while something takes long, which a signal does not end, but leaves behind. */
  async #extending(lease: LockLease, work: Promise<unknown>): Promise<void> {
    const { signal } = this.#deps
    const over = new AbortController()
    const beat = async () => {
      while (!over.signal.aborted) {
        await sleep(this.#leaseMs / 3, undefined, { signal: over.signal }).catch(() => undefined)
        // If it was too late, the next write fails.
        if (!over.signal.aborted) await lease.extend().catch(() => false)
      }
    }
    const beating = beat()
    try {
      await (signal ? Promise.race([work, aborted(signal, over.signal)]) : work)
    } finally {
      over.abort()
      await beating
    }
  }

  async #record(lease: LockLease, change: mongo.UpdateFilter<SchemaStateDoc>): Promise<void> {
    if (!(await lease.extend())) throw new LeaseLostError()
    await this.#inLease(lease, (session) => this.#write(change, session))
  }

  async #write(change: mongo.UpdateFilter<SchemaStateDoc>, session: mongo.ClientSession): Promise<void> {
    await this.#deps.models.schemaState.collection.updateOne({ _id: SCHEMA_STATE_ID }, change, { session })
  }

  /** A transaction that writes nothing if another process has the lock. */
  #inLease<T>(lease: LockLease, work: (session: mongo.ClientSession) => Promise<T>): Promise<T> {
    return this.#deps.models.connection.transaction(async (session) => {
      const result = await work(session)
      // At the end, so that the transaction of a process that hangs does not keep others from taking the lock.
      if (!(await lease.guard(session))) throw new LeaseLostError()
      return result
    })
  }
}

const finished = (rows: number, at: Date): StepState => ({ position: null, rows, done_at: at })

/** What to do with a build that is too old. */
export const buildTooOldMessage = (reason: string): string =>
  `This build of Postline is too old: ${reason}. Start a newer build.`

/** Rejects when a signal comes; resolves when it is no longer of interest. */
async function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  if (signal.aborted) throw signal.reason
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: over, once: true })
    over.addEventListener('abort', () => resolve(), { once: true })
  })
}
