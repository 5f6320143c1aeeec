const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/**
 * Counts what happened in the last 24 hours. Whole hours that ended more than an hour ago are counted only once, because
 * they hardly change any more.
 */
export class RollingCount {
  readonly #count: (from: Date, to: Date) => Promise<number>
  readonly #hours = new Map<number, number>()

  constructor(count: (from: Date, to: Date) => Promise<number>) {
    this.#count = count
  }

  /** The count of the 24 hours before `now`. */
  async before(now: Date): Promise<number> {
    const nowMs = now.getTime()
    const fromMs = nowMs - DAY_HOURS * HOUR_MS
    const firstHour = Math.ceil(fromMs / HOUR_MS)
    const openHour = Math.floor(nowMs / HOUR_MS) - 1
    for (const hour of this.#hours.keys()) if (hour < firstHour) this.#hours.delete(hour)
    let total = await this.#between(fromMs, firstHour * HOUR_MS)
    for (let hour = firstHour; hour < openHour; hour += 1) total += await this.#ofHour(hour)
    return total + (await this.#between(openHour * HOUR_MS, nowMs + 1))
  }

  async #ofHour(hour: number): Promise<number> {
    const known = this.#hours.get(hour)
    if (known !== undefined) return known
    const counted = await this.#between(hour * HOUR_MS, (hour + 1) * HOUR_MS)
    this.#hours.set(hour, counted)
    return counted
  }

  async #between(fromMs: number, toMs: number): Promise<number> {
    return fromMs < toMs ? this.#count(new Date(fromMs), new Date(toMs)) : 0
  }
}
