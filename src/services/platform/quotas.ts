import type { mongo } from 'mongoose'
import { ApiError } from '../../errors.js'
import { Keyed } from '../../lib/concurrency/keyed.js'
import { Semaphore } from '../../lib/concurrency/semaphore.js'
import type { Models } from '../../models/index.js'
import type { Plan } from '../../plan-names.js'

/** What an account without a plan, or with Starter, can have at most. */
export const QUOTAS = {
  webhooks: 100,
  templates: 1_000,
  api_keys: 500,
  inbound_routes: 100,
  inboxes: 1_000,
  labels: 500,
  saved_replies: 500,
  drafts: 1_000,
  blocked_senders: 1_000,
  contact_lists: 1_000,
} as const
/** How much more the other plans allow. */
const PAID_FACTOR = 10

export type CountedResource = keyof typeof QUOTAS

/** Most bytes of uploads of such an account. */
export const UPLOAD_QUOTA_BYTES = 1024 ** 3
/** Most bytes of the drafts of such an account. They are counted in the turn of the quota `drafts`. */
export const DRAFT_QUOTA_BYTES = 1024 ** 3
const LIMITS = { ...QUOTAS, uploads: UPLOAD_QUOTA_BYTES }
type Resource = keyof typeof LIMITS

type Session = mongo.ClientSession | undefined

/** What a creation does in its transaction. */
export interface Creation {
  /** How much it adds; 1 by default. */
  amount?: number
  /** How much the account has. */
  count(session: Session): Promise<number>
  /** What comes first in the transaction: changes of rows that others change often. */
  first?(session: mongo.ClientSession): Promise<unknown>
  insert(session: mongo.ClientSession): Promise<unknown>
}

interface Change extends Pick<Creation, 'first'> {
  /** Done before the transaction. */
  before?(): Promise<void>
  /** Done in the transaction. */
  work(session: mongo.ClientSession): Promise<unknown>
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
  readonly #changes = new Keyed(() => new Semaphore(1))

  constructor({ models }: { models: Models }) {
    this.#models = models
  }

  /**
   * Creates one more of a resource, or more of what its bytes are counted of.
   * @throws ApiError `too_many_webhooks` and the like or, for uploads, `payload_too_large`.
   */
  create(resource: Resource, accountId: string, { amount = 1, count, first, insert }: Creation): Promise<void> {
    const assertRoom = async (session?: Session) => {
      const limit = await this.limitOf(resource, accountId, session)
      if ((await count(session)) + amount > limit) throw refusal(resource)
    }
    return this.change(resource, accountId, {
      // A full account costs no transaction.
      before: assertRoom,
      ...(first && { first }),
      work: async (session) => {
        await assertRoom(session)
        await insert(session)
      },
    })
  }

  /** Runs a transaction in which nothing else changes what an account has of a resource. */
  change(resource: Resource, accountId: string, { before, first, work }: Change): Promise<void> {
    const { connection, quotas } = this.#models
    const _id = quotaId(accountId, resource)
    const change = async () => {
      await before?.()
      // Outside the transaction: concurrent inserts of the same row inside would keep aborting each other.
      await quotas.collection.updateOne({ _id }, { $setOnInsert: { turn: 0 } }, { upsert: true })
      await connection.transaction(async (session) => {
        await first?.(session)
        await quotas.collection.updateOne({ _id }, { $inc: { turn: 1 } }, { session })
        await work(session)
      })
    }
    return this.#changes.use(_id, (lock) => lock.hold(1, change))
  }

  /** How much of a resource an account can have, by its plan; of uploads, in bytes. */
  async limitOf(resource: Resource, accountId: string, session?: Session): Promise<number> {
    return LIMITS[resource] * (await this.factorOf(accountId, session))
  }

  /** How much more the plan of an account allows than none does. */
  async factorOf(accountId: string, session?: Session): Promise<number> {
    const options = { projection: { plan: 1 }, ...(session && { session }) }
    const account = await this.#models.accounts.collection.findOne({ _id: accountId }, options)
    return factorOf(account?.plan ?? null)
  }
}

/** The id of a quota row. */
export const quotaId = (accountId: string, resource: Resource) => `${accountId}|${resource}`

function refusal(resource: Resource): ApiError {
  if (resource !== 'uploads') return new ApiError(`too_many_${resource}`)
  return new ApiError('payload_too_large', 'The image exceeds the quota of the account for uploads. Delete some first.')
}

const factorOf = (plan: Plan | null) => (plan === null || plan === 'starter' ? 1 : PAID_FACTOR)
