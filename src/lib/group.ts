import { withTimeout } from './time-limit.js'

const MAX_RUN_MS = 20_000

/** What a {@link Group} does with the items it collected. */
export interface GroupOptions<T> {
  /** Most items of one run. */
  maxItems: number
  /** Most weight of one run (a single heavier item still runs alone). Unlimited when omitted. */
  maxWeight?: number
  /** Weight of an item, in the unit of `maxWeight`. 1 when omitted. */
  weigh?: (item: T) => number
  /** Items that may wait for a run before `add` refuses. Unlimited when omitted. */
  maxWaiting?: number
  /** Weight that may wait for a run before `add` refuses. Unlimited when omitted. */
  maxWaitingWeight?: number
  /**
   * How long a run may take before it counts as failed, in ms. The next run then begins, whatever becomes of it. A
   * driver can lose a command whose connection breaks as it is written; without a limit everybody would wait for it.
   */
  maxRunMs?: number
  /** Whether a failure of a run is one that those who wait would meet too: then they fail with it, at once. */
  failsWaiting?: (error: unknown) => boolean
}

/** Thrown by {@link Group.add} when too much is waiting already: the caller should shed load. */
export class GroupFullError extends Error {
  override name = 'GroupFullError'
}

interface Waiting<T, R> {
  item: T
  weight: number
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: everything that arrives while one run is in flight becomes the next run.
 *
 * A lone item runs at once; under load the groups grow by themselves, so a round trip to the
 * database serves hundreds of callers. One run at a time: a second in flight gains nothing.
 */
export class Group<T, R> {
  readonly #run: (items: T[]) => Promise<(R | Error)[] | undefined>
  readonly #options: GroupOptions<T>
  #waiting: Waiting<T, R>[] = []
  #waitingWeight = 0
  #running = false

  /** @param run answers one result an item, in order; an `Error` as a result rejects that item alone. Nothing at all when there is nothing to tell. */
  constructor(run: (items: T[]) => Promise<(R | Error)[] | undefined>, options: GroupOptions<T>) {
    this.#run = run
    this.#options = options
  }

  /** Items waiting for a run. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Adds an item to the next run. Rejects with {@link GroupFullError} when too much waits already. */
  add(item: T): Promise<R> {
    const { maxWaiting = Infinity, maxWaitingWeight = Infinity, weigh } = this.#options
    const weight = weigh ? weigh(item) : 1
    if (
      this.#waiting.length >= maxWaiting ||
      (this.#waiting.length > 0 && this.#waitingWeight + weight > maxWaitingWeight)
    ) {
      return Promise.reject(new GroupFullError(`${this.#waiting.length} items are waiting already`))
    }
    this.#waitingWeight += weight
    return new Promise<R>((resolve, reject) => {
      this.#waiting.push({ item, weight, resolve, reject })
      if (this.#running) return
      this.#running = true
      // Those who come in the same turn of the event loop share the run.
      setImmediate(() => void this.#drain())
    })
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#runOnce(this.#take())
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
