import { getOrMake } from './get-or-make.js'

/** Gives permits back. Only its first call counts. */
export type Release = () => void

/** Lets others have the permits while something else is done, nothing by default, and waits for them again. */
export type Pause = (meanwhile?: () => Promise<unknown>) => Promise<void>

interface Waiting {
  count: number
  enter: (release: Release) => void
}

/** Limits how much is done at a time. First come, first served: nothing overtakes work that needs many permits. */
export class Semaphore {
  #free: number
  readonly #waiting: Waiting[] = []

  constructor(permits: number) {
    this.#free = permits
  }

  /** Waits for permits. */
  acquire(count: number): Promise<Release> {
    return new Promise((enter) => {
      this.#waiting.push({ count, enter })
      this.#admit()
    })
  }

  /** Takes permits; null if that means to wait. */
  tryAcquire(count: number): Release | null {
    return this.#waiting.length === 0 && count <= this.#free ? this.#take(count) : null
  }

  /** Runs the work as soon as `count` permits are free. */
  async hold<T>(count: number, work: (pause: Pause) => Promise<T>): Promise<T> {
    let release = await this.acquire(count)
    const pause: Pause = async (meanwhile) => {
      release()
      try {
        await meanwhile?.()
      } finally {
        release = await this.acquire(count)
      }
    }
    try {
      return await work(pause)
    } finally {
      release()
    }
  }

  #admit(): void {
    while (this.#waiting[0] && this.#waiting[0].count <= this.#free) {
      const { count, enter } = this.#waiting.shift()!
      enter(this.#take(count))
    }
  }

  #take(count: number): Release {
    this.#free -= count
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#free += count
      this.#admit()
    }
  }
}

/** A {@link Semaphore} with one permit for each key, so that only work with the same key waits. It forgets idle keys. */
export class KeyedSemaphore {
  readonly #keys = new Map<string, { semaphore: Semaphore; inProgress: number }>()

  /** How much work with this key runs or waits. */
  inProgress(key: string): number {
    return this.#keys.get(key)?.inProgress ?? 0
  }

  /** Runs the work after all that came before it with this key. */
  async hold<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = getOrMake(this.#keys, key, () => ({ semaphore: new Semaphore(1), inProgress: 0 }))
    own.inProgress += 1
    try {
      return await own.semaphore.hold(1, work)
    } finally {
      own.inProgress -= 1
      if (own.inProgress === 0) this.#keys.delete(key)
    }
  }
}
