import { getOrMake } from '../collections/get-or-make.js'

/**
 * A separate object for each key, such as a lock or a queue, made when it is needed and forgotten when nobody uses it.
 */
export class Keyed<T> {
  readonly #make: (key: string) => T
  readonly #used = new Map<string, { own: T; users: number }>()

  constructor(make: (key: string) => T) {
    this.#make = make
  }

  /** How many use that of a key. */
  users(key: string): number {
    return this.#used.get(key)?.users ?? 0
  }

  /** Does work with that of a key. */
  async use<R>(key: string, work: (own: T) => Promise<R>): Promise<R> {
    const used = getOrMake(this.#used, key, () => ({ own: this.#make(key), users: 0 }))
    used.users += 1
    try {
      return await work(used.own)
    } finally {
      used.users -= 1
      if (used.users === 0) this.#used.delete(key)
    }
  }
}
