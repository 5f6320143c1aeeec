/** What has at most so many of its kind in hand is a single one. */
const FEW = 4

export interface PriorityGateOptions {
  /** With fewer of others in hand, none waits. */
  crowd: number
  /** Longest wait before a step, in ms. */
  maxWaitMs: number
  /** How long others give way to one, in ms. What waits for an answer of somebody else for longer does not hold them up. */
  maxAheadMs: number
}

/** The place of one piece of work among others. */
export interface Pass {
  /** Whether it goes before others. */
  readonly isFirst: boolean
  /** Lets single ones go before, for a moment. Call it before a step that takes long. */
  yield(): Promise<void>
  /** Nothing waits for it any more. Idempotent. */
  end(): void
}

/**
 * What an account has little of goes before what others have much of. Both cost the same processor and the same ledger, so
 * the latter starts no step meanwhile.
 */
export class PriorityGate {
  readonly #crowd: number
  readonly #maxWaitMs: number
  readonly #maxAheadMs: number
  readonly #inHand = new Map<string, number>()
  readonly #waiting = new Set<() => void>()
  #all = 0
  #singles = 0

  constructor({ crowd, maxWaitMs, maxAheadMs }: PriorityGateOptions) {
    this.#crowd = crowd
    this.#maxWaitMs = maxWaitMs
    this.#maxAheadMs = maxAheadMs
  }

  /** Does work of a kind, and hands it its pass. */
  async hold(kind: string, work: (pass: Pass) => Promise<void>): Promise<void> {
    const own = this.#inHand.get(kind) ?? 0
    const isFirst = own < FEW && this.#all - own >= this.#crowd
    this.#count(kind, 1)
    let isAhead = isFirst
    if (isFirst) this.#singles += 1
    const end = () => {
      if (!isAhead) return
      isAhead = false
      clearTimeout(timer)
      this.#singles -= 1
      if (this.#singles === 0) for (const goOn of this.#waiting) goOn()
    }
    const timer = isFirst ? setTimeout(end, this.#maxAheadMs) : undefined
    const letOthersFirst = async () => {
      if (!isFirst && this.#singles > 0) await this.#wait()
    }
    try {
      await work({ isFirst, yield: letOthersFirst, end })
    } finally {
      end()
      this.#count(kind, -1)
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer)
        this.#waiting.delete(goOn)
        resolve()
      }
      const timer = setTimeout(goOn, this.#maxWaitMs)
      this.#waiting.add(goOn)
    })
  }

  #count(kind: string, change: number): void {
    this.#all += change
    const own = (this.#inHand.get(kind) ?? 0) + change
    if (own > 0) this.#inHand.set(kind, own)
    else this.#inHand.delete(kind)
  }
}
