/** A gate that many come to in any order and pass in the order of their numbers, each as soon as all before have. */
export class OrderGate {
  #next = 0
  /** What became of numbers whose turn has not come: how to let them pass, or null for those that turned away. */
  readonly #early = new Map<number, (() => void) | null>()

  /** Waits for its turn. Numbers begin at 0. One that turned away before is not waited for, and does not wait either. */
  pass(number: number): Promise<void> {
    if (number < this.#next || this.#early.has(number)) return Promise.resolve()
    return new Promise((resolve) => this.#come(number, resolve))
  }

  /** Turns away from the gate. */
  leave(number: number): void {
    if (number >= this.#next && !this.#early.has(number)) this.#come(number, null)
  }

  #come(number: number, enter: (() => void) | null): void {
    this.#early.set(number, enter)
    // In a turn of its own: the one that has just come does not wait yet, and would be overtaken.
    queueMicrotask(() => this.#admit())
  }

  #admit(): void {
    for (let next = this.#early.get(this.#next); next !== undefined; next = this.#early.get(this.#next)) {
      this.#early.delete(this.#next)
      this.#next += 1
      next?.()
    }
  }
}
