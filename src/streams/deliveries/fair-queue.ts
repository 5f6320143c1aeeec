/*
 * A queue with places. An endpoint can have a few of them, an account a share, and retries at most half. Waiting accounts
 * take turns, and so do the endpoints of an account.
 */

export type Lane = 'first' | 'retry'

export interface Traveller {
  accountId: string
  endpointId: string
  lane: Lane
}

export interface Waiter {
  traveller: Traveller
  /** When it has waited too long, in ms since 1970. */
  deadline: number
  /** Called once: with true when it gets a place, with false when it is dismissed. */
  decide: (isIn: boolean) => void
}

/** Limits at present. */
export interface FairQueueLimits {
  /** All places. */
  places(): number
  /** Most places of an account. */
  perAccount(accountId: string): number
  /** Most places of an endpoint. */
  perEndpoint(endpointId: string): number
}

/** Places that are taken, and how many wait for one. */
interface Use {
  taken: number
  waiting: number
}

/** Waiting travellers of one account in one lane, by endpoint. */
type Line = Map<string, Waiter[]>

const NO_USE: Readonly<Use> = { taken: 0, waiting: 0 }

export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #endpoints = new Map<string, Use>()
  readonly #accounts = new Map<string, Use>()
  readonly #lines: Record<Lane, Map<string, Line>> = { first: new Map(), retry: new Map() }
  readonly #taken: Record<Lane, number> = { first: 0, retry: 0 }
  #next: Lane = 'first'

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  ofEndpoint(id: string): Readonly<Use> {
    return this.#endpoints.get(id) ?? NO_USE
  }

  ofAccount(id: string): Readonly<Use> {
    return this.#accounts.get(id) ?? NO_USE
  }

  /** Takes a place now, without waiting. False if there is none. */
  take(traveller: Traveller): boolean {
    if (!this.#hasPlace(traveller)) return false
    this.#enter(traveller)
    return true
  }

  /** Waits for a place. The decision may come at once. */
  wait(waiter: Waiter): void {
    const { accountId, endpointId, lane } = waiter.traveller
    const line = getOrAdd(this.#lines[lane], accountId, (): Line => new Map())
    getOrAdd(line, endpointId, (): Waiter[] => []).push(waiter)
    this.#count(waiter.traveller, 'waiting', 1)
    this.admit()
  }

  /** Gives a place back. */
  leave(traveller: Traveller): void {
    this.#taken[traveller.lane] -= 1
    this.#count(traveller, 'taken', -1)
    this.admit()
  }

  /** Lets in as many as there are places. Call it when a limit has grown. */
  admit(): void {
    for (;;) {
      const other: Lane = this.#next === 'first' ? 'retry' : 'first'
      const waiter = this.#takeFrom(this.#next) ?? this.#takeFrom(other)
      if (!waiter) return
      const { traveller } = waiter
      this.#next = traveller.lane === 'first' ? 'retry' : 'first'
      this.#enter(traveller)
      waiter.decide(true)
    }
  }

  /** Sends away those that wait and match. In each line the first has waited longest: if it may stay, all may. */
  dismiss(matches: (waiter: Waiter) => boolean): void {
    for (const lines of Object.values(this.#lines)) {
      for (const waiters of [...lines.values()].flatMap((line) => [...line.values()])) {
        while (waiters[0] && matches(waiters[0])) {
          const waiter = waiters.shift()!
          this.#dequeued(waiter)
          waiter.decide(false)
        }
      }
    }
  }

  get taken(): number {
    return this.#taken.first + this.#taken.retry
  }

  #enter(traveller: Traveller): void {
    this.#taken[traveller.lane] += 1
    this.#count(traveller, 'taken', 1)
  }

  #hasPlaceIn(lane: Lane): boolean {
    const places = this.#limits.places()
    return this.taken < places && (lane === 'first' || this.#taken.retry < Math.floor(places / 2))
  }

  #hasPlace({ accountId, endpointId, lane }: Traveller): boolean {
    const { perAccount, perEndpoint } = this.#limits
    if (!this.#hasPlaceIn(lane) || this.ofAccount(accountId).taken >= perAccount(accountId)) return false
    return this.ofEndpoint(endpointId).taken < perEndpoint(endpointId)
  }

  /** The next of a lane: accounts take turns, and so do the endpoints of each. */
  #takeFrom(lane: Lane): Waiter | null {
    if (!this.#hasPlaceIn(lane)) return null
    for (const [accountId, line] of this.#lines[lane]) {
      if (this.ofAccount(accountId).taken >= this.#limits.perAccount(accountId)) continue
      for (const [endpointId, waiters] of line) {
        if (this.ofEndpoint(endpointId).taken >= this.#limits.perEndpoint(endpointId)) continue
        const waiter = waiters.shift()!
        moveToEnd(line, endpointId)
        moveToEnd(this.#lines[lane], accountId)
        this.#dequeued(waiter)
        return waiter
      }
    }
    return null
  }

  /** Counts one as no longer waiting, and removes its lines if they are empty. */
  #dequeued({ traveller }: Waiter): void {
    const { accountId, endpointId, lane } = traveller
    this.#count(traveller, 'waiting', -1)
    const line = this.#lines[lane].get(accountId)
    if (line?.get(endpointId)?.length === 0) line.delete(endpointId)
    if (line?.size === 0) this.#lines[lane].delete(accountId)
  }

  #count({ accountId, endpointId }: Traveller, what: keyof Use, change: 1 | -1): void {
    for (const [uses, id] of [
      [this.#accounts, accountId],
      [this.#endpoints, endpointId],
    ] as const) {
      const use = getOrAdd(uses, id, (): Use => ({ taken: 0, waiting: 0 }))
      use[what] += change
      if (use.taken + use.waiting === 0) uses.delete(id)
    }
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

function moveToEnd<K, V>(map: Map<K, V>, key: K): void {
  const value = map.get(key)!
  map.delete(key)
  map.set(key, value)
}
