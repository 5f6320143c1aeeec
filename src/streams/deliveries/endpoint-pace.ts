/*
 * What is known of an endpoint: how long its attempts take, whether they fail, and how many it can take at a time.
 *
 * The number starts low. It grows while answers are quick and more deliveries wait, is halved by a failure, and shrinks
 * while answers are slow: an endpoint that answers later the more it gets finds its own measure.
 */

/** How many concurrent attempts an endpoint gets. */
export interface InFlightRange {
  /** At first, and whatever it answers. */
  least: number
  /** While all its answers are quick and good. */
  most: number
}

/** An endpoint that takes longer is not given more, in ms. */
export const QUICK_MS = 500
/** Weight of the newest attempt in the average: recovery counts faster than a slow-down. */
const WEIGHT = { slower: 0.2, faster: 0.5 }
/** Assumed duration for an endpoint that has not answered yet. */
const UNKNOWN_PACE_MS = 50

export class EndpointPace {
  /** Most concurrent attempts at present. */
  limit: number
  /** Consecutive failed attempts. */
  failures = 0
  /** Until when slots are promised to postponed deliveries, in ms since 1970. */
  bookedUntil = 0
  /** When it was last used, in ms since 1970. */
  seenAt: number
  /** What came too early to be promised a slot: since when it is counted, how much came since, and how much in the time before. */
  #tooEarly = { since: 0, count: 0, before: 0 }
  /** Start times of running attempts, oldest first. */
  readonly #running: number[] = []
  readonly #range: InFlightRange
  /** Moving average of the duration of attempts; null until one has ended. */
  #averageMs: number | null = null

  constructor(range: InFlightRange, now: number) {
    this.#range = range
    this.limit = range.least
    this.seenAt = now
  }

  get running(): number {
    return this.#running.length
  }

  begin(now: number): void {
    this.#running.push(now)
  }

  /** An attempt that began at `startedAt` has ended. @param waits whether more deliveries wait for the endpoint. */
  end(startedAt: number, now: number, result: 'succeeded' | 'failed' | 'none', waits: boolean): void {
    this.#running.splice(this.#running.indexOf(startedAt), 1)
    this.seenAt = now
    if (result === 'none') return
    const tookMs = now - startedAt
    const before = this.#averageMs ?? tookMs
    this.#averageMs = before + (tookMs - before) * (tookMs < before ? WEIGHT.faster : WEIGHT.slower)
    this.failures = result === 'failed' ? this.failures + 1 : 0
    this.limit = this.#nextLimit(result, tookMs, waits)
  }

  /** Expected duration of an attempt: the average, or longer if a running one already is. */
  paceMs(now: number): number {
    const oldestMs = this.#running.length > 0 ? now - this.#running[0]! : 0
    return Math.max(this.#averageMs ?? UNKNOWN_PACE_MS, oldestMs)
  }

  isQuick(now: number): boolean {
    return this.failures === 0 && this.paceMs(now) <= QUICK_MS
  }

  /** Expected wait for a slot behind this many others, running ones included. A quick endpoint can get more slots. */
  waitMs(others: number, now: number): number {
    const slots = this.isQuick(now) ? this.#range.most : this.limit
    return others < slots ? 0 : ((others - slots + 1) * this.paceMs(now)) / slots
  }

  /** Counts one that came too early to be promised a slot. Returns how many do so in this time, in ms. */
  countTooEarly(now: number, withinMs: number): number {
    const { since, count } = this.#tooEarly
    if (now - since > withinMs)
      this.#tooEarly = { since: now, count: 0, before: now - since > 2 * withinMs ? 0 : count }
    this.#tooEarly.count += 1
    return Math.max(this.#tooEarly.count, this.#tooEarly.before)
  }

  /** How long so many take with all slots, in ms. */
  takesMs(count: number, now: number): number {
    return (count * this.paceMs(now)) / (this.isQuick(now) ? this.#range.most : this.limit)
  }

  #nextLimit(result: 'succeeded' | 'failed', tookMs: number, waits: boolean): number {
    const { least, most } = this.#range
    if (result === 'failed') return Math.max(least, Math.floor(this.limit / 2))
    if (tookMs > QUICK_MS) return Math.max(least, this.limit - 1)
    return waits ? Math.min(most, this.limit + 1) : this.limit
  }
}
