import { mongo } from 'mongoose'
import { ApiError, type ErrorCode } from '../../errors.js'
import { StaleReadError } from '../../lib/errors/stale-read-error.js'
import type { Models } from '../../models/index.js'
import { type LookUp, lookUp } from '../../models/look-up.js'
import type { Caller } from '../caller.js'

/** After it, mongod gives a barrier up, in ms: later than whoever waits for it. */
const MAX_TIME_MS = 10_000

const CONFIRMED = {
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  writeConcern: { w: 'majority' },
  maxCommitTimeMS: MAX_TIME_MS,
} as const

/** Tries of a transaction that another one may mend: the first may meet a primary that has just stepped down. */
const TRIES = 2

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
 * The barrier is a transaction that only reads. With a write concern, its commit writes an entry to the oplog and ends when a
 * majority has it in its journal, so a majority has confirmed the primary. A linearizable read does the same, but waits for the
 * next sync of the journal instead of asking for one: 100 ms without replication. For a sharded cluster, the transaction
 * reads the rows of the accounts, and a collection that is not sharded.
 */
export class ReadBarrier {
  readonly #pass: LookUp<string | null, undefined>

  constructor({ models }: { models: Pick<Models, 'accounts' | 'apiKeys' | 'connection'> }) {
    const { accounts, apiKeys, connection } = models
    async function read(ids: string[], session: mongo.ClientSession): Promise<void> {
      const own = { session, projection: { _id: 1 }, maxTimeMS: MAX_TIME_MS }
      await apiKeys.collection.findOne({ _id: '' }, own)
      if (ids.length > 0) await accounts.collection.find({ _id: { $in: ids } }, own).toArray()
    }
    const pass = async (ids: (string | null)[]) => {
      const session = await connection.startSession()
      try {
        await confirm(session, () => read([...new Set(ids.filter((id) => id !== null))], session))
      } finally {
        await session.endSession()
      }
      return ids.map(() => undefined)
    }
    this.#pass = lookUp(pass)
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

/** Commits a transaction that only reads. Not by `withTransaction`, which goes on for two minutes. */
async function confirm(session: mongo.ClientSession, read: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      session.startTransaction(CONFIRMED)
      await read()
      return await session.commitTransaction()
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction()
      if (!isUnconfirmed(error)) throw error
      if (tried === TRIES) throw new StaleReadError('no majority has confirmed the primary', { cause: error })
    }
  }
}

/** Whether an error only says that a transaction has failed or may have failed, which changes nothing if it only reads. */
const isUnconfirmed = (error: unknown) =>
  error instanceof mongo.MongoError &&
  (error.hasErrorLabel('TransientTransactionError') || error.hasErrorLabel('UnknownTransactionCommitResult'))
