/** The cost that the operations of a request have left: all operations of a batch share it. */
export class CostBudget {
  #left: number

  /** @param limit what they may cost together. */
  constructor(limit: number) {
    this.#left = limit
  }

  /** Takes the cost of an operation. Returns what was left before it. */
  take(cost: number): number {
    const left = this.#left
    this.#left = Math.max(0, left - cost)
    return left
  }
}
