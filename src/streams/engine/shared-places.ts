import { makeSharedQueue, type Place } from '../../lib/concurrency/fair-queue.js'
import type { PutOff } from './claim-ahead.js'
import type { Claims } from './claims.js'
import type { Claimed, WorkRow } from './work-row.js'

/*
 * Places for work that takes seconds, such as imports and broadcasts. An account never has all of them, so the first work of
 * another one begins at once.
 *
 * When all places are taken, the next row of each account waits for one, claimed, and accounts take turns. The others of the
 * account are given back, so that the slots of the stream's readers never fill up with the rows of one account.
 */

/** Rows in progress at most. */
const PLACES = 4
/** An account alone has three of them. */
const TIMES_FREE = 3
/** Rows to read at a time in each partition: more than an account can have in progress and waiting. */
export const SHARED_PLACES_SLOTS = 16
/** When a row is tried again that found no place, in ms. */
const PUT_OFF_MS = 500
const EXPIRE_EVERY_MS = 100

/** That of a row that takes none. */
const NO_PLACE: Place = { leave: () => undefined }

/** Places that accounts share. */
export class SharedPlaces<T extends WorkRow> {
  readonly #claims: Pick<Claims<T>, 'isSuspect'>
  readonly #places = makeSharedQueue(PLACES, TIMES_FREE)
  readonly #workMs: number
  #expiry: NodeJS.Timeout | null = null
  #isClosed = false

  /** @param options.workMs how long a row may have its place, in ms. */
  constructor(claims: Pick<Claims<T>, 'isSuspect'>, { workMs }: { workMs: number }) {
    this.#claims = claims
    this.#workMs = workMs
  }

  start(): void {
    this.#expiry ??= setInterval(() => this.#places.expire(Date.now()), EXPIRE_EVERY_MS)
  }

  /** Sends away all that wait, and whoever comes. Idempotent. */
  close(): void {
    this.#isClosed = true
    this.#places.close()
    if (this.#expiry) clearInterval(this.#expiry)
  }

  /**
   * Waits for a place as the only row of its account. One is free after this time, unless others are before it. A suspect does
   * not wait: a process that is killed meanwhile would count against it.
   */
  async enter(row: Claimed<T>): Promise<Place | PutOff> {
    if (this.#claims.isSuspect(row)) return NO_PLACE
    const { account_id: accountId } = row
    if (this.#places.ofAccount(accountId).waiting > 0) return { inMs: PUT_OFF_MS }
    const place = await this.#places.enter({ accountId }, Date.now() + this.#workMs)
    return place ?? { inMs: this.#isClosed ? 0 : PUT_OFF_MS }
  }
}
