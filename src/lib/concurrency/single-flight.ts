import { getOrMake } from '../collections/get-or-make.js'

/** Shares work in progress: callers with the same key get the result of the first of them. Nothing is kept after that. */
export class SingleFlight<K, V> {
  readonly #running = new Map<K, Promise<V>>()

  /** How much work is in progress. */
  get size(): number {
    return this.#running.size
  }

  /** The result of the work in progress with this key; undefined if there is none. */
  find(key: K): Promise<V> | undefined {
    return this.#running.get(key)
  }

  /** Returns the result of the work in progress with this key, or else of `work`. */
  run(key: K, work: () => Promise<V>): Promise<V> {
    return getOrMake(this.#running, key, () => work().finally(() => this.#running.delete(key)))
  }
}
