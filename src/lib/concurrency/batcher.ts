import { setTimeout as delay } from 'node:timers/promises'
import { withTimeout } from './time-limit.js'

const MAX_RUN_MS = 20_000
/** After a run of more than this many, the next one does not linger. */
const MANY_ITEMS = 32

/** Options of a {@link Batcher}. */
export interface BatcherOptions<T> {
  /** Most items of one run. */
  maxItems: number
  /** Most weight of one run (a single heavier item still runs alone). Unlimited when omitted. */
  maxWeight?: number
  /** Weight of an item, in the unit of `maxWeight`. 1 when omitted. */
  weigh?: (item: T) => number
  /** Most items waiting for a run; then `add` refuses. Unlimited when omitted. */
  maxWaiting?: number
  /** Most weight waiting for a run; then `add` refuses. Unlimited when omitted. */
  maxWaitingWeight?: number
  /**
   * How long a run may take before it counts as failed, in ms. The next run then starts. A driver can lose a command
   * whose connection breaks during the write; without a limit all items would wait for it.
   */
  maxRunMs?: number
  /**
   * How long a run waits for more items, in ms; 0 when omitted. For work that nobody waits for. Under load there is no need:
   * after a run of many items, the next one has many without waiting.
   */
  lingerMs?: number
  /** Whether waiting items would fail in the same way. They then fail at once, together with the run. */
  failsWaiting?: (error: unknown) => boolean
}

/** Thrown by {@link Batcher.add} if too much is waiting: the caller should shed load. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

interface Waiting<T, R> {
  item: T
  weight: number
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: items that arrive during a run form the next run.
 *
 * A single item runs at once, unless the group lingers. Under load the groups grow, so that one round trip to the
 * database serves hundreds of callers. There is one run at a time, because measurements showed no gain from a second one.
 */
export class Batcher<T, R> {
  readonly #run: (items: T[]) => Promise<(R | Error)[] | undefined>
  readonly #options: BatcherOptions<T>
  #waiting: Waiting<T, R>[] = []
  #waitingWeight = 0
  #running = false
  #lastItems = 0

  /**
   * @param run returns one result for each item, in order; an `Error` rejects only that item. Returns nothing if there
   *   are no results.
   */
  constructor(run: (items: T[]) => Promise<(R | Error)[] | undefined>, options: BatcherOptions<T>) {
    this.#run = run
    this.#options = options
  }

  /** Number of items waiting for a run. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Adds an item to the next run. Rejects with {@link QueueFullError} if too much is waiting. */
  add(item: T): Promise<R> {
    const { maxWaiting = Infinity, maxWaitingWeight = Infinity, weigh } = this.#options
    const weight = weigh ? weigh(item) : 1
    if (
      this.#waiting.length >= maxWaiting ||
      (this.#waiting.length > 0 && this.#waitingWeight + weight > maxWaitingWeight)
    ) {
      return Promise.reject(new QueueFullError(`${this.#waiting.length} items are already waiting`))
    }
    this.#waitingWeight += weight
    return new Promise<R>((resolve, reject) => {
      this.#waiting.push({ item, weight, resolve, reject })
      if (this.#running) return
      this.#running = true
      // Items added in the same turn of the event loop share the run.
      setImmediate(() => void this.#drain())
    })
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const { lingerMs = 0 } = this.#options
      if (lingerMs > 0 && this.#lastItems <= MANY_ITEMS) await delay(lingerMs)
      const items = this.#take()
      this.#lastItems = items.length
      await this.#runOnce(items)
    }
    this.#running = false
  }

  async #runOnce(group: Waiting<T, R>[]): Promise<void> {
    try {
      const running = this.#run(group.map((waiting) => waiting.item))
      const results = await withTimeout(this.#options.maxRunMs ?? MAX_RUN_MS, running)
      group.forEach(({ resolve, reject }, index) => {
        const result = results?.[index] as R | Error
        if (result instanceof Error) reject(result)
        else resolve(result)
      })
    } catch (error) {
      const waiting = this.#options.failsWaiting?.(error) ? this.#waiting.splice(0) : []
      if (waiting.length > 0) this.#waitingWeight = 0
      for (const { reject } of [...group, ...waiting]) reject(error)
    }
  }

  #take(): Waiting<T, R>[] {
    const { maxItems, maxWeight = Infinity } = this.#options
    let count = 0
    let weight = 0
    for (const waiting of this.#waiting) {
      if (count === maxItems || (count > 0 && weight + waiting.weight > maxWeight)) break
      count += 1
      weight += waiting.weight
    }
    this.#waitingWeight -= weight
    return this.#waiting.splice(0, count)
  }
}
