import { groupBy } from '../../lib/group-by.js'
import type { Models } from '../../models/index.js'
import type { WebhookDeliveryDoc, WebhookPayloadDoc } from '../../models/webhook.js'
import { decodeCursor, type Page, toPage } from '../cursor.js'
import type { ServiceDeps } from '../deps.js'
import { type DeliveryView, presentDelivery } from './present-webhook.js'

/** Deliveries that are shown of one message. */
export const MAX_DELIVERIES_OF_MESSAGE = 100

/** Rows that come with the answer to a query at most: more would take a command more. */
const WHOLE_BATCH = 20_000

/** The delivery logs of many webhooks or messages, read together: two queries, however many there are. */
export class DeliveryLog {
  readonly #deps: Pick<ServiceDeps, 'models'>

  constructor(deps: Pick<ServiceDeps, 'models'>) {
    this.#deps = deps
  }

  /** A page of the log of each subscription, newest first. A subscription that is not the account's is left out. */
  async ofWebhooks(
    accountId: string,
    webhookIds: readonly string[],
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<Map<string, Page<DeliveryView>>> {
    const before = cursor ? [{ $match: { _id: { $lt: decodeCursor('delivery', cursor) } } }] : []
    const pipeline = [...before, { $sort: { _id: -1 } }, { $limit: limit + 1 }]
    const { subscriptions } = this.#deps.models
    const rows = await this.#join(subscriptions, accountId, webhookIds, 'subscription_id', pipeline)
    const bodies = await this.#bodies(rows.flatMap(({ deliveries }) => deliveries))
    return new Map(rows.map(({ _id, deliveries }) => [_id, toPage(deliveries, limit, (row) => present(row, bodies))]))
  }

  /**
   * The deliveries of each message, oldest first; of more than {@link MAX_DELIVERIES_OF_MESSAGE} the newest. A
   * message that is not the account's is left out.
   */
  async ofMessages(accountId: string, messageIds: readonly string[]): Promise<Map<string, DeliveryView[]>> {
    const pipeline = [{ $sort: { _id: -1 } }, { $limit: MAX_DELIVERIES_OF_MESSAGE }]
    const { messages } = this.#deps.models
    const rows = await this.#join(messages, accountId, messageIds, 'message_id', pipeline)
    const bodies = await this.#bodies(rows.flatMap(({ deliveries }) => deliveries))
    return new Map(rows.map(({ _id, deliveries }) => [_id, deliveries.toReversed().map((row) => present(row, bodies))]))
  }

  /** Of each parent the deliveries that the pipeline leaves, each by its own walk along an index. */
  async #join(
    parents: { collection: Models['messages']['collection'] },
    accountId: string,
    ids: readonly string[],
    foreignField: keyof WebhookDeliveryDoc,
    pipeline: object[],
  ): Promise<{ _id: string; deliveries: WebhookDeliveryDoc[] }[]> {
    const from = this.#deps.models.deliveries.collection.name
    const stages = [
      { $match: { _id: { $in: ids }, account_id: accountId } },
      { $project: { _id: 1 } },
      { $lookup: { from, localField: '_id', foreignField, pipeline, as: 'delivery' } },
      // A row each: of a parent with all its deliveries a document could become too large.
      { $unwind: { path: '$delivery', preserveNullAndEmptyArrays: true } },
    ]
    const rows = await parents.collection
      .aggregate<{ _id: string; delivery?: WebhookDeliveryDoc }>(stages, { batchSize: WHOLE_BATCH })
      .toArray()
    const byParent = groupBy(rows, ({ _id }) => _id)
    return [...byParent].map(([_id, own]) => ({ _id, deliveries: own.flatMap(({ delivery }) => delivery ?? []) }))
  }

  async #bodies(rows: WebhookDeliveryDoc[]): Promise<Map<string, string>> {
    const payloads = await this.#deps.models.payloads
      .find({ _id: { $in: [...new Set(rows.map((row) => row.event_id))] } })
      .batchSize(WHOLE_BATCH)
      .lean<WebhookPayloadDoc[]>()
    return new Map(payloads.map(({ _id, body }) => [_id, body]))
  }
}

function present(row: WebhookDeliveryDoc, bodies: Map<string, string>): DeliveryView {
  return presentDelivery(row, bodies.get(row.event_id) ?? null)
}
