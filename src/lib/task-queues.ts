/** Waiting items of many owners, who take turns. */
export class TaskQueues<T> {
  /** In the order of their turns. None is empty. */
  readonly #byOwner = new Map<string, T[]>()
  #size = 0

  /** How many items are waiting. */
  get size(): number {
    return this.#size
  }

  add(owner: string, item: T): void {
    this.#queueOf(owner).push(item)
    this.#size += 1
  }

  /** Puts items before the others of their owner. */
  putBack(owner: string, items: readonly T[]): void {
    if (items.length === 0) return
    this.#queueOf(owner).unshift(...items)
    this.#size += items.length
  }

  /** The owners who may have a turn, in order. */
  ownersExcept(busy: ReadonlySet<string>): string[] {
    return [...this.#byOwner.keys()].filter((owner) => !busy.has(owner))
  }

  /** The first item of an owner who has any. */
  first(owner: string): T {
    return this.#byOwner.get(owner)![0]!
  }

  /** Takes the first items of an owner, who then waits for everybody else's turn. */
  take(owner: string, count = Infinity): T[] {
    const queue = this.#byOwner.get(owner) ?? []
    const taken = queue.splice(0, count)
    this.#set(owner, queue)
    this.#size -= taken.length
    return taken
  }

  /** Takes certain items of an owner. */
  takeWhere(owner: string, isMeant: (item: T) => boolean): T[] {
    const all = this.take(owner)
    this.putBack(
      owner,
      all.filter((item) => !isMeant(item)),
    )
    return all.filter(isMeant)
  }

  /** Takes everything. */
  takeAll(): T[] {
    return [...this.#byOwner.keys()].flatMap((owner) => this.take(owner))
  }

  #queueOf(owner: string): T[] {
    const queue = this.#byOwner.get(owner) ?? []
    this.#byOwner.set(owner, queue)
    return queue
  }

  #set(owner: string, queue: T[]): void {
    this.#byOwner.delete(owner)
    if (queue.length > 0) this.#byOwner.set(owner, queue)
  }
}
