import { getOrMake } from './get-or-make.js'

/** Shares work in progress: callers with the same key get the result of the first of them. Nothing is kept after that. */
export class SingleFlight<K, V> {
  readonly #running = new Map<K, Promise<V>>()

  /** Returns the result of the work in progress with this key, or else of `work`. */
  run(key: K, work: () => Promise<V>): Promise<V> {
    return getOrMake(this.#running, key, () => work().finally(() => this.#running.delete(key)))
  }
}
