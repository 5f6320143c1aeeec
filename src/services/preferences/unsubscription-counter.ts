import { Group } from '../../lib/group.js'
import { groupBy } from '../../lib/group-by.js'
import { isLedgerAway } from '../../models/ledger-away.js'
import type { MessageDoc } from '../../models/message.js'
import { countUnsubscribed } from '../counts/broadcast-counts.js'
import type { ServiceDeps } from '../deps.js'

/** A message of a broadcast whose recipient has unsubscribed by it. */
type LeftBy = Pick<MessageDoc, '_id' | 'account_id'> & { broadcast_id: string }

type CounterDeps = Pick<ServiceDeps, 'models' | 'clock'>

const MAX_GROUP_ITEMS = 100

/**
 * Counts recipients who unsubscribe by the mail of a broadcast, each message once: it is marked in the transaction that
 * counts it. Concurrent ones share a transaction, because all of a broadcast change the same row.
 */
export class UnsubscriptionCounter {
  readonly #deps: CounterDeps
  readonly #group: Group<LeftBy, undefined>

  constructor(deps: CounterDeps) {
    this.#deps = deps
    this.#group = new Group((left) => this.#countAll(left), { maxItems: MAX_GROUP_ITEMS, failsWaiting: isLedgerAway })
  }

  /** Resolves when the message counts. Repeatable. */
  async count(left: LeftBy): Promise<void> {
    await this.#group.add(left)
  }

  async #countAll(left: LeftBy[]): Promise<(undefined | Error)[]> {
    const outcomes = new Map<string, undefined | Error>()
    for (const [broadcastId, own] of groupBy(left, ({ broadcast_id }) => broadcast_id)) {
      const outcome = await this.#countOf(broadcastId, own).catch((error: Error) => error)
      outcomes.set(broadcastId, outcome)
    }
    return left.map(({ broadcast_id }) => outcomes.get(broadcast_id))
  }

  /** Ids of broadcasts are unique over all accounts. */
  async #countOf(broadcast_id: string, [first, ...others]: LeftBy[]): Promise<undefined> {
    const { models, clock } = this.#deps
    const { account_id } = first!
    const open = {
      ...{ account_id, broadcast_id, _id: { $in: [first!, ...others].map(({ _id }) => _id) } },
      unsubscribed_at: { $exists: false },
    }
    const session = await models.connection.startSession()
    try {
      await session.withTransaction(
        async () => {
          const update = { $set: { unsubscribed_at: clock.now() } }
          const { modifiedCount } = await models.messages.collection.updateMany(open, update, { session })
          if (modifiedCount > 0) await countUnsubscribed(models, { account_id, broadcast_id }, session, modifiedCount)
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
      )
    } finally {
      await session.endSession()
    }
  }
}
