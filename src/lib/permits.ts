interface Waiting {
  count: number
  enter: () => void
}

/** A first-come, first-served semaphore: nothing overtakes work that needs many permits. */
export class Permits {
  #free: number
  readonly #waiting: Waiting[] = []

  constructor(total: number) {
    this.#free = total
  }

  /** Runs the work as soon as `count` permits are free. */
  async hold<T>(count: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.#waiting.push({ count, enter })
      this.#admit()
    })
    try {
      return await work()
    } finally {
      this.#free += count
      this.#admit()
    }
  }

  /** Lets everybody in from now on, so that they can give up at once what they wait for. */
  open(): void {
    this.#free = Infinity
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
