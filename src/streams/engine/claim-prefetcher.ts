import { withFallback } from '../../lib/concurrency/time-limit.js'
import type { Claims } from './claims.js'
import { HANDLE_TIMEOUT_MS } from './consumer.js'
import type { Claimed, WorkRow } from './work-row.js'

/*
 * Workers claim more rows than they have permits for the work itself, such as connections to a provider. Look-ups and
 * writes are then shared by many rows, and no permit is empty while its next row is looked up.
 *
 * A row that is claimed and prepared waits for its permit. Meanwhile its claim is renewed, and once more if it would end before the work
 * is done. So nobody else claims it, waits for the same work, and counts a crash that was none. What was found out before is found
 * out again, unless it was a moment ago. Rows without a permit are released as if they had not been claimed.
 *
 * To release every row whose claim ends too soon would be simpler. But while permits are slow, that is nearly every row, and each
 * would be put on a stream, claimed and prepared again, only to be released again.
 */

/** What was found out for longer than this is found out again before the work begins, in ms. */
const FRESH_MS = 1_000

/** No permit soon: try again later. */
export interface Deferral {
  inMs: number
}

/** A claimed row whose work needs a permit. */
export interface Prepared<Known, Permit> {
  /** What was found out for the work. */
  known: Known
  /** When it was found out, from `performance.now()`. */
  knownAt: number
  /** Waits for a permit. */
  acquire(): Promise<Permit | Deferral>
  /** Finds it out again. Null if the work may not begin now. */
  lookAgain(): Promise<Known | null>
  /** Does the work. */
  work(known: Known, permit: Permit): Promise<void>
  /** Called if the row was released instead. */
  released?(): void
}

export interface ClaimPrefetcherOptions {
  /** How long a claim has to last when the work begins, in ms: at least the longest time that the work takes. */
  workMs: number
}

/** Claims rows ahead of the permits for their work. */
export class ClaimPrefetcher<T extends WorkRow> {
  readonly #claims: Claims<T>
  readonly #workMs: number

  constructor(claims: Claims<T>, { workMs }: ClaimPrefetcherOptions) {
    this.#claims = claims
    this.#workMs = workMs
  }

  /** Works on a row that is claimed and prepared, once there is a permit. */
  async work<Known, Permit extends { release(): void }>(
    row: Claimed<T>,
    prepared: Prepared<Known, Permit>,
  ): Promise<void> {
    const permit = await prepared.acquire().finally(this.#claims.keep(row))
    if ('inMs' in permit) return this.#release(row, prepared, permit.inMs)
    try {
      // Its reader has given the row up by then, and the permit must not be lost.
      await withFallback({ timeoutMs: HANDLE_TIMEOUT_MS }, this.#workIn(permit, row, prepared), () => {
        // Not the error of a ledger that does not answer: the crash counts.
        throw new Error(`the work on ${row._id} did not end within ${HANDLE_TIMEOUT_MS} ms`)
      })
    } finally {
      permit.release()
    }
  }

  async #workIn<Known, Permit>(permit: Permit, row: Claimed<T>, prepared: Prepared<Known, Permit>): Promise<void> {
    if (!this.#lasts(row) && !(await this.#claims.renew(row))) return this.#release(row, prepared, 0)
    const known = performance.now() - prepared.knownAt <= FRESH_MS ? prepared.known : await prepared.lookAgain()
    if (known === null || !this.#lasts(row)) return this.#release(row, prepared, 0)
    await prepared.work(known, permit)
  }

  #lasts(row: Claimed<T>): boolean {
    return this.#claims.lasts(row, this.#workMs)
  }

  async #release(row: Claimed<T>, { released }: { released?(): void }, inMs: number): Promise<void> {
    await this.#claims.release(row, inMs)
    released?.()
  }
}
