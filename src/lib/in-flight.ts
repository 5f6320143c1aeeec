/** Work that has begun and not yet ended, for whoever must wait for it before closing. */
export class InFlight {
  readonly #work = new Set<Promise<unknown>>()

  /** Answers what the work answers, and counts it until then. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#work.add(work)
    try {
      return await work
    } finally {
      this.#work.delete(work)
    }
  }

  /** Resolves once everything now in flight has ended, whether it succeeded or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#work)
  }
}
