import { MAX_CLOCK_DIFFERENCE_MS } from '../../clock.js'
import type { WebhookEventType } from '../../contract/webhooks.js'
import { idTime } from '../../ids.js'
import { groupBy } from '../../lib/collections/group-by.js'
import { Batcher } from '../../lib/concurrency/batcher.js'
import { DuplicateRowError, type Insertable, insertUnordered } from '../../models/insert-unordered.js'
import { type LookUp, lookUp, WORKER_BATCHING } from '../../models/look-up.js'
import type { WebhookDeliveryDoc, WebhookPayloadDoc, WebhookSubscriptionDoc } from '../../models/webhook.js'
import {
  deliveryHint,
  newDelivery,
  type WebhookEvent,
  webhookBody,
} from '../../services/tracking/webhooks/delivery-row.js'
import { receivedFormat, reports } from '../../services/tracking/webhooks/dialects/dialects.js'
import type { EventSubject } from '../../services/tracking/webhooks/event-message.js'
import type { Span } from '../../tracing/tracing.js'
import type { ReadyDeliveries, ReservedPermit } from '../deliveries/ready-deliveries.js'
import { findSuspended, pausedBy } from '../pauses.js'
import type { WorkerDeps } from '../worker-deps.js'

/*
 * Deliveries of one event. The order of the writes makes it repeatable at any point: first the body, if it is stored, then
 * the deliveries (unique by subscription and event). Hints come last; the sweep finds deliveries without one. A delivery that
 * has a permit in the delivery worker of this process is written with its lease, and handed over instead.
 */

const MAX_BATCH = 500
/** Approximate size of bodies to write together. */
const MAX_BODIES_CHARS = 8 * 1024 * 1024

/** Where an event goes. */
export interface Target {
  /** A subscription, or an inbound route. */
  endpoint: Pick<WebhookSubscriptionDoc, '_id' | 'account_id' | 'failing' | 'format'>
  /** What pauses its deliveries; null if they can go. */
  pausedBy: string | null
  /** Its subscription, if it is one. */
  subscription?: WebhookSubscriptionDoc
}

type DeliveredEvent = WebhookEvent & { type: WebhookEventType }

interface DraftOptions {
  /** What the body says of the message of the event. */
  subject: EventSubject
  /** What the deliveries follow in traces. */
  span?: Span | null
  /** The id of the stored body; left out for an event on a timeline, from which the body is made. */
  payloadId?: string
}

/** A subscription as a target. */
export type Subscriber = Target & Required<Pick<Target, 'subscription'>>

/** A delivery that is written. */
export interface WrittenDelivery {
  row: WebhookDeliveryDoc
  target: Target
  /** Where it goes within this process; null if it goes by the stream. */
  permit: ReservedPermit | null
}

/** What decides where an event goes. */
type TargetedEvent = { account_id: string; type: WebhookEventType; created_at: Date; test_mode?: true }

function isWanted(
  event: TargetedEvent,
  { created_at, event_types, format, test_mode }: WebhookSubscriptionDoc,
): boolean {
  // A webhook gets every event after it was made, whichever machine has recorded it. So it may get a few from just before, if they are
  // fanned out after that.
  const isEarlier = created_at.getTime() - event.created_at.getTime() > MAX_CLOCK_DIFFERENCE_MS
  if (isEarlier || (test_mode && !event.test_mode)) return false
  if (!reports(format, event.type)) return false
  // Such an API has other handlers for mail that came in than for events.
  if (event_types.length === 0) return !receivedFormat(format, event.type)
  return event_types.some((type) => type === event.type)
}

/** Those of an account's subscriptions that want an event. */
export const targetsAmong = (all: readonly Subscriber[], event: TargetedEvent): Subscriber[] =>
  all.filter(({ subscription }) => isWanted(event, subscription))

type WriterDeps = Pick<WorkerDeps, 'models' | 'newId' | 'conveyor'>

/** Finds the subscriptions for events, and writes the deliveries to them. Those at the same time share commands. */
export class DeliveryWriter {
  readonly #deps: WriterDeps
  readonly #ready: ReadyDeliveries | null
  readonly #findTargets: LookUp<string, Subscriber[]>
  readonly #payloads: Batcher<WebhookPayloadDoc, boolean>
  readonly #deliveries: Batcher<WebhookDeliveryDoc, boolean>

  /** @param ready the delivery worker of this process, if new deliveries can go to it. */
  constructor(deps: WriterDeps, ready: ReadyDeliveries | null = null) {
    const { models } = deps
    this.#deps = deps
    this.#ready = ready
    this.#findTargets = lookUp((accountIds) => this.#findManyTargets(accountIds), WORKER_BATCHING)
    this.#payloads = new Batcher((rows) => insertOnce(models.payloads.collection, rows), {
      maxItems: MAX_BATCH,
      maxWeight: MAX_BODIES_CHARS,
      weigh: ({ body }) => body.length,
    })
    this.#deliveries = new Batcher((rows) => insertOnce(models.deliveries.collection, rows), { maxItems: MAX_BATCH })
  }

  /** The subscriptions to this type that existed when the event was recorded. */
  async targetsOf(event: TargetedEvent): Promise<Target[]> {
    return targetsAmong(await this.subscribersOf(event.account_id), event)
  }

  /** All subscriptions of an account. */
  subscribersOf(accountId: string): Promise<Subscriber[]> {
    return this.#findTargets(accountId)
  }

  /** Writes a delivery for each target, after their common body if it is stored. Returns those that are new. */
  async write(event: DeliveredEvent, targets: readonly Target[], more: DraftOptions): Promise<WrittenDelivery[]> {
    if (targets.length === 0) return []
    const { payloadId: _id } = more
    const { account_id } = event
    if (_id !== undefined) await this.#payloads.add({ _id, account_id, body: webhookBody(event, more.subject) })
    const written = this.draft(event, targets, more)
    const results = await Promise.allSettled(written.map(({ row }) => this.#deliveries.add(row)))
    // One that was there already is in other hands.
    const isNew = results.map((result) => result.status === 'fulfilled' && result.value)
    for (const { permit } of written.filter((_delivery, index) => !isNew[index])) permit?.release()
    const fresh = written.filter((_delivery, index) => isNew[index])
    const failure = results.find((result) => result.status === 'rejected')
    if (!failure) return fresh
    this.hint(fresh)
    throw failure.reason
  }

  /** The deliveries to the targets, with permits as far as there are. They are still to be written, or released. */
  draft(
    event: DeliveredEvent,
    targets: readonly Target[],
    { subject, span, payloadId }: DraftOptions,
  ): WrittenDelivery[] {
    const body = webhookBody(event, subject)
    const more = { ...(span && { trace: span.traceparent }), ...(payloadId && { payload_id: payloadId }) }
    return targets.map((target) => this.#newDelivery(event, target, { body, more }))
  }

  /** Hands deliveries over to the worker of this process, or puts hints for them on the streams. */
  hint(deliveries: readonly WrittenDelivery[]): void {
    for (const { permit, row } of deliveries) permit?.deliver(row)
    const due = deliveries.filter(({ target, permit }) => !target.pausedBy && !permit)
    for (const [lane, own] of groupBy(due, ({ target }) => (target.endpoint.failing ? 'retry' : 'first'))) {
      const hints = own.map(({ row }) => deliveryHint(row))
      this.#deps.conveyor.hint('deliveries', hints, lane)
    }
  }

  #newDelivery(
    event: WebhookEvent,
    target: Target,
    { body, more }: { body: string; more: Pick<WebhookDeliveryDoc, 'trace' | 'payload_id'> },
  ): WrittenDelivery {
    const { subscription, endpoint, pausedBy } = target
    const permit = (!pausedBy && subscription && this.#ready?.reserve(subscription, body)) || null
    const id = this.#deps.newId('delivery')
    // Due since the event was recorded: with the current time, a worker with a slow clock would not see it as due.
    const onStream = { next_at: event.created_at, enqueued_at: idTime(id) }
    const due = pausedBy ? { held: pausedBy } : (permit?.claim ?? onStream)
    return { row: newDelivery(id, endpoint, event, { ...due, ...more }), target, permit }
  }

  async #findManyTargets(accountIds: string[]): Promise<Subscriber[][]> {
    const { models } = this.#deps
    const ids = [...new Set(accountIds)]
    const [subscriptions, suspended] = await Promise.all([
      models.subscriptions.collection.find({ account_id: { $in: ids } }).toArray(),
      findSuspended(models, ids),
    ])
    const byAccount = new Map<string, Subscriber[]>(ids.map((id) => [id, []]))
    for (const subscription of subscriptions) {
      const target = { endpoint: subscription, subscription, pausedBy: pausedBy(subscription, suspended) }
      byAccount.get(subscription.account_id)?.push(target)
    }
    return accountIds.map((id) => byAccount.get(id)!)
  }
}

/** Inserts rows. False for an existing one: it was written by an earlier run and stays unchanged. */
async function insertOnce<T>(collection: Insertable<T>, rows: readonly T[]): Promise<(boolean | Error)[]> {
  const failures = await insertUnordered(collection, rows)
  return rows.map((_row, index) => {
    const failure = failures.get(index)
    return failure instanceof DuplicateRowError ? false : (failure ?? true)
  })
}
