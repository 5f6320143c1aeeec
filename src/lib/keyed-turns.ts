import { Permits } from './permits.js'

/** Runs work one at a time for each key, first come, first served. */
export class KeyedTurns {
  readonly #queues = new Map<string, { permits: Permits; inProgress: number }>()

  /** How much work with this key runs or waits. */
  inProgress(key: string): number {
    return this.#queues.get(key)?.inProgress ?? 0
  }

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = this.#queues.get(key) ?? { permits: new Permits(1), inProgress: 0 }
    this.#queues.set(key, own)
    own.inProgress += 1
    try {
      return await own.permits.hold(1, work)
    } finally {
      own.inProgress -= 1
      if (own.inProgress === 0) this.#queues.delete(key)
    }
  }
}
