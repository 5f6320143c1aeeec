import { type LookUp, lookUp } from '../../models/look-up.js'
import type { OperatorDeps } from '../deps.js'

/** After it, mongod gives a barrier up, in ms: later than whoever waits for it. */
const MAX_TIME_MS = 10_000

const LINEARIZABLE = { readConcern: { level: 'linearizable' }, maxTimeMS: MAX_TIME_MS, projection: { _id: 1 } } as const

/**
 * Makes sure of what was not found.
 *
 * Reads see what a majority has, but not always the newest of it. A primary that was just elected learns a little later how far
 * its predecessor had come, and one that is cut off from the others does not know for some seconds that it has a successor. So
 * what was acknowledged a moment ago can seem not to exist. Whoever says so to a client, who will not ask again, looks once more
 * behind a barrier: it ends when a majority agrees that the primary is one, and from then on its reads see everything that was
 * acknowledged before.
 *
 * The barrier is a linearizable read, which waits until a majority has confirmed the primary. In a sharded cluster it asks the
 * shard with the account's row.
 */
export class ReadBarrier {
  readonly #pass: LookUp<string | null, undefined>

  constructor({ models }: Pick<OperatorDeps, 'models'>) {
    const { accounts, apiKeys } = models
    const read = (id: string | null) =>
      id === null
        ? apiKeys.collection.findOne({ _id: '' }, LINEARIZABLE)
        : accounts.collection.findOne({ _id: id }, LINEARIZABLE)
    this.#pass = lookUp(async (ids) => {
      await Promise.all([...new Set(ids)].map(read))
      return ids.map(() => undefined)
    })
  }

  /**
   * Waits until reads see everything that was acknowledged before.
   * @param accountId null for rows that belong to no account yet, such as the keys of requests.
   * @throws errors that `isDatabaseUnavailable` knows if no majority answers in time.
   */
  async pass(accountId: string | null): Promise<void> {
    await this.#pass(accountId)
  }

  /** What `look` finds, if need be behind the barrier. */
  async find<T>(accountId: string | null, look: () => Promise<T | null>): Promise<T | null> {
    const found = await look()
    if (found !== null) return found
    await this.pass(accountId)
    return look()
  }
}
