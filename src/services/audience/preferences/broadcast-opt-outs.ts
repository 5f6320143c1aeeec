import { groupBy } from '../../../lib/collections/group-by.js'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { LEDGER_BATCHING } from '../../../models/database-unavailable.js'
import type { MessageDoc } from '../../../models/message.js'
import { reviseSuppressions } from '../../../models/revisions.js'
import type { ServiceDeps } from '../../deps.js'
import { countUnsubscribed } from '../../tracking/counts/broadcast-counts.js'
import type { RecipientHash } from '../suppressions/recipient-hash.js'
import { type SuppressionWrite, writeSuppressionsIn } from '../suppressions/write-suppressions.js'
import type { TopicOptOuts, TopicRecipient } from './topic-opt-outs.js'

/** A message of a broadcast whose recipient unsubscribes by it, and from what. */
export type UnsubscribedMessage = Pick<MessageDoc, '_id' | 'account_id'> & { broadcast_id: string } & (
    | { marketing: SuppressionWrite }
    | { topic: TopicRecipient }
  )

interface BroadcastOptOutsDeps extends Pick<ServiceDeps, 'models' | 'newId' | 'clock'> {
  recipientHash: () => Promise<RecipientHash>
  topicOptOuts: Pick<TopicOptOuts, 'addIn'>
}

const MAX_GROUP_ITEMS = 100

/**
 * Stores the choices of recipients who unsubscribe by the mail of a broadcast. One transaction stores the choice, marks the
 * message and counts it, so that whoever is unsubscribed counts, and each message once. Concurrent ones share a
 * transaction, because all of a broadcast change the same row.
 */
export class BroadcastOptOuts {
  readonly #deps: BroadcastOptOutsDeps
  readonly #group: Batcher<UnsubscribedMessage, undefined>

  constructor(deps: BroadcastOptOutsDeps) {
    this.#deps = deps
    this.#group = new Batcher((left) => this.#addAll(left), { ...LEDGER_BATCHING, maxItems: MAX_GROUP_ITEMS })
  }

  /** Resolves when the choice is stored and counts. Repeatable. */
  async add(left: UnsubscribedMessage): Promise<void> {
    await this.#group.add(left)
  }

  async #addAll(left: UnsubscribedMessage[]): Promise<(undefined | Error)[]> {
    const outcomes = new Map<string, undefined | Error>()
    for (const [broadcastId, own] of groupBy(left, ({ broadcast_id }) => broadcast_id)) {
      const outcome = await this.#addTo(broadcastId, own).catch((error: Error) => error)
      outcomes.set(broadcastId, outcome)
    }
    return left.map(({ broadcast_id }) => outcomes.get(broadcast_id))
  }

  /** Ids of broadcasts are unique over all accounts. */
  async #addTo(broadcast_id: string, left: UnsubscribedMessage[]): Promise<undefined> {
    const { models, clock, topicOptOuts } = this.#deps
    const { account_id } = left[0]!
    const open = {
      ...{ account_id, broadcast_id, _id: { $in: left.map(({ _id }) => _id) } },
      unsubscribed_at: { $exists: false },
    }
    const marketing = left.flatMap((one) => ('marketing' in one ? one.marketing : []))
    const topics = left.flatMap((one) => ('topic' in one ? one.topic : []))
    await models.connection.transaction(
      async (session) => {
        await writeSuppressionsIn(session, this.#deps, marketing)
        await topicOptOuts.addIn(session, topics)
        const update = { $set: { unsubscribed_at: clock.now() } }
        const { modifiedCount } = await models.messages.collection.updateMany(open, update, { session })
        if (modifiedCount > 0) await countUnsubscribed(models, { account_id, broadcast_id }, session, modifiedCount)
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
    )
    if (marketing.length + topics.length > 0) await reviseSuppressions(models, [account_id])
  }
}
