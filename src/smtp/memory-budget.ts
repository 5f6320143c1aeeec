import { ArrivalRate } from './arrival-rate.js'

/** Up to here a mail is small: it may use what the larger ones have to leave. */
const SMALL_BYTES = 1024 * 1024
/** What large mails leave to small ones, of the whole budget and of each owner's share. */
const LEFT_TO_SMALL = 1 / 4
/** The share of the budget that an owner may have. */
const OWNER_SHARE = 1 / 3
/** Slower transfers may be ended to free memory, after {@link GRACE_MS}: the largest mail would take more than 10 minutes. */
const SLOW_BYTES_PER_MS = (25 * 1024 * 1024) / (10 * 60_000)
const GRACE_MS = 5_000

interface Arrival {
  /** Who sends it: the budget is shared among owners. */
  owner: string
  /** Ends the transfer. It must give its memory back at once. */
  cut: () => void
}

/** The memory of one transfer. */
export interface Reservation {
  /** Counts bytes that have arrived. */
  arrived(bytes: number): void
  /** Takes this many bytes more; false if they cannot be had. */
  take(bytes: number): boolean
  /** All has arrived: from now on it is not ended any more. */
  complete(): void
  /** Gives everything back. Idempotent. */
  release(): void
}

interface Holder extends Arrival {
  bytes: number
  readonly rate: ArrivalRate
}

/**
 * The memory for the mail that is arriving. Nobody waits for it: what does not fit is sent again later. An owner can
 * have a share of it. If it is short, the slowest transfers end, so that nobody closes it for others by sending slowly;
 * and large mails leave a part to small ones. That limit depends on the transfer that asks, and taking bytes has to
 * find out whose limit they exceed, so semaphores, which have fixed limits, would make this longer.
 */
export class MemoryBudget {
  readonly #bytes: number
  readonly #now: () => number
  readonly #arriving = new Set<Holder>()
  readonly #byOwner = new Map<string, number>()
  #taken = 0

  /** @param now in ms; only differences matter. */
  constructor(bytes: number, now: () => number = () => performance.now()) {
    this.#bytes = bytes
    this.#now = now
  }

  /** Begins a transfer, which has no memory yet. */
  open(arrival: Arrival): Reservation {
    const holder: Holder = { ...arrival, bytes: 0, rate: new ArrivalRate(this.#now()) }
    this.#arriving.add(holder)
    return {
      arrived: (bytes) => holder.rate.count(bytes, this.#now()),
      take: (bytes) => this.#take(holder, bytes),
      complete: () => void this.#arriving.delete(holder),
      release: () => {
        this.#arriving.delete(holder)
        this.#add(holder, -holder.bytes)
      },
    }
  }

  #take(holder: Holder, bytes: number): boolean {
    for (let short = this.#shortOf(holder, bytes); short; short = this.#shortOf(holder, bytes)) {
      const slowest = this.#slowest(holder, short === 'owner')
      if (!slowest) return false
      slowest.cut()
    }
    this.#add(holder, bytes)
    return true
  }

  #shortOf({ owner, bytes: has }: Holder, bytes: number): 'owner' | 'all' | null {
    const usable = this.#bytes * (has + bytes > SMALL_BYTES ? 1 - LEFT_TO_SMALL : 1)
    if ((this.#byOwner.get(owner) ?? 0) + bytes > usable * OWNER_SHARE) return 'owner'
    return this.#taken + bytes > usable ? 'all' : null
  }

  #slowest(than: Holder, isOfOwner: boolean): Holder | null {
    const now = this.#now()
    let slowest: Holder | null = null
    let lowest = SLOW_BYTES_PER_MS
    for (const holder of this.#arriving) {
      const isAsked = holder !== than && holder.bytes > 0 && (!isOfOwner || holder.owner === than.owner)
      if (!isAsked || holder.rate.ageMs(now) < GRACE_MS) continue
      const rate = holder.rate.bytesPerMs(now)
      if (rate < lowest) [slowest, lowest] = [holder, rate]
    }
    return slowest
  }

  #add(holder: Holder, bytes: number): void {
    holder.bytes += bytes
    this.#taken += bytes
    const ofOwner = (this.#byOwner.get(holder.owner) ?? 0) + bytes
    if (ofOwner > 0) this.#byOwner.set(holder.owner, ofOwner)
    else this.#byOwner.delete(holder.owner)
  }
}
