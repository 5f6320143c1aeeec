/** How much of a budget comes back each second, in ms. */
const RECOVERED_MS_A_SECOND = 100

/**
 * What each account has used of its CPU budget: how long its renders have had a thread beyond their turns, in ms of CPU
 * time. The budget recovers little by little.
 */
export class CpuBudget {
  readonly #nowMs: () => number
  /** By account, in the order of their last charge. */
  readonly #charged = new Map<string, { ms: number; atMs: number }>()

  /** @param nowMs a clock that only moves on, in ms. */
  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** What an account has used and not recovered yet, in ms. */
  of(accountId: string): number {
    const charged = this.#charged.get(accountId)
    if (!charged) return 0
    return Math.max(0, charged.ms - (RECOVERED_MS_A_SECOND * (this.#nowMs() - charged.atMs)) / 1_000)
  }

  charge(accountId: string, ms: number): void {
    const sum = this.of(accountId) + ms
    this.#charged.delete(accountId)
    this.#charged.set(accountId, { ms: sum, atMs: this.#nowMs() })
    this.#forget()
  }

  /** How long until an account has used less than this, in ms. */
  untilBelow(accountId: string, limitMs: number): number {
    return Math.max(0, ((this.of(accountId) - limitMs) * 1_000) / RECOVERED_MS_A_SECOND)
  }

  #forget(): void {
    for (const accountId of this.#charged.keys()) {
      if (this.of(accountId) > 0) return
      this.#charged.delete(accountId)
    }
  }
}
