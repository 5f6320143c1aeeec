/**
 * A cache of the most recently used values, limited by total weight. A value that alone exceeds the limit is not
 * cached.
 */
export class WeightedCache<V> {
  readonly #maxWeight: number
  readonly #weigh: (key: string, value: V) => number
  readonly #kept = new Map<string, { value: V; weight: number }>()
  #weight = 0

  /** @param options.weigh 1 for every value if omitted: then `maxWeight` is a number of values. */
  constructor(options: { maxWeight: number; weigh?: (key: string, value: V) => number }) {
    this.#maxWeight = options.maxWeight
    this.#weigh = options.weigh ?? (() => 1)
  }

  get(key: string): V | undefined {
    const found = this.#kept.get(key)
    if (!found) return undefined
    // The order of the map is the order of use.
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found.value
  }

  set(key: string, value: V): void {
    this.#drop(key)
    const weight = this.#weigh(key, value)
    if (weight > this.#maxWeight) return
    this.#kept.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#maxWeight) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0
    this.#kept.delete(key)
  }
}
