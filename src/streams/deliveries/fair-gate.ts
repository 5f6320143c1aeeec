import type { Clock } from '../../clock.js'

/*
 * Decides which delivery may make an attempt.
 *
 * A worker reads ahead of what it can send, and every delivery asks this gate for a slot. An endpoint can have a few
 * concurrent attempts, an account a share of all slots, and retries at most half of them. Waiting accounts take turns,
 * and so do the endpoints of an account.
 *
 * A delivery waits if its endpoint, at its current pace, gets to it within seconds. Otherwise it is postponed until a
 * slot is likely to be free, which makes room for others to be read. So a dead endpoint delays only itself.
 */

export type Lane = 'first' | 'retry'

export interface Traveller {
  accountId: string
  endpointId: string
  lane: Lane
}

/** The result of an attempt; `none` if none was made. */
export type AttemptResult = 'succeeded' | 'failed' | 'none'

/** Permission to make one attempt. */
export interface Slot {
  admitted: true
  /** Frees the slot, once. Returns how many attempts in a row have failed at this endpoint. */
  free(result: AttemptResult): number
}

/** No slot soon: try again later. */
export interface PutOff {
  admitted: false
  inMs: number
}

export interface FairGateOptions {
  clock: Clock
  /** Most concurrent attempts. */
  slots: number
  /** Most concurrent attempts to one endpoint. */
  perEndpoint?: number
  /** Most concurrent attempts of one account. Defaults to a quarter of all. */
  perAccount?: number
  /** Most deliveries waiting for one endpoint or account. */
  maxWaiting: number
  /** Longest wait, in ms. */
  maxWaitMs?: number
}

interface Waiter {
  traveller: Traveller
  deadline: number
  decide: (decision: Slot | PutOff) => void
}

interface Endpoint {
  /** Start times of running attempts, oldest first. */
  running: number[]
  waiting: number
  /** Moving average of the duration of attempts; null until one has ended. */
  averageMs: number | null
  /** Consecutive failed attempts. */
  failures: number
  /** Until when slots are promised to postponed deliveries. */
  bookedUntil: number
  seenAt: number
}

interface Account {
  running: number
  waiting: number
}

/** Waiting deliveries of one account in one lane, by endpoint. */
type Queue = Map<string, Waiter[]>

/** After this many consecutive failures an endpoint counts as failing, and all its deliveries use the retry lane. */
export const FAILING_AFTER = 5
/** Weight of the newest attempt in the average: recovery counts faster than a slow-down. */
const WEIGHT = { slower: 0.2, faster: 0.5 }
/** Assumed duration for an endpoint that has not answered yet. */
const UNKNOWN_PACE_MS = 50
const MIN_PUT_OFF_MS = 1_000
const MAX_PUT_OFF_MS = 5_000
/** If every attempt times out, retrying sooner than one attempt takes makes no sense. */
const MAX_SLOW_PUT_OFF_MS = 30_000
const FORGET_ENDPOINT_MS = 600_000

export class FairGate {
  readonly #options: Required<FairGateOptions>
  readonly #endpoints = new Map<string, Endpoint>()
  readonly #accounts = new Map<string, Account>()
  readonly #queues: Record<Lane, Map<string, Queue>> = { first: new Map(), retry: new Map() }
  readonly #running: Record<Lane, number> = { first: 0, retry: 0 }
  #next: Lane = 'first'
  #closed = false

  constructor(options: FairGateOptions) {
    this.#options = { perEndpoint: 4, perAccount: Math.ceil(options.slots / 4), maxWaitMs: 5_000, ...options }
  }

  /** Asks for a slot. Resolves at once, when a slot is free, or when waiting no longer pays. */
  enter(traveller: Traveller): Promise<Slot | PutOff> {
    if (this.#closed) return Promise.resolve({ admitted: false, inMs: 0 })
    const endpoint = this.#endpointOf(traveller.endpointId)
    const account = this.#accountOf(traveller.accountId)
    const { maxWaiting, maxWaitMs, clock } = this.#options
    // Slow and failing endpoints must not take slots from first attempts.
    const isSlow = endpoint.failures >= FAILING_AFTER || this.#paceMs(endpoint) >= maxWaitMs
    const own: Traveller = isSlow ? { ...traveller, lane: 'retry' } : traveller
    const isFull = endpoint.waiting >= maxWaiting || account.waiting >= maxWaiting
    if (isFull || this.#waitMs(endpoint) > maxWaitMs) return Promise.resolve(this.#putOff(endpoint))

    return new Promise((decide) => {
      this.#enqueue({ traveller: own, deadline: clock.now().getTime() + maxWaitMs, decide }, endpoint, account)
      this.#admit()
    })
  }

  /** Postpones deliveries that have waited too long. Call it a few times a second. */
  expire(): void {
    const now = this.#options.clock.now().getTime()
    this.#dismiss((waiter) => waiter.deadline <= now)
    for (const [id, { running, waiting, seenAt }] of this.#endpoints) {
      if (running.length + waiting === 0 && now - seenAt > FORGET_ENDPOINT_MS) this.#endpoints.delete(id)
    }
  }

  /** Postpones everything without a slot. Running attempts finish. */
  close(): void {
    this.#closed = true
    this.#dismiss(() => true)
  }

  #enqueue(waiter: Waiter, endpoint: Endpoint, account: Account): void {
    const { accountId, endpointId, lane } = waiter.traveller
    const queue = getOrAdd(this.#queues[lane], accountId, (): Queue => new Map())
    getOrAdd(queue, endpointId, (): Waiter[] => []).push(waiter)
    endpoint.waiting += 1
    account.waiting += 1
  }

  /** Admits as many as there are slots. */
  #admit(): void {
    for (;;) {
      const other: Lane = this.#next === 'first' ? 'retry' : 'first'
      const waiter = this.#takeFrom(this.#next) ?? this.#takeFrom(other)
      if (!waiter) return
      this.#next = waiter.traveller.lane === 'first' ? 'retry' : 'first'
      waiter.decide(this.#begin(waiter.traveller))
    }
  }

  /** The next delivery of a lane: accounts take turns, and so do the endpoints of each. */
  #takeFrom(lane: Lane): Waiter | null {
    const { slots, perAccount, perEndpoint } = this.#options
    if (this.#running.first + this.#running.retry >= slots) return null
    if (lane === 'retry' && this.#running.retry >= Math.floor(slots / 2)) return null
    for (const [accountId, queue] of this.#queues[lane]) {
      if (this.#accountOf(accountId).running >= perAccount) continue
      for (const [endpointId, waiters] of queue) {
        if (this.#endpointOf(endpointId).running.length >= perEndpoint) continue
        const waiter = waiters.shift()!
        moveToEnd(queue, endpointId)
        moveToEnd(this.#queues[lane], accountId)
        this.#dequeued(waiter)
        return waiter
      }
    }
    return null
  }

  /** Removes a waiting delivery, and its queues if they are empty. */
  #dequeued({ traveller: { accountId, endpointId, lane } }: Waiter): void {
    this.#endpointOf(endpointId).waiting -= 1
    const account = this.#accountOf(accountId)
    account.waiting -= 1
    this.#forgetIdle(accountId, account)
    const queue = this.#queues[lane].get(accountId)
    if (queue?.get(endpointId)?.length === 0) queue.delete(endpointId)
    if (queue?.size === 0) this.#queues[lane].delete(accountId)
  }

  #begin({ accountId, endpointId, lane }: Traveller): Slot {
    const endpoint = this.#endpointOf(endpointId)
    const account = this.#accountOf(accountId)
    const startedAt = this.#options.clock.now().getTime()
    endpoint.running.push(startedAt)
    account.running += 1
    this.#running[lane] += 1
    let isFree = false
    const free = (result: AttemptResult) => {
      if (isFree) return endpoint.failures
      isFree = true
      endpoint.running.splice(endpoint.running.indexOf(startedAt), 1)
      account.running -= 1
      this.#running[lane] -= 1
      this.#forgetIdle(accountId, account)
      this.#learn(endpoint, result, startedAt)
      this.#admit()
      return endpoint.failures
    }
    return { admitted: true, free }
  }

  #learn(endpoint: Endpoint, result: AttemptResult, startedAt: number): void {
    const now = this.#options.clock.now().getTime()
    endpoint.seenAt = now
    if (result === 'none') return
    const tookMs = now - startedAt
    const before = endpoint.averageMs ?? tookMs
    endpoint.averageMs = before + (tookMs - before) * (tookMs < before ? WEIGHT.faster : WEIGHT.slower)
    endpoint.failures = result === 'failed' ? endpoint.failures + 1 : 0
  }

  /** Expected duration of an attempt: the average, or longer if a running one already is. */
  #paceMs({ averageMs, running }: Endpoint): number {
    const oldestMs = running.length > 0 ? this.#options.clock.now().getTime() - running[0]! : 0
    return Math.max(averageMs ?? UNKNOWN_PACE_MS, oldestMs)
  }

  /** Expected wait for a slot at the endpoint. */
  #waitMs(endpoint: Endpoint): number {
    const { perEndpoint } = this.#options
    const ahead = endpoint.running.length + endpoint.waiting - perEndpoint
    return ahead < 0 ? 0 : ((ahead + 1) * this.#paceMs(endpoint)) / perEndpoint
  }

  /**
   * Books the next slot after all that are waiting or postponed. If that is too far ahead to predict, the time is
   * random, so that they do not all come back at once.
   */
  #putOff(endpoint: Endpoint): PutOff {
    const { clock, perEndpoint } = this.#options
    const now = clock.now().getTime()
    const pace = this.#paceMs(endpoint)
    const longest = Math.min(MAX_SLOW_PUT_OFF_MS, Math.max(MAX_PUT_OFF_MS, pace))
    const freeAt = Math.max(endpoint.bookedUntil, now + Math.max(MIN_PUT_OFF_MS, this.#waitMs(endpoint)))
    const inMs = freeAt - now
    if (inMs > longest) return { admitted: false, inMs: MIN_PUT_OFF_MS + clock.random() * (longest - MIN_PUT_OFF_MS) }
    endpoint.bookedUntil = freeAt + pace / perEndpoint
    return { admitted: false, inMs: Math.max(MIN_PUT_OFF_MS, inMs * (0.9 + clock.random() * 0.1)) }
  }

  #dismiss(isDue: (waiter: Waiter) => boolean): void {
    for (const queues of Object.values(this.#queues)) {
      for (const waiters of [...queues.values()].flatMap((queue) => [...queue.values()])) {
        // The first has waited longest: if it may stay, all may.
        while (waiters[0] && isDue(waiters[0])) this.#sendAway(waiters.shift()!)
      }
    }
  }

  #sendAway(waiter: Waiter): void {
    this.#dequeued(waiter)
    const putOff = this.#closed ? null : this.#putOff(this.#endpointOf(waiter.traveller.endpointId))
    waiter.decide(putOff ?? { admitted: false, inMs: 0 })
  }

  #endpointOf(id: string): Endpoint {
    return getOrAdd(this.#endpoints, id, () => ({
      running: [],
      waiting: 0,
      averageMs: null,
      failures: 0,
      bookedUntil: 0,
      seenAt: this.#options.clock.now().getTime(),
    }))
  }

  #accountOf(id: string): Account {
    return getOrAdd(this.#accounts, id, () => ({ running: 0, waiting: 0 }))
  }

  #forgetIdle(id: string, account: Account): void {
    if (account.running + account.waiting === 0) this.#accounts.delete(id)
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
