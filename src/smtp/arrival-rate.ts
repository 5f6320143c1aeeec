/** In ms. A transfer that stops has no rate after two of these. */
const WINDOW_MS = 2_500

/** How fast bytes arrive: over the current window and the one before it. */
export class ArrivalRate {
  readonly #beganAt: number
  #windowAt: number
  #current = 0
  #before = 0

  /** @param now in ms; only differences matter, here and below. */
  constructor(now: number) {
    this.#beganAt = now
    this.#windowAt = now
  }

  count(bytes: number, now: number): void {
    this.#turn(now)
    this.#current += bytes
  }

  ageMs(now: number): number {
    return now - this.#beganAt
  }

  /** The rate of about the last five seconds. */
  bytesPerMs(now: number): number {
    this.#turn(now)
    const ms = Math.min(this.ageMs(now), now - this.#windowAt + WINDOW_MS)
    return (this.#before + this.#current) / Math.max(ms, 1)
  }

  #turn(now: number): void {
    const windows = Math.floor((now - this.#windowAt) / WINDOW_MS)
    if (windows === 0) return
    this.#before = windows === 1 ? this.#current : 0
    this.#current = 0
    this.#windowAt += windows * WINDOW_MS
  }
}
