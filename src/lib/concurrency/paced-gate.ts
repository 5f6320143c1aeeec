import { QueueFullError } from './batcher.js'

/** So many callers never wait: each waits for its last response anyway, and would be locked into the pace. */
const FEW_CALLERS = 2
/** So many who wait go on at once. */
const LARGE_GROUP = 200

export interface PacedGateOptions {
  /** Least time between two openings while more than a few callers come, in ms. */
  paceMs: number
  /** Most who wait; then {@link PacedGate.pass} refuses. */
  maxWaiting: number
}

/**
 * Lets those who come at about the same time go on together, so that they share the later steps of their work. While at
 * most two callers have come within the time of one pace, nobody waits.
 */
export class PacedGate {
  readonly #options: PacedGateOptions
  /** When callers last came, in this order, for the time of one pace. */
  readonly #seen = new Map<object, number>()
  #waiting: (() => void)[] = []
  #openedAt = -Infinity
  #timer: NodeJS.Timeout | null = null
  #isOpening = false

  constructor(options: PacedGateOptions) {
    this.#options = options
  }

  /**
   * Waits for the next opening.
   * @param caller who comes again and again, such as a connection.
   * @throws QueueFullError if too many wait.
   */
  pass(caller: object): Promise<void> {
    const { maxWaiting, paceMs } = this.#options
    if (this.#waiting.length >= maxWaiting) {
      return Promise.reject(new QueueFullError(`${this.#waiting.length} callers are already waiting`))
    }
    const now = performance.now()
    this.#note(caller, now)
    return new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      const dueMs = this.#seen.size > FEW_CALLERS ? this.#openedAt + paceMs - now : 0
      if (dueMs <= 0 || this.#waiting.length >= LARGE_GROUP) this.#openSoon()
      else this.#timer ??= setTimeout(() => this.#openSoon(), dueMs)
    })
  }

  #note(caller: object, now: number): void {
    this.#seen.delete(caller)
    this.#seen.set(caller, now)
    for (const [other, at] of this.#seen) {
      if (at > now - this.#options.paceMs) break
      this.#seen.delete(other)
    }
  }

  /** Those who come in the same turn of the event loop go on together. */
  #openSoon(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#isOpening) return
    this.#isOpening = true
    setImmediate(() => this.#open())
  }

  #open(): void {
    this.#isOpening = false
    this.#openedAt = performance.now()
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
