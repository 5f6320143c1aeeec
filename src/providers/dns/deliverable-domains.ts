import { FairTurns } from '../../lib/fair-turns.js'
import { withFallback } from '../../lib/time-limit.js'
import { WeightedCache } from '../../lib/weighted-cache.js'
import { type Deliverability, judge, type MailDns, type Verdict } from './deliverable-domain.js'

/*
 * Whether domains can take mail, for many who ask at once.
 *
 * A batch can name 50,000 domains, and who asks DNS all that at once gets no answers: datagrams are dropped, and
 * silence of our own making looks like silence of theirs. So a bounded number of look-ups is under way, and a look-up
 * has its time from the moment its first question is asked. Accounts take turns. Whoever asks for a domain that is
 * looked up already, or waits to be, shares that look-up; it then has a turn of each account that asks.
 *
 * A request waits so long and no longer: what has not begun by then it takes as unanswered, and where nobody else
 * waits for it, it is never asked.
 */

const UNANSWERED: Verdict = { deliverability: 'unknown', ttlMs: null }
const POSITIVE_MAX_MS = 3_600_000
const NEGATIVE_MS = 300_000
/** For positives whose time to live the platform does not tell (MX). */
const POSITIVE_UNKNOWN_TTL_MS = 300_000
/** Look-ups of one account that may wait: more would not begin in time anyway. */
const MAX_WAITING = 50_000

export interface DeliverableDomainsOptions {
  resolver: MailDns
  /** Current time in Unix milliseconds. */
  now: () => number
  /** Upper bound of one look-up, all its questions together. */
  timeoutMs?: number
  /** How long the look-ups of one request may wait for their turn. */
  patienceMs?: number
  /** Look-ups under way at most. */
  places?: number
  /** Look-ups under way at most for one account. */
  perAccount?: number
  /** Domains remembered at most; the ones longest unused are dropped first. */
  maxEntries?: number
}

/** The checks that one request makes. */
export interface DomainChecks {
  /** `unknown` also when the time of the request is over before its look-up could begin. */
  check(domain: string): Promise<Deliverability>
}

interface LookUp {
  key: string
  /** Until its turn has come. */
  isWaiting: boolean
  /** Accounts in whose line it stands. */
  accounts: Set<string>
  /** How many still wait for its verdict. */
  askers: number
  verdict: Promise<Deliverability>
  settle: (deliverability: Deliverability) => void
}

/**
 * {@link judge} with a memory: positives live as long as their records, one hour at most, negatives five minutes, and
 * `unknown` is never kept.
 */
export class DeliverableDomains {
  readonly #resolver: MailDns
  readonly #now: () => number
  readonly #timeoutMs: number
  readonly #patienceMs: number
  readonly #turns: FairTurns
  readonly #known: WeightedCache<{ deliverability: Deliverability; until: number }>
  /** Those that wait or are under way, by domain. */
  readonly #lookUps = new Map<string, LookUp>()

  constructor(options: DeliverableDomainsOptions) {
    const { places = 100, perAccount = Math.ceil(places * 0.75) } = options
    this.#resolver = options.resolver
    this.#now = options.now
    this.#timeoutMs = options.timeoutMs ?? 3_000
    this.#patienceMs = options.patienceMs ?? 10_000
    this.#known = new WeightedCache({ maxWeight: options.maxEntries ?? 10_000 })
    this.#turns = new FairTurns({ places, perOwner: perAccount })
  }

  /** The checks of a request of an account. Their time begins with the first of them. */
  forRequest(accountId: string): DomainChecks {
    const patience = new Patience(this.#patienceMs, this.#now)
    return { check: (domain) => this.#check(domain.toLowerCase().replace(/\.$/, ''), accountId, patience) }
  }

  #check(key: string, accountId: string, patience: Patience): Promise<Deliverability> {
    const known = this.#recall(key)
    if (known !== null) return Promise.resolve(known)
    const begun = this.#lookUps.get(key)
    if (begun && !begun.isWaiting) return begun.verdict
    if (patience.isOver() || this.#turns.waiting(accountId) >= MAX_WAITING) return Promise.resolve('unknown')
    const lookUp = begun ?? newLookUp(key)
    this.#lookUps.set(key, lookUp)
    return new Promise((resolve) => {
      const giveUp = () => {
        if (!lookUp.isWaiting) return
        lookUp.askers -= 1
        resolve('unknown')
      }
      patience.add(giveUp)
      lookUp.askers += 1
      void lookUp.verdict.then((deliverability) => {
        patience.delete(giveUp)
        resolve(deliverability)
      })
      if (lookUp.accounts.has(accountId)) return
      lookUp.accounts.add(accountId)
      this.#turns.add(accountId, () => this.#begin(lookUp))
    })
  }

  #begin(lookUp: LookUp): Promise<void> | null {
    // Another account's turn may have come first.
    if (!lookUp.isWaiting) return null
    lookUp.isWaiting = false
    if (lookUp.askers > 0) return this.#lookUp(lookUp)
    this.#lookUps.delete(lookUp.key)
    return null
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

/** How long a request waits, from the first time it does. Its timer runs while something waits. */
class Patience {
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

  /** Has `giveUp` called when the time is over, unless it is deleted before. */
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
