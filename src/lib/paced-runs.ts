import { setTimeout as sleep } from 'node:timers/promises'

/** After a run, the rest of its key takes at least this many times as long as the run. */
const RESTS = 20

export interface PacedRunsOptions {
  run: (key: string) => Promise<unknown>
  /** Shortest rest between two runs of a key, in ms. */
  restMs: number
  onError: (key: string, error: unknown) => void
}

/**
 * Runs something for keys, each at most once in a while: the first request of a key runs at once, and those that come
 * during the run or the rest after it cause one more run together. So a run always follows the last request.
 */
export class PacedRuns {
  readonly #options: PacedRunsOptions
  /** The keys that run or rest, and whether they were requested again. */
  readonly #requested = new Map<string, boolean>()
  readonly #rounds = new Set<Promise<void>>()
  readonly #stop = new AbortController()

  constructor(options: PacedRunsOptions) {
    this.#options = options
  }

  /** Requests a run. */
  request(key: string): void {
    if (this.#stop.signal.aborted) return
    const isActive = this.#requested.has(key)
    this.#requested.set(key, isActive)
    if (isActive) return
    const rounds = this.#runAndRest(key).finally(() => this.#rounds.delete(rounds))
    this.#rounds.add(rounds)
  }

  /** Starts nothing more, and waits for what runs. Idempotent. */
  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#rounds)
  }

  async #runAndRest(key: string): Promise<void> {
    const { run, restMs, onError } = this.#options
    const { signal } = this.#stop
    do {
      this.#requested.set(key, false)
      const startedMs = performance.now()
      await run(key).catch((error: unknown) => onError(key, error))
      const rest = Math.max(restMs, RESTS * (performance.now() - startedMs))
      await sleep(rest, undefined, { signal, ref: false }).catch(() => undefined)
    } while (this.#requested.get(key) && !signal.aborted)
    this.#requested.delete(key)
  }
}
