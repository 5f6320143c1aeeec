import { getOrMake } from './get-or-make.js'
import { Group, type GroupOptions } from './group.js'

/** A {@link Group} for each key, so that one key does not delay another. */
export class KeyedGroup<T, R> {
  readonly #run: (key: string, items: T[]) => Promise<(R | Error)[] | undefined>
  readonly #options: GroupOptions<T>
  readonly #groups = new Map<string, { group: Group<T, R>; inProgress: number }>()

  constructor(run: (key: string, items: T[]) => Promise<(R | Error)[] | undefined>, options: GroupOptions<T>) {
    this.#run = run
    this.#options = options
  }

  /** Adds an item to the next run of its key. */
  async add(key: string, item: T): Promise<R> {
    const own = getOrMake(this.#groups, key, () => ({
      group: new Group<T, R>((items) => this.#run(key, items), this.#options),
      inProgress: 0,
    }))
    own.inProgress += 1
    try {
      return await own.group.add(item)
    } finally {
      own.inProgress -= 1
      if (own.inProgress === 0) this.#groups.delete(key)
    }
  }
}
