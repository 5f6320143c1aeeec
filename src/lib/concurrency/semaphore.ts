/** Lets others have the permits while something else is done, nothing by default, and waits for them again. */
export type Pause = (meanwhile?: () => Promise<unknown>) => Promise<void>

interface Waiting {
  count: number
  enter: () => void
}

/** Limits how much is done at a time. First come, first served: nothing overtakes work that needs many permits. */
export class Semaphore {
  #free: number
  readonly #waiting: Waiting[] = []

  constructor(permits: number) {
    this.#free = permits
  }

  /** Runs the work as soon as `count` permits are free. */
  async hold<T>(count: number, work: (pause: Pause) => Promise<T>): Promise<T> {
    await this.#take(count)
    const pause: Pause = async (meanwhile) => {
      this.#give(count)
      try {
        await meanwhile?.()
      } finally {
        await this.#take(count)
      }
    }
    try {
      return await work(pause)
    } finally {
      this.#give(count)
    }
  }

  #take(count: number): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ count, enter })
      this.#admit()
    })
  }

  #give(count: number): void {
    this.#free += count
    this.#admit()
  }

  #admit(): void {
    while (this.#waiting[0] && this.#waiting[0].count <= this.#free) {
      const { count, enter } = this.#waiting.shift()!
      this.#free -= count
      enter()
    }
  }
}
