/**
 * A gate that callers reach in any order and pass in the order of their numbers, each as soon as all before it have.
 */
export class OrderGate {
  #next = 0
  /** Numbers whose turn has not come: the function that lets them pass, or null for those that left. */
  readonly #early = new Map<number, (() => void) | null>()

  /** Waits for the turn of a number, from 0. A number that has left does not wait, and no other number waits for it. */
  pass(number: number): Promise<void> {
    if (number < this.#next || this.#early.has(number)) return Promise.resolve()
    return new Promise((resolve) => this.#come(number, resolve))
  }

  /** Leaves the gate. */
  leave(number: number): void {
    if (number >= this.#next && !this.#early.has(number)) this.#come(number, null)
  }

  #come(number: number, enter: (() => void) | null): void {
    this.#early.set(number, enter)
    // In a microtask: a number that has just arrived is not waiting yet, and would otherwise be overtaken.
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
