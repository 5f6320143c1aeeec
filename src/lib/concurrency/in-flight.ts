/** Tracks running work, so that a close can wait for it. */
export class InFlight {
  readonly #work = new Set<Promise<unknown>>()

  get size(): number {
    return this.#work.size
  }

  /** Returns the result of the work, and counts it as running until then. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#work.add(work)
    try {
      return await work
    } finally {
      this.#work.delete(work)
    }
  }

  /** Resolves when all work that is running now has ended, successfully or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#work)
  }
}
