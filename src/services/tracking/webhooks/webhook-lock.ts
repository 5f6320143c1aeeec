import { ApiError } from '../../../errors.js'
import { Keyed } from '../../../lib/concurrency/keyed.js'
import { Semaphore } from '../../../lib/concurrency/semaphore.js'
import type { ServiceDeps } from '../../deps.js'
import { LedgerLock, LockTakenError } from '../../platform/ledger-lock.js'

const LOCK_TIMEOUT_MS = 30_000
/** A change asks for the addresses of a few endpoints, each for some seconds at most. */
const LEASE_MS = 60_000

/** Lets changes of webhooks that first read them happen one after another, over all processes. */
export class WebhookLock {
  readonly #deps: Pick<ServiceDeps, 'models' | 'clock'>
  /** Within this process they wait in a queue, and not for the lock. */
  readonly #own = new Keyed(() => new Semaphore(1))

  constructor(deps: Pick<ServiceDeps, 'models' | 'clock'>) {
    this.#deps = deps
  }

  /**
   * Runs a change of an account's webhooks while no other one runs.
   * @throws ApiError `overloaded` if others take too long.
   */
  async hold<T>(accountId: string, change: () => Promise<T>): Promise<T> {
    const lock = new LedgerLock(this.#deps, { name: `webhooks:${accountId}`, leaseMs: LEASE_MS })
    try {
      return await this.#own.use(accountId, (queue) => queue.hold(1, () => lock.hold(LOCK_TIMEOUT_MS, change)))
    } catch (error) {
      if (error instanceof LockTakenError)
        throw new ApiError('overloaded', 'The webhooks are being changed. Try again.')
      throw error
    }
  }
}
