import { ApiError, type ErrorCode } from '../../errors.js'
import type { Models } from '../../models/index.js'
import { type LookUp, lookUp } from '../../models/look-up.js'
import type { Caller } from '../caller.js'

/** After it, mongod gives a barrier up, in ms: later than whoever waits for it. */
const MAX_TIME_MS = 10_000

/** Accounts that share a barrier. Each takes a connection. */
const MAX_ACCOUNTS = 20

const LINEARIZABLE = {
  readConcern: { level: 'linearizable' },
  readPreference: 'primary',
  maxTimeMS: MAX_TIME_MS,
  projection: { _id: 1 },
} as const

/** Errors of what does not exist, or not yet in the state that it needs. */
const ABSENCES: readonly ErrorCode[] = [
  ...(['not_found', 'template_not_found', 'list_not_found'] as const),
  ...(['from_not_verified', 'domain_not_verified', 'no_verified_domain', 'domain_not_ready'] as const),
  'recipient_not_verified',
]

/** Whether an error says that something is missing, which may only be so in what was read. */
export const isAbsence = (error: unknown): boolean => error instanceof ApiError && ABSENCES.includes(error.code)

/**
 * Makes sure of what was not found.
 *
 * Reads see what a majority has, but not always the newest of it. A primary that was just elected learns a little later how far
 * its predecessor had come, and one that is cut off from the others does not know for some seconds that it has a successor. So
 * what was acknowledged a moment ago can seem not to exist. Whoever says so to a client, who will not ask again, looks once more
 * behind a barrier: it ends when a majority agrees that the primary is one, and from then on its reads see everything that was
 * acknowledged before.
 *
 * The barrier is a linearizable read, which waits until a majority has confirmed the primary. There are two of them, for a sharded
 * cluster: one of the row of the account, and one of a collection that is not sharded.
 */
export class ReadBarrier {
  readonly #pass: LookUp<string | null, undefined>

  constructor({ models }: { models: Pick<Models, 'accounts' | 'apiKeys'> }) {
    const { accounts, apiKeys } = models
    const read = (id: string | null) =>
      id === null
        ? apiKeys.collection.findOne({ _id: '' }, LINEARIZABLE)
        : accounts.collection.findOne({ _id: id }, LINEARIZABLE)
    const pass = async (ids: (string | null)[]) => {
      await Promise.all([...new Set([null, ...ids])].map(read))
      return ids.map(() => undefined)
    }
    this.#pass = lookUp(pass, { maxItems: MAX_ACCOUNTS })
  }

  /**
   * Waits until reads see everything that was acknowledged before.
   * @param accountId null for what is not sharded by account.
   * @throws errors that `isDatabaseUnavailable` knows if no majority answers in time.
   */
  async pass(accountId: string | null): Promise<void> {
    await this.#pass(accountId)
  }

  /** What `look` finds, if need be behind the barrier. For rows that are looked up before their account is known. */
  async find<T>(look: () => Promise<T | null>): Promise<T | null> {
    const found = await look()
    if (found !== null) return found
    await this.pass(null)
    return look()
  }

  /** As {@link pass}. Returns the caller for what is done again: nothing kept under what was read of the account counts any more. */
  async passFor(caller: Caller): Promise<Caller> {
    await this.pass(caller.accountId)
    return { ...caller, revisions: { ...caller.revisions, at: Number.NEGATIVE_INFINITY } }
  }
}
