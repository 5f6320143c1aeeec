import { makeSharedQueue, NO_PERMIT, type Permit } from '../../lib/concurrency/fair-queue.js'
import type { Deferral } from './claim-prefetcher.js'
import type { Claims } from './claims.js'
import type { Claimed, WorkRow } from './work-row.js'

/*
 * Permits for work that takes seconds, such as imports and broadcasts. An account never has all of them, so the first work of
 * another one begins at once.
 *
 * When all permits are taken, the next row of each account waits for one, claimed, and accounts take turns. The others of the
 * account are released, so that the slots of the stream's readers never fill up with the rows of one account.
 */

/** Rows in progress at most. */
const PERMITS = 4
/** An account alone has three of them. */
const FREE_PERMITS_FACTOR = 3
/** Rows to read at a time in each partition: more than an account can have in progress and waiting. */
export const SHARED_PERMITS_SLOTS = 16
/** When a row is tried again that found no permit, in ms. */
const DEFER_MS = 500
const EXPIRE_EVERY_MS = 100

/** Permits that accounts share. */
export class SharedPermits<T extends WorkRow> {
  readonly #claims: Pick<Claims<T>, 'isSuspect'>
  readonly #permits = makeSharedQueue(PERMITS, FREE_PERMITS_FACTOR)
  readonly #workMs: number
  #expiry: NodeJS.Timeout | null = null
  #isClosed = false

  /** @param options.workMs how long a row may have its permit, in ms. */
  constructor(claims: Pick<Claims<T>, 'isSuspect'>, { workMs }: { workMs: number }) {
    this.#claims = claims
    this.#workMs = workMs
  }

  start(): void {
    this.#expiry ??= setInterval(() => this.#permits.expire(Date.now()), EXPIRE_EVERY_MS)
  }

  /** Sends away all that wait, and whoever comes. Idempotent. */
  close(): void {
    this.#isClosed = true
    this.#permits.close()
    if (this.#expiry) clearInterval(this.#expiry)
  }

  /**
   * Waits for a permit as the only row of its account. One is free after this time, unless others are before it. A suspect does
   * not wait: a process that is killed meanwhile would count against it.
   */
  async acquire(row: Claimed<T>): Promise<Permit | Deferral> {
    if (this.#claims.isSuspect(row)) return NO_PERMIT
    const { account_id: accountId } = row
    if (this.#permits.ofAccount(accountId).waiting > 0) return { inMs: DEFER_MS }
    const permit = await this.#permits.acquire({ accountId }, Date.now() + this.#workMs)
    return permit ?? { inMs: this.#isClosed ? 0 : DEFER_MS }
  }
}
