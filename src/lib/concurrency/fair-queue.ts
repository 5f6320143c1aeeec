import { Fifo } from '../collections/fifo.js'
import { getOrMake } from '../collections/get-or-make.js'

/*
 * A queue for permits. A target can have a few of them, an account a share, and a lane as many as its rule gives it at the
 * moment. Lanes take turns, so do the waiting accounts of a lane, and the targets of an account.
 */

/** What wants a permit. */
export interface QueueEntry<Lane extends string = string> {
  accountId: string
  /** Where it goes, such as an endpoint. */
  targetId?: string
  /** By default the first. */
  lane?: Lane
  /**
   * How many permits it takes, such as for its bytes. By default one. While there are too few for it, it holds up those
   * behind it that have the same account, target and lane, or they would take them again and again. Others overtake it.
   */
  size?: number
}

/** A permit that is taken. */
export interface Permit {
  /** Gives it back. Idempotent. */
  release(): void
}

/** That of work that needs none. */
export const NO_PERMIT: Permit = { release: () => undefined }

/** Limits at present. */
export interface FairQueueLimits<Lane extends string = string> {
  /** All permits. */
  permits(): number
  /** Most permits of a lane. By default all. */
  perLane?(lane: Lane): number
  /** Most permits of an account. By default all. */
  perAccount?(accountId: string): number
  /** Most permits of a target. By default all. */
  perTarget?(targetId: string): number
}

/** Permits that are taken, and how many wait for one. */
interface Use {
  taken: number
  waiting: number
}

interface Waiter<Lane extends string> {
  entry: Required<QueueEntry<Lane>>
  deadline: number
  /** Called once, with null if it is sent away. */
  decide: (permit: Permit | null) => void
}

/** Those of one account that wait in one lane, by target. */
type Line<Lane extends string> = Map<string, Fifo<Waiter<Lane>>>

const NO_USE: Readonly<Use> = { taken: 0, waiting: 0 }

export class FairQueue<Lane extends string = 'all'> {
  readonly #limits: Required<FairQueueLimits<Lane>>
  readonly #targets = new Map<string, Use>()
  readonly #accounts = new Map<string, Use>()
  readonly #firstLane: Lane
  /** In the order of their turns. */
  readonly #lanes: Map<Lane, { use: Use; lines: Map<string, Line<Lane>> }>
  #taken = 0
  #isAdmitting = false
  #isClosed = false

  constructor(limits: FairQueueLimits<Lane>, lanes: readonly Lane[] = ['all' as Lane]) {
    const all = () => Infinity
    this.#limits = { perLane: all, perAccount: all, perTarget: all, ...limits }
    this.#firstLane = lanes[0]!
    this.#lanes = new Map(lanes.map((lane) => [lane, { use: { taken: 0, waiting: 0 }, lines: new Map() }]))
  }

  /** All permits that are taken. */
  get taken(): number {
    return this.#taken
  }

  ofTarget(id: string): Readonly<Use> {
    return this.#targets.get(id) ?? NO_USE
  }

  ofAccount(id: string): Readonly<Use> {
    return this.#accounts.get(id) ?? NO_USE
  }

  ofLane(lane: Lane): Readonly<Use> {
    return this.#lanes.get(lane)!.use
  }

  /** Takes a permit now, without waiting. Null if there is none. */
  tryAcquire(entry: QueueEntry<Lane>): Permit | null {
    const full = this.#fullEntry(entry)
    return !this.#isClosed && this.#hasRoom(full) ? this.#take(full) : null
  }

  /**
   * Waits for a permit. Null if the queue is closed before, or expires after the deadline.
   * @param deadline when it has waited too long, in ms since 1970.
   */
  acquire(entry: QueueEntry<Lane>, deadline = Infinity): Promise<Permit | null> {
    if (this.#isClosed) return Promise.resolve(null)
    const full = this.#fullEntry(entry)
    const { accountId, targetId, lane } = full
    const line = getOrMake(this.#lanes.get(lane)!.lines, accountId, (): Line<Lane> => new Map())
    const waiters = getOrMake(line, targetId, () => new Fifo<Waiter<Lane>>())
    this.#count(full, 'waiting', 1)
    return new Promise((decide) => {
      waiters.push({ entry: full, deadline, decide })
      this.admit()
    })
  }

  /**
   * Does work with a permit, and returns its result.
   * @throws ClosedQueueError
   */
  async hold<T>(entry: QueueEntry<Lane>, work: () => Promise<T>): Promise<T> {
    const permit = await this.acquire(entry)
    if (!permit) throw new ClosedQueueError('the queue was closed before there was a permit')
    try {
      return await work()
    } finally {
      permit.release()
    }
  }

  /** Lets in as many as there are permits. Call it when a limit has grown. */
  admit(): void {
    if (this.#isAdmitting) return
    this.#isAdmitting = true
    for (let waiter = this.#next(); waiter; waiter = this.#next()) {
      moveToEnd(this.#lanes, waiter.entry.lane)
      waiter.decide(this.#take(waiter.entry))
    }
    this.#isAdmitting = false
  }

  /** Sends away those whose deadline has come. In each line the first has waited longest: if it may stay, all may. */
  expire(now: number): void {
    for (const { lines } of this.#lanes.values()) {
      for (const waiters of [...lines.values()].flatMap((line) => [...line.values()])) {
        for (let first = waiters.first(); first && first.deadline <= now; first = waiters.first()) {
          waiters.shift()
          this.#dequeued(first)
          first.decide(null)
        }
      }
    }
  }

  /** Sends away all that wait, and whoever comes. Permits that are taken stay so until they are released. */
  close(): void {
    this.#isClosed = true
    this.expire(Infinity)
  }

  #fullEntry({
    accountId,
    targetId = '',
    lane = this.#firstLane,
    size = 1,
  }: QueueEntry<Lane>): Required<QueueEntry<Lane>> {
    return { accountId, targetId, lane, size }
  }

  #take(entry: Required<QueueEntry<Lane>>): Permit {
    this.#count(entry, 'taken', entry.size)
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      this.#count(entry, 'taken', -entry.size)
      this.admit()
    }
    return { release }
  }

  #hasRoomIn(lane: Lane): boolean {
    return this.#taken < this.#limits.permits() && this.ofLane(lane).taken < this.#limits.perLane(lane)
  }

  #hasRoom({ accountId, targetId, lane, size }: Required<QueueEntry<Lane>>): boolean {
    const { permits, perLane, perAccount, perTarget } = this.#limits
    const more = size - 1
    if (this.#taken + more >= permits() || this.ofLane(lane).taken + more >= perLane(lane)) return false
    if (this.ofAccount(accountId).taken + more >= perAccount(accountId)) return false
    return this.ofTarget(targetId).taken + more < perTarget(targetId)
  }

  #next(): Waiter<Lane> | null {
    for (const lane of this.#lanes.keys()) {
      const waiter = this.#nextOf(lane)
      if (waiter) return waiter
    }
    return null
  }

  /** The next of a lane: accounts take turns, and so do the targets of each. */
  #nextOf(lane: Lane): Waiter<Lane> | null {
    if (!this.#hasRoomIn(lane)) return null
    const { lines } = this.#lanes.get(lane)!
    for (const [accountId, line] of lines) {
      if (this.ofAccount(accountId).taken >= this.#limits.perAccount(accountId)) continue
      for (const [targetId, waiters] of line) {
        if (!this.#hasRoom(waiters.first()!.entry)) continue
        const waiter = waiters.shift()!
        moveToEnd(line, targetId)
        moveToEnd(lines, accountId)
        this.#dequeued(waiter)
        return waiter
      }
    }
    return null
  }

  /** Counts one as no longer waiting, and removes its lines if they are empty. */
  #dequeued({ entry }: Waiter<Lane>): void {
    const { accountId, targetId, lane } = entry
    this.#count(entry, 'waiting', -1)
    const { lines } = this.#lanes.get(lane)!
    const line = lines.get(accountId)
    if (line?.get(targetId)?.size === 0) line.delete(targetId)
    if (line?.size === 0) lines.delete(accountId)
  }

  #count({ accountId, targetId, lane }: Required<QueueEntry<Lane>>, what: keyof Use, change: number): void {
    if (what === 'taken') this.#taken += change
    this.#lanes.get(lane)!.use[what] += change
    for (const [uses, id] of [
      [this.#accounts, accountId],
      [this.#targets, targetId],
    ] as const) {
      const use = getOrMake(uses, id, (): Use => ({ taken: 0, waiting: 0 }))
      use[what] += change
      if (use.taken + use.waiting === 0) uses.delete(id)
    }
  }
}

/** Thrown by {@link FairQueue.hold} if the queue is closed. */
export class ClosedQueueError extends Error {
  override name = 'ClosedQueueError'
}

/**
 * A queue in which an account can have so many times the permits that are free. So the more permits are taken, the fewer
 * anybody gets, and a new account finds one even if others have much work.
 */
export function makeSharedQueue(permits: number, freePermitsFactor: number): FairQueue {
  const queue: FairQueue = new FairQueue({
    permits: () => permits,
    perAccount: () => freePermitsFactor * (permits - queue.taken),
  })
  return queue
}

function moveToEnd<K, V>(map: Map<K, V>, key: K): void {
  const value = map.get(key)!
  map.delete(key)
  map.set(key, value)
}
