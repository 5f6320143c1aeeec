import type { DeliveryFilter, WebhookDelivery } from '../../../contract/webhooks.js'
import { idFloor } from '../../../ids.js'
import { childrenOf } from '../../../models/children.js'
import {
  ANY_STATUS,
  DELIVERY_LOG_INDEX,
  DELIVERY_TYPE_INDEX,
  type WebhookDeliveryDoc,
} from '../../../models/webhook.js'
import type { ServiceDeps } from '../../deps.js'
import { manyOf } from '../../platform/many.js'
import { COUNT_OPTIONS, decodeSharedCursor, listById, type Page, toPage } from '../../platform/pages.js'
import { presentDelivery } from './present-webhook.js'
import { readBodies } from './webhook-bodies.js'

/** Which deliveries of a log to read. */
export type LogFilter = Omit<DeliveryFilter, 'id'>

/** The delivery log of a webhook. */
export const logOf = (webhookId: string) => listById('delivery', webhookId)

/**
 * The rows that a filter of a log finds, without its page. It always names the status, by which the index begins. Ids
 * hold the time of creation.
 */
export function inLog({ status, event_type, from, to }: Omit<LogFilter, 'limit' | 'cursor'>) {
  const _id = {
    ...(from && { $gte: idFloor('delivery', from) }),
    // Below the first id of the next millisecond.
    ...(to && { $lte: idFloor('delivery', new Date(to.getTime() + 1)) }),
  }
  return { ...(status ? { status } : ANY_STATUS), ...(event_type && { event_type }), ...((from || to) && { _id }) }
}

/** The index for a filter of a log. Named, because the planner may prefer the index of ids, which other accounts share. */
export const logIndex = ({ event_type }: Pick<LogFilter, 'event_type'>) =>
  event_type ? DELIVERY_TYPE_INDEX : DELIVERY_LOG_INDEX

/** Most deliveries to show for one message. */
export const MAX_DELIVERIES_OF_MESSAGE = 100

/** Reads the delivery logs of many webhooks or messages together, with two queries. */
export class DeliveryLog {
  readonly #deps: Pick<ServiceDeps, 'models'>

  constructor(deps: Pick<ServiceDeps, 'models'>) {
    this.#deps = deps
  }

  /**
   * A page of the log of each subscription, newest first. Subscriptions of other accounts are left out.
   * @throws ApiError `invalid_request` if the cursor is not from the log of each of them.
   */
  async ofWebhooks(
    accountId: string,
    webhookIds: readonly string[],
    { cursor, ...filter }: LogFilter,
  ): Promise<Map<string, Page<WebhookDelivery>>> {
    const { limit } = filter
    const logs = webhookIds.map(logOf)
    const before = cursor ? [{ $match: { _id: { $lt: decodeSharedCursor(logs, cursor) } } }] : []
    const pipeline = [{ $match: inLog(filter) }, ...before, { $sort: { _id: -1 } }, { $limit: limit + 1 }]
    const { subscriptions, deliveries } = this.#deps.models
    const query = { accountId, parentIds: webhookIds, foreignField: 'subscription_id', pipeline } as const
    const rows = await childrenOf<WebhookDeliveryDoc>(subscriptions, deliveries, query)
    const present = await this.#presenter(rows)
    const count = (id: string) => () =>
      deliveries.collection.countDocuments(
        { account_id: accountId, subscription_id: id, ...inLog(filter) },
        { ...COUNT_OPTIONS, hint: logIndex(filter) },
      )
    return new Map([...rows].map(([id, own]) => [id, { ...toPage(logOf(id), own, limit, present), count: count(id) }]))
  }

  /**
   * The deliveries of each message, oldest first, but only the newest {@link MAX_DELIVERIES_OF_MESSAGE}. Messages of
   * other accounts are left out.
   */
  async ofMessages(accountId: string, messageIds: readonly string[]): Promise<Map<string, WebhookDelivery[]>> {
    const pipeline = [{ $sort: { _id: -1 } }, { $limit: MAX_DELIVERIES_OF_MESSAGE }]
    const { messages, deliveries } = this.#deps.models
    const query = { accountId, parentIds: messageIds, foreignField: 'message_id', pipeline } as const
    const rows = await childrenOf<WebhookDeliveryDoc>(messages, deliveries, query)
    const present = await this.#presenter(rows)
    return new Map([...rows].map(([id, own]) => [id, own.toReversed().map(present)]))
  }

  /** Deliveries by id. Unknown ids are left out, and the log of a webhook that was deleted. */
  async getMany(accountId: string, ids: readonly string[]): Promise<Map<string, WebhookDelivery>> {
    const { subscriptions, deliveries } = this.#deps.models
    const found = [
      ...(
        await manyOf({ collection: deliveries.collection, filter: { account_id: accountId } }, ids, (row) => row)
      ).values(),
    ]
    const webhooks = found.map((row) => row.subscription_id)
    const kept = await manyOf(
      { collection: subscriptions.collection, filter: { account_id: accountId }, options: { projection: { _id: 1 } } },
      webhooks,
      () => true,
    )
    const rows = found.filter((row) => kept.has(row.subscription_id))
    const present = await this.#presenter(new Map([['', rows]]))
    return new Map(rows.map((row) => [row._id, present(row)]))
  }

  /** Presents deliveries with their bodies, which are read together. */
  async #presenter(rows: Map<string, WebhookDeliveryDoc[]>): Promise<(row: WebhookDeliveryDoc) => WebhookDelivery> {
    const all = [...rows.values()].flat()
    const bodies = await readBodies(this.#deps.models, all)
    const bodyOf = new Map(all.map((row, index) => [row, bodies[index]!]))
    return (row) => presentDelivery(row, bodyOf.get(row)!)
  }
}
