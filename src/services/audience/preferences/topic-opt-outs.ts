import type { mongo } from 'mongoose'
import type { Clock } from '../../../clock.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import { DuplicateRowError, insertUnordered } from '../../../models/insert-unordered.js'
import { reviseSuppressions } from '../../../models/revisions.js'
import type { OptOutHash } from '../suppressions/recipient-hash.js'

/** The reason of messages that are stopped by an opt-out. */
export const TOPIC_OPT_OUT = 'topic_opt_out'

/** A recipient of mail of a topic, by any spelling of the address. */
export interface TopicRecipient {
  accountId: string
  listId: string
  recipient: string
}

interface TopicOptOutsDeps {
  models: Pick<Models, 'accounts' | 'topicOptOuts'>
  clock: Clock
  optOutHash: () => Promise<OptOutHash>
}

/** All rows come with the first answer of the query. */
const BATCH_SIZE = 4_000

/**
 * Recipients who opted out of a topic. They are stored as keyed hashes only, so an erasure has nothing to do here, and
 * an opt-out outlasts it.
 */
export class TopicOptOuts {
  readonly #deps: TopicOptOutsDeps

  constructor(deps: TopicOptOutsDeps) {
    this.#deps = deps
  }

  /** Reads with one query who of these has opted out. Returns a function that answers each of them. */
  async among(asked: readonly TopicRecipient[]): Promise<(one: TopicRecipient) => boolean> {
    if (asked.length === 0) return () => false
    const idOf = await this.#ids()
    const accounts = [...new Set(asked.map(({ accountId }) => accountId))]
    const filter = { account_id: { $in: accounts }, _id: { $in: asked.map(idOf) } }
    const options = { projection: { _id: 1 }, batchSize: BATCH_SIZE }
    const rows = await this.#deps.models.topicOptOuts.collection.find(filter, options).toArray()
    const out = new Set(rows.map(({ _id }) => _id))
    return (one) => out.has(idOf(one))
  }

  /**
   * Sets which topics a recipient takes; others stay as they are. Repeatable. Opts out first: after an interruption the
   * recipient gets rather too little mail than too much.
   */
  async set(
    accountId: string,
    recipient: string,
    choices: readonly { listId: string; subscribed: boolean }[],
  ): Promise<void> {
    const { models, clock } = this.#deps
    const { collection } = models.topicOptOuts
    const idOf = await this.#ids()
    const ids = (wanted: boolean) =>
      choices.flatMap(({ listId, subscribed }) =>
        subscribed === wanted ? { listId, _id: idOf({ accountId, listId, recipient }) } : [],
      )
    const rows = ids(false).map(({ listId, _id }) => ({
      ...{ _id, account_id: accountId, list_id: listId },
      opted_out_at: clock.now(),
    }))
    for (const failure of (await insertUnordered(collection, rows)).values()) {
      // Who has opted out before stays so.
      if (!(failure instanceof DuplicateRowError)) throw failure
    }
    const back = ids(true).map(({ _id }) => _id)
    if (back.length > 0) await collection.deleteMany({ account_id: accountId, _id: { $in: back } })
    await reviseSuppressions(models, [accountId])
  }

  /**
   * Opts recipients out in a transaction, by upserts: an insert that meets a row would abort it. Repeatable. After
   * the transaction the caller changes the revisions of the accounts.
   */
  async addIn(session: mongo.ClientSession, recipients: readonly TopicRecipient[]): Promise<void> {
    if (recipients.length === 0) return
    const { models, clock } = this.#deps
    const idOf = await this.#ids()
    const upserts = recipients.map((one) => ({
      updateOne: {
        filter: { _id: idOf(one), account_id: one.accountId },
        update: { $setOnInsert: { list_id: one.listId, opted_out_at: clock.now() } },
        upsert: true,
      },
    }))
    await models.topicOptOuts.collection.bulkWrite(upserts, { session })
  }

  async #ids(): Promise<(one: TopicRecipient) => string> {
    const hash = await this.#deps.optOutHash()
    return ({ accountId, listId, recipient }) => hash(accountId, listId, normalizeAddress(recipient))
  }
}
