/** The cost that the operations of a request have left: all operations of a batch share it. */
export class CostBudget {
  #left: number
  #atStart: number

  /** @param limit what they may cost together. */
  constructor(limit: number) {
    this.#left = limit
    this.#atStart = limit
  }

  /** Takes the cost of an operation. Returns what was left before it. */
  take(cost: number): number {
    const left = this.#left
    this.#left = Math.max(0, left - cost)
    return left
  }

  /** Notes what is left for each event of a stream: the operation itself has been paid for. */
  startStream(): void {
    this.#atStart = this.#left
  }

  /** Begins anew with what was left when the stream started: each event is a separate response. */
  restart(): void {
    this.#left = this.#atStart
  }
}
