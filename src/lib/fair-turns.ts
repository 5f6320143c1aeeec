/** Starts work and returns a promise of its end, which must not reject; null if nothing is left to do. */
export type Begin = () => Promise<unknown> | null

interface Owner {
  running: number
  /** A first-in-first-out queue of two lists: when `leaves` is empty, it becomes `came` in reverse. */
  came: Begin[]
  leaves: Begin[]
}

/**
 * Shares a number of slots among owners, who take turns. The fewer slots are free, the fewer an owner may hold. So a new
 * owner finds one even if others have much work.
 */
export class FairTurns {
  readonly #slots: number
  readonly #timesFree: number
  /** Owners in the order of their turns. */
  readonly #owners = new Map<string, Owner>()
  #running = 0

  /** @param options.timesFree how many times as many slots as are free an owner may hold. */
  constructor({ slots, timesFree }: { slots: number; timesFree: number }) {
    this.#slots = slots
    this.#timesFree = timesFree
  }

  /** How much work of an owner is waiting. */
  waiting(ownerId: string): number {
    const owner = this.#owners.get(ownerId)
    return owner ? waitingOf(owner) : 0
  }

  /** Starts the work when its turn comes, which may be at once. */
  add(ownerId: string, begin: Begin): void {
    const owner = this.#owners.get(ownerId) ?? { running: 0, came: [], leaves: [] }
    this.#owners.set(ownerId, owner)
    owner.came.push(begin)
    this.#admit()
  }

  /** Does the work when its turn comes, and returns its result. */
  run<T>(ownerId: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => this.add(ownerId, () => work().then(resolve, reject)))
  }

  #admit(): void {
    while (this.#running < this.#slots) {
      const next = this.#next()
      if (!next) return
      const [id, owner] = next
      const work = takeFrom(owner)()
      if (work) this.#hold(id, owner, work)
      else this.#forgetIdle(id, owner)
    }
  }

  #next(): [string, Owner] | null {
    const most = this.#timesFree * (this.#slots - this.#running)
    for (const entry of this.#owners) {
      if (entry[1].running < most && waitingOf(entry[1]) > 0) return entry
    }
    return null
  }

  #hold(id: string, owner: Owner, work: Promise<unknown>): void {
    this.#running += 1
    owner.running += 1
    // The next turn belongs to another owner.
    this.#owners.delete(id)
    this.#owners.set(id, owner)
    void work.then(() => {
      this.#running -= 1
      owner.running -= 1
      this.#forgetIdle(id, owner)
      this.#admit()
    })
  }

  #forgetIdle(id: string, owner: Owner): void {
    if (owner.running + waitingOf(owner) === 0) this.#owners.delete(id)
  }
}

const waitingOf = ({ came, leaves }: Owner) => came.length + leaves.length

function takeFrom(owner: Owner): Begin {
  if (owner.leaves.length === 0) {
    owner.leaves = owner.came.reverse()
    owner.came = []
  }
  return owner.leaves.pop()!
}
