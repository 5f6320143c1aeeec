import type { Clock } from '../clock.js'
import { Group } from '../lib/group.js'
import { groupBy } from '../lib/group-by.js'
import { inParallel } from '../lib/in-parallel.js'
import { withTimeout } from '../lib/time-limit.js'
import { toError } from '../lib/unknown-error.js'
import type { DailyPlace } from '../models/daily-places.js'
import { isDuplicateKey } from '../models/duplicate-key.js'
import type { Models } from '../models/index.js'
import { isLedgerAway, LOOK_UP_TIMEOUT_MS } from '../models/ledger-away.js'
import { orOverloaded } from './overload.js'

const DAY_MS = 24 * 3_600_000
/** How long a row is kept after its day, in ms. */
const KEPT_MS = DAY_MS
const MAX_GROUP_ITEMS = 500
const MAX_UPDATES = 10

interface Request {
  id: string
  key: string
  limit: number
}

/**
 * Counts events that are limited per day (UTC), exactly, across processes.
 *
 * A row for each day has a place for each event. A place is taken with a key, and only once for each key, so repeating
 * a step with an unknown outcome takes no second place. Requests that arrive together share a write and are granted in
 * order.
 */
export class DailyPlaces {
  readonly #models: Models
  readonly #clock: Clock
  readonly #group: Group<Request, boolean>

  constructor({ models, clock }: { models: Models; clock: Clock }) {
    this.#models = models
    this.#clock = clock
    this.#group = new Group((requests) => withTimeout(LOOK_UP_TIMEOUT_MS, this.#takeMany(requests)), {
      maxItems: MAX_GROUP_ITEMS,
      failsWaiting: isLedgerAway,
    })
  }

  /**
   * Takes a place for today. False if all are taken, none of them with this key.
   * @param subject what is limited.
   * @throws ApiError `overloaded` if the ledger does not answer; the place may then be taken.
   */
  take(subject: string, key: string, limit: number): Promise<boolean> {
    return orOverloaded(this.#group.add({ id: this.#idOf(subject), key, limit }))
  }

  /** Today's taken places. */
  async taken(subject: string): Promise<DailyPlace[]> {
    const row = await this.#models.dailyPlaces.findById(this.#idOf(subject)).lean()
    return row?.places ?? []
  }

  /** Gives back some of today's places. */
  async free(subject: string, keys: readonly string[]): Promise<void> {
    const gone = { places: { key: { $in: [...keys] } } }
    await this.#models.dailyPlaces.updateOne({ _id: this.#idOf(subject) }, { $pull: gone })
  }

  /** Seconds until midnight UTC. */
  secondsLeft(): number {
    const now = this.#clock.now().getTime()
    return Math.max(1, Math.ceil((endOfDay(now) - now) / 1_000))
  }

  #idOf(subject: string): string {
    return `${subject}|${this.#clock.now().toISOString().slice(0, 10)}`
  }

  async #takeMany(requests: Request[]): Promise<(boolean | Error)[]> {
    const days = [...groupBy(requests, ({ id }) => id)]
    const results = await inParallel(days, MAX_UPDATES, ([id, own]) => this.#takeOf(id, own))
    const resultOf = new Map(days.map(([id], index) => [id, results[index]!]))
    return requests.map(({ id, key }) => {
      const result = resultOf.get(id)!
      return result.status === 'fulfilled' ? result.value.has(key) : toError(result.reason)
    })
  }

  /** One write appends the keys that have no place yet, in order, up to the limit. Returns the keys that have one. */
  async #takeOf(id: string, requests: Request[]): Promise<Set<string>> {
    const now = this.#clock.now()
    const keys = [...new Set(requests.map(({ key }) => key))]
    const wanted = { $literal: keys.map((key) => ({ key, at: now })) }
    // A repeated key counts as new for its age.
    const again = { $cond: [{ $in: ['$$one.key', { $literal: keys }] }, { key: '$$one.key', at: now }, '$$one'] }
    const places = { $map: { input: { $ifNull: ['$places', []] }, as: 'one', in: again } }
    const fresh = { $filter: { input: wanted, as: 'one', cond: { $not: { $in: ['$$one.key', '$places.key'] } } } }
    const update = [
      { $set: { places, expires_at: new Date(endOfDay(now.getTime()) + KEPT_MS) } },
      { $set: { places: { $slice: [{ $concatArrays: ['$places', fresh] }, requests[0]!.limit] } } },
    ]
    for (;;) {
      try {
        const row = await this.#models.dailyPlaces.collection.findOneAndUpdate({ _id: id }, update, {
          upsert: true,
          returnDocument: 'after',
        })
        return new Set(row?.places.map(({ key }) => key))
      } catch (error) {
        // Another process created the row at the same time: try again.
        if (!isDuplicateKey(error)) throw error
      }
    }
  }
}

const endOfDay = (ms: number) => (Math.floor(ms / DAY_MS) + 1) * DAY_MS
