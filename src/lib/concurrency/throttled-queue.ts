export interface ThrottledQueueOptions {
  /** The share of the time that the work may take, from 0 to 1. */
  share: number
  /** So much work may be done at once after a pause, in ms. */
  burstMs: number
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}

/** How often waiting work goes on, in ms. */
const EVERY_MS = 4

/**
 * Does small pieces of work in order, so that together they take no more than a share of the time. It is a token bucket whose
 * tokens are milliseconds.
 */
export class ThrottledQueue {
  readonly #options: Required<ThrottledQueueOptions>
  #waiting: (() => void)[] = []
  /** What may be done now, in ms. Work that took longer is paid off first. */
  #creditMs: number
  #creditedAt: number
  #timer: NodeJS.Timeout | null = null

  constructor({ now = () => performance.now(), ...options }: ThrottledQueueOptions) {
    this.#options = { ...options, now }
    this.#creditMs = options.burstMs
    this.#creditedAt = now()
  }

  /** What waits. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Does a piece of work, at once or when it is its turn. What it throws is thrown where it is done. */
  add(work: () => void): void {
    this.#waiting.push(work)
    if (!this.#timer) this.#run()
  }

  #run(): void {
    this.#timer = null
    const { share, burstMs, now } = this.#options
    let at = now()
    this.#creditMs = Math.min(burstMs, this.#creditMs + (at - this.#creditedAt) * share)
    let done = 0
    while (done < this.#waiting.length && this.#creditMs > 0) {
      this.#waiting[done++]!()
      const end = now()
      this.#creditMs -= end - at
      at = end
    }
    this.#creditedAt = at
    this.#waiting.splice(0, done)
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#run(), EVERY_MS)
  }
}
