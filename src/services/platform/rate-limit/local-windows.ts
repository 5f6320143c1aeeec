/** What a window answers: whether the slots were taken, those left, and times in microseconds since 1970. */
export interface WindowReply {
  taken: boolean
  left: number
  /** When the window is empty again. */
  resetUs: number
  /** How long until the slots are free. */
  waitUs: number
}

/** Slots that are asked for, all or none. */
export interface WindowRequest {
  limit: number
  windowUs: number
  slots: number
}

/** Most windows that are kept; those used least recently go first. */
const MAX_WINDOWS = 10_000

/**
 * Exact sliding windows in the memory of this process, with the rules of `take-slots.lua`. They stand in for those in Redis
 * while it does not answer: each process then counts for itself.
 */
export class LocalWindows {
  /** The microseconds at which slots were taken, oldest first, by subject. */
  readonly #taken = new Map<string, number[]>()
  readonly #nowUs: () => number

  /** @param nowUs microseconds since 1970. For tests. */
  constructor(nowUs: () => number = () => Date.now() * 1_000) {
    this.#nowUs = nowUs
  }

  take(subject: string, { limit, windowUs, slots }: WindowRequest): WindowReply {
    const now = this.#nowUs()
    const taken = (this.#taken.get(subject) ?? []).filter((at) => at > now - windowUs)
    this.#keep(subject, taken)
    const surplus = taken.length + slots - limit
    if (surplus <= 0) {
      for (let slot = 0; slot < slots; slot += 1) taken.push(now)
      return { taken: true, left: limit - taken.length, resetUs: now + windowUs, waitUs: 0 }
    }
    const waitUs = slots > limit ? windowUs : taken[surplus - 1]! + windowUs - now
    const newest = taken.at(-1)
    const resetUs = newest === undefined ? now : newest + windowUs
    return { taken: false, left: Math.max(0, limit - taken.length), resetUs, waitUs }
  }

  #keep(subject: string, taken: number[]): void {
    this.#taken.delete(subject)
    this.#taken.set(subject, taken)
    if (this.#taken.size <= MAX_WINDOWS) return
    const [oldest] = this.#taken.keys()
    this.#taken.delete(oldest!)
  }
}
