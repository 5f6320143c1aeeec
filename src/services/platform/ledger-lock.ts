import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import type { Clock } from '../../clock.js'
import { isDuplicateKey } from '../../models/duplicate-key.js'
import type { Models } from '../../models/index.js'

const SHORTEST_WAIT_MS = 5
const LONGEST_WAIT_MS = 40

export interface LedgerLockOptions {
  /** Id of its row. */
  name: string
  /** How long a lease lasts unless it is extended, in ms: after this, a process that died loses it. */
  leaseMs: number
}

/** A lock did not become free in time: try again later. */
export class LockTakenError extends Error {
  override name = 'LockTakenError'
}

/**
 * A lock over all processes. Its row has the time at which a lease ends, and a token. Between two leases, the time is the
 * end of the rest, or there is no row. Work that outlives its lease must do no harm.
 */
export class LedgerLock {
  readonly #rows: Models['system']['collection']
  readonly #clock: Clock
  readonly #name: string
  readonly #leaseMs: number

  constructor({ models, clock }: { models: Pick<Models, 'system'>; clock: Clock }, options: LedgerLockOptions) {
    this.#rows = models.system.collection
    this.#clock = clock
    this.#name = options.name
    this.#leaseMs = options.leaseMs
  }

  /** Takes the lock; null if another process has it or nobody may have it yet. */
  async tryAcquire(): Promise<LockLease | null> {
    const value = this.#valueFor(this.#leaseMs)
    const isFree = { _id: this.#name, value: { $lt: this.#clock.now().toISOString() } }
    try {
      await this.#rows.updateOne(isFree, { $set: { value } }, { upsert: true })
    } catch (error) {
      // The row exists, and its time has not come.
      if (isDuplicateKey(error)) return null
      throw error
    }
    return this.#leaseOf(value)
  }

  /**
   * Takes the lock once it is free.
   * @param timeoutMs how long to wait for it.
   * @throws LockTakenError if it does not become free in time.
   */
  async acquire(timeoutMs: number): Promise<LockLease> {
    const deadline = performance.now() + timeoutMs
    for (let waitMs = SHORTEST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
      const lease = await this.tryAcquire()
      if (lease) return lease
      if (performance.now() > deadline) throw new LockTakenError(`the lock ${this.#name} did not become free`)
      await sleep(waitMs)
    }
  }

  /**
   * Runs the work with the lock, once it is free. If the release fails, the lock is free when its lease ends.
   * @throws LockTakenError as {@link acquire}.
   */
  async hold<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
    const lease = await this.acquire(timeoutMs)
    try {
      return await work()
    } finally {
      await lease.release().catch(() => undefined)
    }
  }

  #leaseOf(first: string): LockLease {
    let own: string | null = first
    const replace = async (value: string): Promise<boolean> => {
      if (own === null) return false
      const { matchedCount } = await this.#rows.updateOne({ _id: this.#name, value: own }, { $set: { value } })
      own = matchedCount === 1 ? value : null
      return own !== null
    }
    return {
      extend: () => replace(this.#valueFor(this.#leaseMs)),
      guard: async (session) => {
        if (own === null) return false
        // A real change, so that of this transaction and a process that takes the lock, one fails.
        const guarded = { $inc: { guarded: 1 } }
        const { matchedCount } = await this.#rows.updateOne({ _id: this.#name, value: own }, guarded, { session })
        return matchedCount === 1
      },
      release: async (restMs = 0) => {
        if (restMs > 0) await replace(this.#valueFor(restMs))
        else if (own !== null) await this.#rows.deleteOne({ _id: this.#name, value: own })
        own = null
      },
    }
  }

  /** Sorts by its time. */
  #valueFor(ms: number): string {
    return `${new Date(this.#clock.now().getTime() + ms).toISOString()} ${randomUUID()}`
  }
}

/** The time for which a process has a lock. */
export interface LockLease {
  /** Begins the lease anew. False if it was too late and another process may have the lock. */
  extend(): Promise<boolean>
  /**
   * Ties a transaction to the lease: it fails if another process takes the lock before it commits. False if one has it
   * already. Not to be called while the lease is being extended.
   */
  guard(session: mongo.ClientSession): Promise<boolean>
  /** Gives the lock back. Nobody gets it before `restMs`, which is 0 by default. */
  release(restMs?: number): Promise<void>
}
