import { Permits } from './permits.js'

/** Runs work one at a time for each key, first come, first served. */
export class KeyedTurns {
  readonly #queues = new Map<string, { permits: Permits; inHand: number }>()

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = this.#queues.get(key) ?? { permits: new Permits(1), inHand: 0 }
    this.#queues.set(key, own)
    own.inHand += 1
    try {
      return await own.permits.hold(1, work)
    } finally {
      own.inHand -= 1
      if (own.inHand === 0) this.#queues.delete(key)
    }
  }
}
