/** What has at most so many of its kind in hand is a single one. */
const FEW = 4

export interface RightOfWayOptions {
  /** With fewer of others in hand, nobody gives way. */
  crowd: number
  /** Longest wait before a step, in ms. */
  maxWaitMs: number
}

/** The way of one piece of work. */
export interface Way {
  /** Whether it goes before others. */
  readonly isFirst: boolean
  /** Lets single ones go before, for a moment. Call it before a step that takes long. */
  give(): Promise<void>
  /** Nobody gives way to it any more. Idempotent. */
  end(): void
}

/**
 * What an account has little of goes before what others have much of. Both cost the same processor and the same ledger, so
 * the latter starts no step meanwhile.
 */
export class RightOfWay {
  readonly #crowd: number
  readonly #maxWaitMs: number
  readonly #inHand = new Map<string, number>()
  readonly #waiting = new Set<() => void>()
  #all = 0
  #singles = 0

  constructor({ crowd, maxWaitMs }: RightOfWayOptions) {
    this.#crowd = crowd
    this.#maxWaitMs = maxWaitMs
  }

  /** Does work of a kind, and tells it its way. */
  async hold(kind: string, work: (way: Way) => Promise<void>): Promise<void> {
    const own = this.#inHand.get(kind) ?? 0
    const isFirst = own < FEW && this.#all - own >= this.#crowd
    this.#count(kind, 1)
    let hasWay = isFirst
    if (isFirst) this.#singles += 1
    const end = () => {
      if (!hasWay) return
      hasWay = false
      this.#singles -= 1
      if (this.#singles === 0) for (const goOn of this.#waiting) goOn()
    }
    const give = async () => {
      if (!isFirst && this.#singles > 0) await this.#wait()
    }
    try {
      await work({ isFirst, give, end })
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
