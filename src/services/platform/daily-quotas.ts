import type { Clock } from '../../clock.js'
import { groupBy } from '../../lib/collections/group-by.js'
import { Batcher } from '../../lib/concurrency/batcher.js'
import { inParallel } from '../../lib/concurrency/in-parallel.js'
import { toError } from '../../lib/errors/unknown-error.js'
import type { DailyUse } from '../../models/daily-quota.js'
import { LEDGER_BATCHING, LOOK_UP_TIMEOUT_MS } from '../../models/database-unavailable.js'
import { isDuplicateKey } from '../../models/duplicate-key.js'
import type { Models } from '../../models/index.js'
import { orOverloaded } from './overload.js'

const DAY_MS = 24 * 3_600_000
/** How long a row is kept after its day, in ms. */
const KEPT_MS = DAY_MS
const MAX_UPDATES = 10

interface Request {
  id: string
  key: string
  limit: number
}

/**
 * Counts what is limited per day (UTC), exactly, across processes.
 *
 * Each subject has a row for each day, with its uses. A use is counted under a key, and only once for each key, so
 * repeating a step with an unknown outcome does not count twice. Requests that arrive together share a write and are
 * granted in order.
 */
export class DailyQuotas {
  readonly #models: Models
  readonly #clock: Clock
  readonly #group: Batcher<Request, boolean>

  constructor({ models, clock }: { models: Models; clock: Clock }) {
    this.#models = models
    this.#clock = clock
    this.#group = new Batcher((requests) => this.#countMany(requests), {
      ...LEDGER_BATCHING,
      maxRunMs: LOOK_UP_TIMEOUT_MS,
    })
  }

  /**
   * Counts a use of today's quota. False if the quota is used up, and this key is not among its uses.
   * @param subject what is limited.
   * @throws ApiError `overloaded` if the ledger does not answer; the use may then be counted.
   */
  count(subject: string, key: string, limit: number): Promise<boolean> {
    return orOverloaded(this.#group.add({ id: this.#idOf(subject), key, limit }))
  }

  /** Today's uses. @throws ApiError `overloaded` if the ledger does not answer. */
  async uses(subject: string): Promise<DailyUse[]> {
    const { collection } = this.#models.dailyQuotas
    const row = await orOverloaded(collection.findOne({ _id: this.#idOf(subject) }))
    return row?.uses ?? []
  }

  /**
   * Takes back some of today's uses, unless they are newer: what is counted again meanwhile is used.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async takeBack(subject: string, keys: readonly string[], before: Date): Promise<void> {
    const { collection } = this.#models.dailyQuotas
    const gone = { uses: { key: { $in: [...keys] }, at: { $lt: before } } }
    await orOverloaded(collection.updateOne({ _id: this.#idOf(subject) }, { $pull: gone }))
  }

  /** Seconds until midnight UTC. */
  secondsLeft(): number {
    const now = this.#clock.now().getTime()
    return Math.max(1, Math.ceil((endOfDay(now) - now) / 1_000))
  }

  #idOf(subject: string): string {
    return `${subject}|${this.#clock.now().toISOString().slice(0, 10)}`
  }

  async #countMany(requests: Request[]): Promise<(boolean | Error)[]> {
    const days = [...groupBy(requests, ({ id }) => id)]
    const results = await inParallel(days, MAX_UPDATES, ([id, own]) => this.#countOf(id, own))
    const resultOf = new Map(days.map(([id], index) => [id, results[index]!]))
    return requests.map(({ id, key }) => {
      const result = resultOf.get(id)!
      return result.status === 'fulfilled' ? result.value.has(key) : toError(result.reason)
    })
  }

  /** One write appends the keys that are not counted yet, in order, up to the limit. Returns the keys that are counted. */
  async #countOf(id: string, requests: Request[]): Promise<Set<string>> {
    const now = this.#clock.now()
    const keys = [...new Set(requests.map(({ key }) => key))]
    const wanted = { $literal: keys.map((key) => ({ key, at: now })) }
    // A repeated key counts as new for its age.
    const again = { $cond: [{ $in: ['$$one.key', { $literal: keys }] }, { key: '$$one.key', at: now }, '$$one'] }
    const uses = { $map: { input: { $ifNull: ['$uses', []] }, as: 'one', in: again } }
    const fresh = { $filter: { input: wanted, as: 'one', cond: { $not: { $in: ['$$one.key', '$uses.key'] } } } }
    const update = [
      { $set: { uses, expires_at: new Date(endOfDay(now.getTime()) + KEPT_MS) } },
      { $set: { uses: { $slice: [{ $concatArrays: ['$uses', fresh] }, requests[0]!.limit] } } },
    ]
    for (;;) {
      try {
        const row = await this.#models.dailyQuotas.collection.findOneAndUpdate({ _id: id }, update, {
          upsert: true,
          returnDocument: 'after',
        })
        return new Set(row?.uses.map(({ key }) => key))
      } catch (error) {
        // Another process created the row at the same time: try again.
        if (!isDuplicateKey(error)) throw error
      }
    }
  }
}

const endOfDay = (ms: number) => (Math.floor(ms / DAY_MS) + 1) * DAY_MS
