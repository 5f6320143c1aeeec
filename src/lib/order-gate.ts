/**
 * A gate that many come to in any order and pass in the order of their numbers: it opens once all have come to it
 * or turned away.
 */
export class OrderGate {
  readonly #open: Set<number>
  readonly #arrived = new Map<number, () => void>()

  /** @param count how many are expected; their numbers begin at 0. */
  constructor(count: number) {
    this.#open = new Set(Array(count).keys())
  }

  /** Waits at the gate. One that turned away before is not waited for, and does not wait either. */
  pass(number: number): Promise<void> {
    if (!this.#open.has(number)) return Promise.resolve()
    return new Promise((resolve) => {
      this.#arrived.set(number, resolve)
      this.leave(number)
    })
  }

  /** Turns away from the gate. */
  leave(number: number): void {
    this.#open.delete(number)
    if (this.#open.size > 0) return
    const inOrder = [...this.#arrived].sort(([one], [other]) => one - other)
    this.#arrived.clear()
    // In a turn of its own: the last one to come does not wait yet.
    setImmediate(() => {
      for (const [, resolve] of inOrder) resolve()
    })
  }
}
