import { setTimeout as sleep } from 'node:timers/promises'
import { Permits } from '../../lib/permits.js'

/** Lets one erasure of a process work at a time, and those of others whenever it rests. */
export class ErasureTurns {
  readonly #permits = new Permits(1)

  async run<T>(work: (turn: Turn) => Promise<T>): Promise<T> {
    const turn = new Turn(this.#permits)
    await turn.begin()
    try {
      return await work(turn)
    } finally {
      turn.end()
    }
  }
}

/** The turn of an erasure. It holds nothing large when it ends its turn. */
export class Turn {
  readonly #permits: Permits
  #leave = () => {}

  constructor(permits: Permits) {
    this.#permits = permits
  }

  /** Waits until it is its turn. */
  begin(): Promise<void> {
    return new Promise((entered) => {
      const left = new Promise<void>((leave) => {
        this.#leave = leave
      })
      void this.#permits.hold(1, () => {
        entered()
        return left
      })
    })
  }

  end(): void {
    this.#leave()
  }

  /** Rests, so that MongoDB is free for others, and lets the next erasure go on. */
  async rest(ms: number): Promise<void> {
    await sleep(ms)
    this.end()
    await this.begin()
  }

  /** Waits while other erasures work. */
  async wait(ms: number): Promise<void> {
    this.end()
    await sleep(ms)
    await this.begin()
  }
}
