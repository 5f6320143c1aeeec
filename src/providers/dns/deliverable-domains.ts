import { WeightedCache } from '../../lib/collections/weighted-cache.js'
import { type FairQueue, makeSharedQueue } from '../../lib/concurrency/fair-queue.js'
import { withFallback } from '../../lib/concurrency/time-limit.js'
import { type Deliverability, judge, type MailDns, type Verdict } from './deliverability.js'

/*
 * Checks whether domains accept mail, for many callers at once.
 *
 * A batch can have 50,000 domains. If all were queried at once, packets would be dropped, and domains would seem not to
 * respond. So the number of concurrent look-ups is limited, and the time-out of a look-up starts with its first query.
 * Accounts take turns. Requests for a domain that is already queued or being looked up share that look-up, which then
 * has a turn in the queue of each account.
 *
 * A request waits for a limited time. Look-ups that have not started by then count as unanswered, and if nobody else
 * waits for them, they are never made.
 */

/** An account alone may hold three quarters of the slots. */
const FREE_SLOTS_FACTOR = 3
const UNANSWERED: Verdict = { deliverability: 'unknown', ttlMs: null }
const POSITIVE_MAX_MS = 3_600_000
const NEGATIVE_MS = 300_000
/** For positive results of unknown time to live (MX). */
const POSITIVE_UNKNOWN_TTL_MS = 300_000
/** Most queued look-ups of one account; more would not start in time anyway. */
const MAX_WAITING = 50_000

export interface DeliverableDomainsOptions {
  resolver: MailDns
  /** Current time in Unix milliseconds. */
  now: () => number
  /** Time-out of one look-up with all its queries. */
  timeoutMs?: number
  /** Time in which the look-ups of a request must start, in ms. */
  requestTimeoutMs?: number
  /** Most concurrent look-ups. */
  slots?: number
  /** Size of the cache; the least recently used domains are dropped. */
  maxEntries?: number
}

/** The checks of one request. */
export interface DomainChecks {
  /** Returns `unknown` if DNS gives no usable answer, or if the request's time ends before the look-up starts. */
  check(domain: string): Promise<Deliverability>
}

interface LookUp {
  key: string
  /** True until its turn comes. */
  isWaiting: boolean
  /** Accounts in whose queue it is. */
  accounts: Set<string>
  /** Number of callers waiting for the result. */
  askers: number
  verdict: Promise<Deliverability>
  settle: (deliverability: Deliverability) => void
}

/**
 * {@link judge} with a cache: positive results live as long as their records but at most one hour, negative ones five
 * minutes; `unknown` is not cached.
 */
export class DeliverableDomains {
  readonly #resolver: MailDns
  readonly #now: () => number
  readonly #timeoutMs: number
  readonly #requestTimeoutMs: number
  readonly #queue: FairQueue
  readonly #known: WeightedCache<{ deliverability: Deliverability; until: number }>
  /** Queued and running look-ups by domain. */
  readonly #lookUps = new Map<string, LookUp>()

  constructor(options: DeliverableDomainsOptions) {
    this.#resolver = options.resolver
    this.#now = options.now
    this.#timeoutMs = options.timeoutMs ?? 3_000
    this.#requestTimeoutMs = options.requestTimeoutMs ?? 10_000
    this.#known = new WeightedCache({ maxWeight: options.maxEntries ?? 10_000 })
    this.#queue = makeSharedQueue(options.slots ?? 100, FREE_SLOTS_FACTOR)
  }

  /** The checks of one request. Its time starts with the first one. */
  forRequest(accountId: string): DomainChecks {
    const deadline = new RequestDeadline(this.#requestTimeoutMs, this.#now)
    return { check: (domain) => this.#check(domain.toLowerCase().replace(/\.$/, ''), accountId, deadline) }
  }

  #check(key: string, accountId: string, deadline: RequestDeadline): Promise<Deliverability> {
    const known = this.#recall(key)
    if (known !== null) return Promise.resolve(known)
    const begun = this.#lookUps.get(key)
    if (begun && !begun.isWaiting) return begun.verdict
    if (deadline.isOver() || this.#queue.ofAccount(accountId).waiting >= MAX_WAITING) return Promise.resolve('unknown')
    const lookUp = begun ?? newLookUp(key)
    this.#lookUps.set(key, lookUp)
    return new Promise((resolve) => {
      const giveUp = () => {
        if (!lookUp.isWaiting) return
        lookUp.askers -= 1
        resolve('unknown')
      }
      deadline.add(giveUp)
      lookUp.askers += 1
      void lookUp.verdict.then((deliverability) => {
        deadline.delete(giveUp)
        resolve(deliverability)
      })
      if (lookUp.accounts.has(accountId)) return
      lookUp.accounts.add(accountId)
      void this.#queue.hold({ accountId }, () => this.#begin(lookUp))
    })
  }

  async #begin(lookUp: LookUp): Promise<void> {
    // Another account's turn may have come first.
    if (!lookUp.isWaiting) return
    lookUp.isWaiting = false
    if (lookUp.askers > 0) await this.#lookUp(lookUp)
    else this.#lookUps.delete(lookUp.key)
  }

  async #lookUp({ key, settle }: LookUp): Promise<void> {
    const verdict = await withFallback({ timeoutMs: this.#timeoutMs }, judge(key, this.#resolver), () => UNANSWERED)
    const keepMs = lifetimeMs(verdict)
    if (keepMs > 0) this.#known.set(key, { deliverability: verdict.deliverability, until: this.#now() + keepMs })
    this.#lookUps.delete(key)
    settle(verdict.deliverability)
  }

  #recall(key: string): Deliverability | null {
    const entry = this.#known.get(key)
    return entry && entry.until > this.#now() ? entry.deliverability : null
  }
}

/** The time limit of a request, which starts when it first waits. The timer runs only while something waits. */
class RequestDeadline {
  readonly #ms: number
  readonly #now: () => number
  readonly #waiting = new Set<() => void>()
  #until: number | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number, now: () => number) {
    this.#ms = ms
    this.#now = now
  }

  isOver(): boolean {
    return this.#until !== null && this.#until <= this.#now()
  }

  /** Calls `giveUp` when the time is over, unless it is deleted first. */
  add(giveUp: () => void): void {
    this.#until ??= this.#now() + this.#ms
    this.#waiting.add(giveUp)
    this.#timer ??= setTimeout(() => this.#end(), this.#until - this.#now())
  }

  delete(giveUp: () => void): void {
    this.#waiting.delete(giveUp)
    if (this.#waiting.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #end(): void {
    this.#timer = undefined
    for (const giveUp of this.#waiting) giveUp()
    this.#waiting.clear()
  }
}

function newLookUp(key: string): LookUp {
  let settle: LookUp['settle'] = () => {}
  const verdict = new Promise<Deliverability>((resolve) => {
    settle = resolve
  })
  return { key, isWaiting: true, accounts: new Set(), askers: 0, verdict, settle }
}

function lifetimeMs({ deliverability, ttlMs }: Verdict): number {
  if (deliverability === 'unknown') return 0
  if (deliverability === 'undeliverable') return NEGATIVE_MS
  return Math.min(ttlMs ?? POSITIVE_UNKNOWN_TTL_MS, POSITIVE_MAX_MS)
}
