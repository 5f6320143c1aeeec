import { withFallback } from '../../lib/concurrency/time-limit.js'
import type { Claims } from './claims.js'
import { HANDLE_TIMEOUT_MS } from './consumer.js'
import type { Claimed, WorkRow } from './work-row.js'

/*
 * Workers claim more rows than they have places for the work itself, such as connections to a provider. Look-ups and
 * writes are then shared by many rows, and no place is empty while its next row is looked up.
 *
 * A row that is claimed and prepared waits for its place. Meanwhile its claim is renewed, and once more if it would end before the work
 * is done. So nobody else claims it, waits for the same work, and counts a crash that was none. What was found out before is found
 * out again, unless it was a moment ago. Rows without a place are given back as if they had not been claimed.
 *
 * To give back every row whose claim ends too soon would be simpler. But while places are slow, that is nearly every row, and each
 * would be put on a stream, claimed and prepared again, only to be given back again.
 */

/** What was found out for longer than this is found out again before the work begins, in ms. */
const FRESH_MS = 1_000

/** No place soon: try again later. */
export interface PutOff {
  inMs: number
}

/** A claimed row whose work needs a place. */
export interface Prepared<Known, Place> {
  /** What was found out for the work. */
  known: Known
  /** When it was found out, as `performance.now()` tells it. */
  knownAt: number
  /** Waits for a place. */
  enter(): Promise<Place | PutOff>
  /** Finds it out again. Null if the work may not begin now. */
  lookAgain(): Promise<Known | null>
  /** Does the work. */
  work(known: Known, place: Place): Promise<void>
  /** Called if the row was given back instead. */
  givenBack?(): void
}

export interface ClaimAheadOptions {
  /** How long a claim has to last when the work begins, in ms: at least the longest time that the work takes. */
  workMs: number
}

/** Claims rows ahead of the places for their work. */
export class ClaimAhead<T extends WorkRow> {
  readonly #claims: Claims<T>
  readonly #workMs: number

  constructor(claims: Claims<T>, { workMs }: ClaimAheadOptions) {
    this.#claims = claims
    this.#workMs = workMs
  }

  /** Works on a row that is claimed and prepared, once there is a place. */
  async work<Known, Place extends { leave(): void }>(row: Claimed<T>, prepared: Prepared<Known, Place>): Promise<void> {
    const place = await prepared.enter().finally(this.#claims.keep(row))
    if ('inMs' in place) return this.#giveBack(row, prepared, place.inMs)
    try {
      // Its reader has given the row up by then, and the place must not be lost.
      await withFallback({ timeoutMs: HANDLE_TIMEOUT_MS }, this.#workIn(place, row, prepared), () => {
        // Not the error of a ledger that does not answer: the crash counts.
        throw new Error(`the work on ${row._id} did not end within ${HANDLE_TIMEOUT_MS} ms`)
      })
    } finally {
      place.leave()
    }
  }

  async #workIn<Known, Place>(place: Place, row: Claimed<T>, prepared: Prepared<Known, Place>): Promise<void> {
    if (!this.#lasts(row) && !(await this.#claims.renew(row))) return this.#giveBack(row, prepared, 0)
    const known = performance.now() - prepared.knownAt <= FRESH_MS ? prepared.known : await prepared.lookAgain()
    if (known === null || !this.#lasts(row)) return this.#giveBack(row, prepared, 0)
    await prepared.work(known, place)
  }

  #lasts(row: Claimed<T>): boolean {
    return this.#claims.lasts(row, this.#workMs)
  }

  async #giveBack(row: Claimed<T>, { givenBack }: { givenBack?(): void }, inMs: number): Promise<void> {
    await this.#claims.giveBack(row, inMs)
    givenBack?.()
  }
}
