/** Begins a piece of work and answers its end, which must not fail; null when there is nothing to do any more. */
export type Begin = () => Promise<unknown> | null

interface Owner {
  running: number
  /** First in, first out: what came goes over to what leaves, turned round, whenever that is used up. */
  came: Begin[]
  leaves: Begin[]
}

/**
 * Places for work of many owners, who take turns. None has all places: who comes anew finds one, however much work
 * another has brought.
 */
export class FairTurns {
  readonly #places: number
  readonly #perOwner: number
  /** In the order of their turns. */
  readonly #owners = new Map<string, Owner>()
  #running = 0

  constructor({ places, perOwner }: { places: number; perOwner: number }) {
    this.#places = places
    this.#perOwner = perOwner
  }

  /** How much work of an owner waits for its turn. */
  waiting(ownerId: string): number {
    const owner = this.#owners.get(ownerId)
    return owner ? waitingOf(owner) : 0
  }

  /** Lets the work begin when its turn comes, which may be at once. */
  add(ownerId: string, begin: Begin): void {
    const owner = this.#owners.get(ownerId) ?? { running: 0, came: [], leaves: [] }
    this.#owners.set(ownerId, owner)
    owner.came.push(begin)
    this.#admit()
  }

  #admit(): void {
    while (this.#running < this.#places) {
      const next = this.#next()
      if (!next) return
      const [id, owner] = next
      const work = takeFrom(owner)()
      if (work) this.#hold(id, owner, work)
      else this.#forgetIdle(id, owner)
    }
  }

  #next(): [string, Owner] | null {
    for (const entry of this.#owners) {
      if (entry[1].running < this.#perOwner && waitingOf(entry[1]) > 0) return entry
    }
    return null
  }

  #hold(id: string, owner: Owner, work: Promise<unknown>): void {
    this.#running += 1
    owner.running += 1
    // The next turn is somebody else's.
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
