import { WeightedCache } from './weighted-cache.js'

interface Kept<V> {
  version: number
  value: V
  /** When it was read, or earlier, from `performance.now()`. */
  at: number
}

/** Options of a {@link VersionedCache}. */
export interface VersionedCacheOptions<V> {
  /** Most weight that is kept; the least recently used values go first. */
  maxWeight: number
  /** 1 for every value if omitted. */
  weigh?: (value: V) => number
  /** How long a value counts, in ms, for writers that do not change the version. */
  maxAgeMs: number
}

/**
 * A cache that is validated by a version, like a copy of a web page by its ETag. A kept value counts only for who has just
 * read the same version at the source.
 *
 * The rule is that readers read the version before the value, and that writers change the version together with the value,
 * or after it and before they report the change. Then who starts after a change was reported reads another version, and
 * a value that is kept under the version just read is as new as one that is read now.
 */
export class VersionedCache<V> {
  readonly #maxAgeMs: number
  readonly #kept: WeightedCache<Kept<V>>

  constructor({ maxWeight, weigh = () => 1, maxAgeMs }: VersionedCacheOptions<V>) {
    this.#maxAgeMs = maxAgeMs
    this.#kept = new WeightedCache({ maxWeight, weigh: (_key, { value }) => weigh(value) })
  }

  /** The value under this version; undefined if it has to be read. */
  get(key: string, version: number): V | undefined {
    const found = this.#kept.get(key)
    if (found?.version !== version || performance.now() - found.at > this.#maxAgeMs) return undefined
    return found.value
  }

  /**
   * Keeps a value.
   * @param version read before the value.
   * @param at when the reading of the value began, or earlier, from `performance.now()`.
   */
  set(key: string, { version, value, at }: { version: number; value: V; at: number }): void {
    this.#kept.set(key, { version, value, at })
  }

  /** The value under this version, which was read before the call: kept, or read now. */
  async getOrLoad(key: string, version: number, load: () => Promise<V>): Promise<V> {
    const kept = this.get(key, version)
    if (kept !== undefined) return kept
    const at = performance.now()
    const value = await load()
    this.set(key, { version, value, at })
    return value
  }
}
