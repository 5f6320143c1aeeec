import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../contract/webhooks.js'
import { idTime } from '../../ids.js'
import { Group } from '../../lib/group.js'
import { groupBy } from '../../lib/group-by.js'
import type { EventDoc } from '../../models/event.js'
import { DuplicateRowError, type Insertable, insertUnordered } from '../../models/insert-unordered.js'
import type { WebhookDeliveryDoc, WebhookPayloadDoc, WebhookSubscriptionDoc } from '../../models/webhook.js'
import type { EngagementStatus } from '../../services/engagement/engagement-status.js'
import { deliveryHint, newDelivery, webhookBody } from '../../services/webhooks/delivery-row.js'
import type { Claims } from '../engine/claims.js'
import type { Hint } from '../engine/hint.js'
import type { Claimed } from '../engine/work-row.js'
import { Worker } from '../engine/worker.js'
import { findSuspended, pausedBy } from '../pauses.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'
import { EventSequencer } from './event-sequencer.js'

/*
 * Fan-out: creates a delivery of every event for each subscription that wants it, and assigns the event's sequence
 * number.
 *
 * The order of the writes makes it repeatable at any point: first the body, then the deliveries (unique by subscription
 * and event), then the mark that the event is done. Hints come last; the sweep finds deliveries without one.
 */

/** Events in hand at most. */
const SLOTS = 1_000
const MAX_BATCH = 500
/** Approximate size of bodies to write together. */
const MAX_BODIES_CHARS = 8 * 1024 * 1024

interface Target {
  subscription: WebhookSubscriptionDoc
  /** What pauses its deliveries; null if they can go. */
  pausedBy: string | null
}

/** An event of a type for webhooks. */
type WebhookEventDoc = EventDoc & { type: WebhookEventType }

interface Delivery {
  row: WebhookDeliveryDoc
  target: Target
}

export interface FanOutDeps extends WorkerDeps {
  engagementStatus: EngagementStatus
  /** Events in hand at most. For tests. */
  slots?: number
}

/** Creates deliveries from events. */
export class FanOutWorker {
  readonly #deps: FanOutDeps
  readonly #worker: Worker<WorkKind>
  readonly #claims: Claims<EventDoc>
  readonly #sequencer: EventSequencer
  readonly #targets: Group<string, Target[]>
  readonly #payloads: Group<WebhookPayloadDoc, undefined>
  readonly #deliveries: Group<WebhookDeliveryDoc, undefined>

  constructor(deps: FanOutDeps) {
    const { models, conveyor, work, slots = SLOTS } = deps
    this.#deps = deps
    this.#claims = claimsOf(deps, 'fan-out', work['fan-out'])
    this.#sequencer = new EventSequencer(deps, (accountId) => conveyor.announce(accountId))
    this.#targets = new Group((accountIds) => this.#findTargets(accountIds), { maxItems: MAX_BATCH })
    this.#payloads = new Group((rows) => insertOnce(models.payloads.collection, rows), {
      maxItems: MAX_BATCH,
      maxWeight: MAX_BODIES_CHARS,
      weigh: ({ body }) => body.length,
    })
    this.#deliveries = new Group((rows) => insertOnce(models.deliveries.collection, rows), { maxItems: MAX_BATCH })
    this.#worker = new Worker({
      ...deps,
      topic: 'fan-out',
      slotsByLane: { main: slots },
      handle: ({ id }: Hint) => this.#claims.run(id, (event) => this.#fanOut(event)),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Starts nothing new and waits up to `timeoutMs` for running work. */
  close(timeoutMs: number): Promise<void> {
    return this.#worker.close(timeoutMs)
  }

  async #fanOut(event: Claimed<EventDoc>): Promise<void> {
    const deliveries = isWebhookEvent(event) ? await this.#writeDeliveries(event) : []
    await this.#deps.engagementStatus.follow(event)
    await this.#sequencer.close(event)
    this.#deps.metrics.eventFannedOut(event.type, deliveries.length)
    this.#hint(deliveries)
  }

  /** Writes a delivery for each subscription that wants the event, after their common body. */
  async #writeDeliveries(event: WebhookEventDoc): Promise<Delivery[]> {
    const targets = await this.#targetsOf(event)
    if (targets.length === 0) return []
    await this.#payloads.add({ _id: event._id, account_id: event.account_id, body: webhookBody(event) })
    const deliveries = targets.map((target) => ({ row: this.#rowFor(event, target), target }))
    await Promise.all(deliveries.map(({ row }) => this.#deliveries.add(row)))
    return deliveries
  }

  /** The subscriptions to this type that existed when the event was recorded. */
  async #targetsOf(event: EventDoc): Promise<Target[]> {
    const targets = await this.#targets.add(event.account_id)
    return targets.filter(
      ({ subscription: { created_at, event_types } }) =>
        created_at <= event.created_at && (event_types.length === 0 || event_types.some((type) => type === event.type)),
    )
  }

  #rowFor(event: WebhookEventDoc, { subscription, pausedBy }: Target): WebhookDeliveryDoc {
    const id = this.#deps.newId('delivery')
    // Due since the event was recorded: with the current time, a worker with a slow clock would not see it as due.
    const due = pausedBy ? { held: pausedBy } : { next_at: event.created_at, enqueued_at: idTime(id) }
    return newDelivery(id, subscription, event, due)
  }

  #hint(deliveries: Delivery[]): void {
    const due = deliveries.filter(({ target }) => !target.pausedBy)
    for (const [lane, own] of groupBy(due, ({ target }) => (target.subscription.failing ? 'retry' : 'first'))) {
      const hints = own.map(({ row }) => deliveryHint(row))
      this.#deps.conveyor.hint('deliveries', hints, lane)
    }
  }

  async #findTargets(accountIds: string[]): Promise<Target[][]> {
    const { models } = this.#deps
    const ids = [...new Set(accountIds)]
    const [subscriptions, suspended] = await Promise.all([
      models.subscriptions.collection.find({ account_id: { $in: ids } }).toArray(),
      findSuspended(models, ids),
    ])
    const byAccount = new Map<string, Target[]>(ids.map((id) => [id, []]))
    for (const subscription of subscriptions) {
      byAccount.get(subscription.account_id)?.push({ subscription, pausedBy: pausedBy(subscription, suspended) })
    }
    return accountIds.map((id) => byAccount.get(id)!)
  }
}

/** Whether webhooks report this type. They do not report decisions before dispatch. */
function isWebhookEvent<E extends EventDoc>(event: E): event is E & WebhookEventDoc {
  return WEBHOOK_EVENT_TYPES.some((type) => type === event.type)
}

/** Inserts rows. Existing ones were written by an earlier run and stay unchanged. */
async function insertOnce<T>(collection: Insertable<T>, rows: readonly T[]): Promise<(undefined | Error)[]> {
  const failures = await insertUnordered(collection, rows)
  return rows.map((_row, index) => {
    const failure = failures.get(index)
    return failure instanceof DuplicateRowError ? undefined : failure
  })
}
