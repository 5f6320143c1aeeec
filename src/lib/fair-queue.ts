/*
 * A queue with places. A target can have a few of them, an account a share, and a lane as many as its rule gives it at the
 * moment. Lanes take turns, so do the waiting accounts of a lane, and the targets of an account.
 */

/** What wants a place. */
export interface QueueEntry<Lane extends string = string> {
  accountId: string
  /** Where it goes, such as an endpoint. */
  targetId: string
  lane: Lane
}

export interface Waiter<Lane extends string = string> {
  entry: QueueEntry<Lane>
  /** When it has waited too long, in ms since 1970. */
  deadline: number
  /** Called once: with true when it gets a place, with false when it is dismissed. */
  decide: (isIn: boolean) => void
}

/** Limits at present. */
export interface FairQueueLimits<Lane extends string = string> {
  /** All places. */
  places(): number
  /** Most places of a lane. By default all. */
  perLane?(lane: Lane): number
  /** Most places of an account. By default all. */
  perAccount?(accountId: string): number
  /** Most places of a target. By default all. */
  perTarget?(targetId: string): number
}

/** Places that are taken, and how many wait for one. */
interface Use {
  taken: number
  waiting: number
}

/** Those of one account that wait in one lane, by target. */
type Line<Lane extends string> = Map<string, Waiter<Lane>[]>

const NO_USE: Readonly<Use> = { taken: 0, waiting: 0 }

export class FairQueue<Lane extends string> {
  readonly #limits: Required<FairQueueLimits<Lane>>
  readonly #targets = new Map<string, Use>()
  readonly #accounts = new Map<string, Use>()
  /** In the order of their turns. */
  readonly #lanes: Map<Lane, { use: Use; lines: Map<string, Line<Lane>> }>
  #isOpen = false

  constructor(lanes: readonly Lane[], limits: FairQueueLimits<Lane>) {
    const all = () => Infinity
    this.#limits = { perLane: all, perAccount: all, perTarget: all, ...limits }
    this.#lanes = new Map(lanes.map((lane) => [lane, { use: { taken: 0, waiting: 0 }, lines: new Map() }]))
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

  /** Takes a place now, without waiting. False if there is none. */
  take(entry: QueueEntry<Lane>): boolean {
    if (!this.#hasPlace(entry)) return false
    this.#count(entry, 'taken', 1)
    return true
  }

  /** Waits for a place. The decision may come at once. */
  wait(waiter: Waiter<Lane>): void {
    if (this.#isOpen) {
      waiter.decide(false)
      return
    }
    const { accountId, targetId, lane } = waiter.entry
    const line = getOrAdd(this.#lanes.get(lane)!.lines, accountId, (): Line<Lane> => new Map())
    getOrAdd(line, targetId, (): Waiter<Lane>[] => []).push(waiter)
    this.#count(waiter.entry, 'waiting', 1)
    this.admit()
  }

  /** Does the work in a place, and returns its result. Once the queue is open, without waiting for one. */
  async hold<T>(entry: QueueEntry<Lane>, work: () => Promise<T>): Promise<T> {
    const isIn = await new Promise<boolean>((decide) => this.wait({ entry, deadline: Infinity, decide }))
    try {
      return await work()
    } finally {
      if (isIn) this.leave(entry)
    }
  }

  /** Lets everybody in from now on, so that they can give up at once what they wait for. */
  open(): void {
    this.#isOpen = true
    this.dismiss(() => true)
  }

  /** Gives a place back. */
  leave(entry: QueueEntry<Lane>): void {
    this.#count(entry, 'taken', -1)
    this.admit()
  }

  /** Lets in as many as there are places. Call it when a limit has grown. */
  admit(): void {
    for (;;) {
      const waiter = this.#next()
      if (!waiter) return
      moveToEnd(this.#lanes, waiter.entry.lane)
      this.#count(waiter.entry, 'taken', 1)
      waiter.decide(true)
    }
  }

  /** Sends away those that wait and match. In each line the first has waited longest: if it may stay, all may. */
  dismiss(matches: (waiter: Waiter<Lane>) => boolean): void {
    for (const { lines } of this.#lanes.values()) {
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
    return [...this.#lanes.values()].reduce((sum, { use }) => sum + use.taken, 0)
  }

  #hasPlaceIn(lane: Lane): boolean {
    return this.taken < this.#limits.places() && this.ofLane(lane).taken < this.#limits.perLane(lane)
  }

  #hasPlace({ accountId, targetId, lane }: QueueEntry<Lane>): boolean {
    const { perAccount, perTarget } = this.#limits
    if (!this.#hasPlaceIn(lane) || this.ofAccount(accountId).taken >= perAccount(accountId)) return false
    return this.ofTarget(targetId).taken < perTarget(targetId)
  }

  #next(): Waiter<Lane> | null {
    for (const lane of this.#lanes.keys()) {
      const waiter = this.#takeFrom(lane)
      if (waiter) return waiter
    }
    return null
  }

  /** The next of a lane: accounts take turns, and so do the targets of each. */
  #takeFrom(lane: Lane): Waiter<Lane> | null {
    if (!this.#hasPlaceIn(lane)) return null
    const { lines } = this.#lanes.get(lane)!
    for (const [accountId, line] of lines) {
      if (this.ofAccount(accountId).taken >= this.#limits.perAccount(accountId)) continue
      for (const [targetId, waiters] of line) {
        if (this.ofTarget(targetId).taken >= this.#limits.perTarget(targetId)) continue
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
    if (line?.get(targetId)?.length === 0) line.delete(targetId)
    if (line?.size === 0) lines.delete(accountId)
  }

  #count({ accountId, targetId, lane }: QueueEntry<Lane>, what: keyof Use, change: 1 | -1): void {
    this.#lanes.get(lane)!.use[what] += change
    for (const [uses, id] of [
      [this.#accounts, accountId],
      [this.#targets, targetId],
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
