import type { Clock } from '../../clock.js'
import { FairQueue, type FairQueueLimits, type Permit, type QueueEntry } from '../../lib/concurrency/fair-queue.js'
import type { Deferral } from '../engine/claim-prefetcher.js'
import { EndpointPace, type InFlightRange } from './endpoint-pace.js'

export type Lane = 'first' | 'retry'
type Entry = Required<Omit<QueueEntry<Lane>, 'size'>>

/*
 * Decides which delivery may make an attempt.
 *
 * A worker reads ahead of what it can send. Every delivery first asks this gate for a turn, in which it is claimed, and
 * then for a slot, in which its request is made. An endpoint can have a few requests at a time, an account a share of all,
 * and retries at most half. What is ready beyond that is bounded too: for a quick endpoint it is twice what it can have at
 * a time, for others nothing. In both queues accounts take turns, and so do the endpoints of an account. Many more may be
 * ready if the fan-out of the same process hands them over, because nobody has to claim them: as many as a quick endpoint
 * gets to in a moment.
 *
 * A delivery waits if its endpoint, at its current pace, gets to it within seconds. Otherwise it is postponed until a
 * slot is likely to be free, which makes room for others to be read. So a dead endpoint delays only itself.
 */

/** The result of an attempt; `none` if none was made. */
export type AttemptResult = 'succeeded' | 'failed' | 'none'

/** Permission to claim a delivery. */
export interface Turn {
  /** Asks for a slot, once. */
  begin(): Promise<Slot | Deferral>
  /** Ends the turn, if it has not ended with its slot. */
  end(): void
}

/** Permission to make one attempt. */
export interface Slot {
  /** Ends the attempt, its slot and its turn, once. Returns how many attempts in a row have failed at this endpoint. */
  end(result: AttemptResult): number
  /** Ends them without an attempt, if they have not ended. */
  release(): void
}

export interface FairGateOptions {
  clock: Clock
  /** Most concurrent attempts. */
  slots: number
  /** Most concurrent attempts to one endpoint. */
  perEndpoint?: InFlightRange
  /** Most concurrent attempts of one account. Defaults to a quarter of all. */
  perAccount?: number
  /** Most deliveries waiting for one endpoint or account, unless they wait only for a moment. */
  maxWaiting: number
  /** Longest wait, in ms. */
  maxWaitMs?: number
}

/** After this many consecutive failures an endpoint counts as failing, and all its deliveries use the retry lane. */
export const FAILING_AFTER = 5
/** Turns for each slot of a quick endpoint. */
const TURNS_FOR_EACH = 2
/** Deliveries for each slot that can be handed over. They wait in memory, each with a lease that ends if the process dies. */
const HANDED_FOR_EACH = 64
const ALL_FOR_EACH = TURNS_FOR_EACH + HANDED_FOR_EACH
/** A wait that is no reason to put deliveries off, however many they are. */
const MOMENT_MS = 2_000
const MIN_DEFER_MS = 1_000
/**
 * For how long deliveries of quick and of other endpoints are deferred if they are too many to say when it is their turn, in ms.
 * Each time costs two writes to the ledger and a hint. So to defer thousands of a slow endpoint every few seconds would cost
 * more than all that it gets meanwhile.
 */
const DEFER_MS = { quick: [MIN_DEFER_MS, 5_000], slow: [15_000, 30_000] } as const
/** If more than this many come in that time, they are deferred for longer, in proportion. Then fewer come: the square root of that. */
const MANY = 2_000
/** Nothing is deferred for longer, in ms. An endpoint that is quick again gets everything within this time. */
const MAX_DEFER_MS = 600_000
const FORGET_ENDPOINT_MS = 600_000

export class FairGate {
  readonly #options: Required<FairGateOptions>
  readonly #paces = new Map<string, EndpointPace>()
  /** Those that wait for a turn, or have one. */
  readonly #turns: FairQueue<Lane>
  /** Those that were handed over. */
  readonly #handed: FairQueue<Lane>
  /** Those that wait for a slot, or have one. */
  readonly #slots: FairQueue<Lane>
  #closed = false

  constructor(options: FairGateOptions) {
    const perEndpoint = { least: 4, most: 64 }
    this.#options = { perEndpoint, perAccount: Math.ceil(options.slots / 4), maxWaitMs: 5_000, ...options }
    const { slots, perAccount } = this.#options
    const turns = makeQueue({
      permits: () => slots * TURNS_FOR_EACH,
      perAccount: () => perAccount * TURNS_FOR_EACH,
      perTarget: (id) => this.#turnsOf(this.#paceOf(id)),
    })
    this.#turns = turns
    this.#handed = makeQueue({
      permits: () => slots * ALL_FOR_EACH - turns.taken,
      perAccount: (id) => perAccount * ALL_FOR_EACH - turns.ofAccount(id).taken,
      perTarget: (id) => this.#paceOf(id).limit * ALL_FOR_EACH - turns.ofTarget(id).taken,
    })
    this.#slots = makeQueue({
      permits: () => slots,
      perAccount: () => perAccount,
      perTarget: (id) => this.#paceOf(id).limit,
    })
  }

  /** Takes a turn for a delivery that nobody has to claim. Null if the endpoint is not quick, or has enough of them. */
  enterReady(entry: Entry): Turn | null {
    const pace = this.#paceOf(entry.targetId)
    if (this.#closed || !pace.isQuick(this.#now()) || this.#readyWaitMs(entry, pace) > MOMENT_MS) return null
    const permit = this.#handed.tryAcquire(entry)
    return permit && this.#makeTurn(entry, permit)
  }

  /** Asks for a turn. Resolves at once, when one is free, or when waiting no longer pays. */
  enter(entry: Entry): Promise<Turn | Deferral> {
    const pace = this.#paceOf(entry.targetId)
    const { maxWaitMs } = this.#options
    const waitMs = this.#waitMs(entry, pace)
    if (this.#closed || waitMs > maxWaitMs || this.#isFull(entry, waitMs)) return Promise.resolve(this.#defer(entry))
    // Slow and failing endpoints must not take slots from first attempts.
    const isSlow = pace.failures >= FAILING_AFTER || pace.paceMs(this.#now()) >= maxWaitMs
    const own: Entry = isSlow ? { ...entry, lane: 'retry' } : entry
    return this.#wait(this.#turns, own, (permit) => this.#makeTurn(own, permit))
  }

  /** Postpones deliveries that have waited too long. Call it a few times a second. */
  expire(): void {
    const now = this.#now()
    this.#slots.expire(now)
    this.#turns.expire(now)
    for (const [id, pace] of this.#paces) {
      const { taken, waiting } = this.#turns.ofTarget(id)
      if (taken + waiting === 0 && now - pace.seenAt > FORGET_ENDPOINT_MS) this.#paces.delete(id)
    }
  }

  /** Postpones everything without a slot. Running attempts finish. */
  close(): void {
    this.#closed = true
    this.#slots.close()
    this.#turns.close()
  }

  async #wait<T>(queue: FairQueue<Lane>, entry: Entry, make: (permit: Permit) => T): Promise<T | Deferral> {
    const permit = await queue.acquire(entry, this.#now() + this.#options.maxWaitMs)
    return permit ? make(permit) : this.#defer(entry)
  }

  #makeTurn(entry: Entry, permit: Permit): Turn {
    const end = () => permit.release()
    return { begin: () => this.#wait(this.#slots, entry, (slot) => this.#makeSlot(entry, slot, end)), end }
  }

  #makeSlot({ targetId }: Entry, permit: Permit, endTurn: () => void): Slot {
    const pace = this.#paceOf(targetId)
    const startedAt = this.#now()
    pace.begin(startedAt)
    let hasEnded = false
    const end = (result: AttemptResult) => {
      if (hasEnded) return pace.failures
      hasEnded = true
      const waits = this.#slots.ofTarget(targetId).waiting + this.#turns.ofTarget(targetId).waiting > 0
      pace.end(startedAt, this.#now(), result, waits)
      permit.release()
      endTurn()
      return pace.failures
    }
    return { end, release: () => void end('none') }
  }

  /** Most turns of an endpoint: one for each slot, and some more while it is quick, so that the next ones are ready. */
  #turnsOf(pace: EndpointPace): number {
    return pace.isQuick(this.#now()) ? pace.limit * TURNS_FOR_EACH : pace.limit
  }

  /** Whether too many wait. Those that a quick endpoint gets to in a moment may wait, however many they are. */
  #isFull({ accountId, targetId }: Entry, waitMs: number): boolean {
    const { maxWaiting } = this.#options
    const all = this.#turns.ofAccount(accountId).waiting
    const others = all - this.#turns.ofTarget(targetId).waiting
    return others >= maxWaiting || (all >= maxWaiting && waitMs > MOMENT_MS)
  }

  /** Expected wait for a slot at the endpoint. */
  #waitMs({ targetId }: Entry, pace: EndpointPace): number {
    const { taken, waiting } = this.#turns.ofTarget(targetId)
    return pace.waitMs(taken + waiting + this.#handed.ofTarget(targetId).taken, this.#now())
  }

  /** Expected wait for a slot of one that is handed over: at its endpoint, in its account, and among all. */
  #readyWaitMs(entry: Entry, pace: EndpointPace): number {
    const { slots, perAccount } = this.#options
    const ofAccount = this.#handed.ofAccount(entry.accountId).taken / perAccount
    const ofAll = this.#handed.taken / slots
    return Math.max(this.#waitMs(entry, pace), Math.max(ofAccount, ofAll) * pace.paceMs(this.#now()))
  }

  /**
   * Books the next slot after all that are waiting or postponed; none when the gate is closed. If that is too far ahead to
   * predict, the time is random, so that they do not all come back at once.
   */
  #defer(entry: Entry): Deferral {
    if (this.#closed) return { inMs: 0 }
    const { clock } = this.#options
    const pace = this.#paceOf(entry.targetId)
    const now = this.#now()
    const paceMs = pace.paceMs(now)
    const [least, most] = DEFER_MS[pace.isQuick(now) ? 'quick' : 'slow']
    const freeAt = Math.max(pace.bookedUntil, now + Math.max(MIN_DEFER_MS, this.#waitMs(entry, pace)))
    const inMs = freeAt - now
    if (inMs > most) return { inMs: least + clock.random() * (this.#longestMs(pace, most) - least) }
    pace.bookedUntil = freeAt + paceMs / pace.limit
    return { inMs: Math.max(MIN_DEFER_MS, inMs * (0.9 + clock.random() * 0.1)) }
  }

  /** Longest deferral where many may wait. A delivery still comes again before it can be its turn. */
  #longestMs(pace: EndpointPace, usualMs: number): number {
    const now = this.#now()
    const count = pace.countTooEarly(now, usualMs)
    const longestMs = Math.min((count / MANY) * usualMs, pace.takesMs(count, now) / 2, MAX_DEFER_MS)
    return Math.max(usualMs, longestMs)
  }

  #paceOf(id: string): EndpointPace {
    const known = this.#paces.get(id)
    if (known) return known
    const made = new EndpointPace(this.#options.perEndpoint, this.#now())
    this.#paces.set(id, made)
    return made
  }

  #now(): number {
    return this.#options.clock.now().getTime()
  }
}

/** A queue in which retries have at most half of the permits. */
function makeQueue(limits: Omit<FairQueueLimits<Lane>, 'perLane'>): FairQueue<Lane> {
  const perLane = (lane: Lane) => (lane === 'retry' ? Math.floor(limits.permits() / 2) : Infinity)
  return new FairQueue<Lane>({ ...limits, perLane }, ['first', 'retry'])
}
