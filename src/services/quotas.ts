import type { mongo } from 'mongoose'
import { ApiError } from '../errors.js'
import { KeyedTurns } from '../lib/keyed-turns.js'
import type { Plan } from '../models/account.js'
import type { Models } from '../models/index.js'

/** What an account without a plan, or with Starter, can have at most. */
export const QUOTAS = { webhooks: 100, templates: 1_000, api_keys: 500 } as const
/** How much more the other plans allow. */
const PAID_FACTOR = 10

export type CountedResource = keyof typeof QUOTAS

type Session = mongo.ClientSession | undefined

/** What a creation does in its transaction. */
export interface Creation {
  /** How many the account has. */
  count(session: Session): Promise<number>
  insert(session: mongo.ClientSession): Promise<unknown>
}

/**
 * Limits how much an account can have, exactly, across processes.
 *
 * A creation first writes the quota row of its account, then counts, then inserts, in one transaction. Of two
 * transactions that write the same row one fails and repeats, so it counts what the other has inserted. Nothing is
 * stored that could differ from what exists.
 */
export class Quotas {
  readonly #models: Models
  /** Within this process creations of an account wait for each other, which costs less than failing and repeating. */
  readonly #turns = new KeyedTurns()

  constructor({ models }: { models: Models }) {
    this.#models = models
  }

  /**
   * Creates one more of a resource.
   * @throws ApiError `too_many_webhooks`, `too_many_templates` or `too_many_api_keys`.
   */
  create(resource: CountedResource, accountId: string, { count, insert }: Creation): Promise<void> {
    const { connection, quotas } = this.#models
    const assertRoom = async (session?: Session) => {
      const limit = QUOTAS[resource] * (await this.#factorOf(accountId, session))
      if ((await count(session)) >= limit) throw new ApiError(`too_many_${resource}`)
    }
    const _id = `${accountId}|${resource}`
    return this.#turns.take(_id, async () => {
      // A full account costs no transaction.
      await assertRoom()
      // Outside the transaction: concurrent inserts of the same row inside would keep aborting each other.
      await quotas.collection.updateOne({ _id }, { $setOnInsert: { turn: 0 } }, { upsert: true })
      await connection.transaction(async (session) => {
        await quotas.collection.updateOne({ _id }, { $inc: { turn: 1 } }, { session })
        await assertRoom(session)
        await insert(session)
      })
    })
  }

  async #factorOf(accountId: string, session: Session): Promise<number> {
    const options = { projection: { plan: 1 }, ...(session && { session }) }
    const account = await this.#models.accounts.collection.findOne({ _id: accountId }, options)
    return factorOf(account?.plan ?? null)
  }
}

const factorOf = (plan: Plan | null) => (plan === null || plan === 'starter' ? 1 : PAID_FACTOR)
