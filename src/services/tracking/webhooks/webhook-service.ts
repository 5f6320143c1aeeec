import type { mongo } from 'mongoose'
import type { PageRequest } from '../../../contract/fields.js'
import type {
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookEventType,
  WebhookWithSecret,
} from '../../../contract/webhooks.js'
import { ApiError, fieldError, isNotFound } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { reviseCounter } from '../../../models/revisions.js'
import type { WebhookDeliveryDoc, WebhookSubscriptionDoc } from '../../../models/webhook.js'
import { modeOf, type Principal, writableBy } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { WEBHOOK_SECRET } from '../../platform/encryption/secret-fields.js'
import { manyOf } from '../../platform/many.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import type { Quotas } from '../../platform/quotas.js'
import { inLog, type LogFilter, logIndex, logOf } from './delivery-log.js'
import { deliveryHint, newDelivery, webhookBody } from './delivery-row.js'
import { reports } from './dialects/dialects.js'
import { pauseStage, resumeStage } from './pause-stage.js'
import { presentDelivery, presentSubscription, presentWithSecret } from './present-webhook.js'
import { newSigningSecret } from './signing-secret.js'
import { stopDeliveries } from './stop-deliveries.js'
import { testEvent, testSubject } from './test-event.js'
import { vetEndpoint } from './vet-endpoint.js'
import { readBodies } from './webhook-bodies.js'

/** Only the fields that are given change. */
type Changes = Omit<WebhookChanges, 'id'>

type WebhookDeps = Pick<ServiceDeps, 'clock' | 'conveyor' | 'http' | 'models' | 'newId' | 'sealer'> & {
  quotas: Pick<Quotas, 'create'>
}

/** Manages webhook subscriptions and their delivery logs. Those of other accounts do not exist. */
export class WebhookService {
  readonly #deps: WebhookDeps

  constructor(deps: WebhookDeps) {
    this.#deps = deps
  }

  /**
   * Subscribes an endpoint to events recorded from now on.
   * @throws ApiError `invalid_request` if the URL is not allowed, or `too_many_webhooks`.
   */
  async create(
    principal: Principal,
    { endpoint_url: url, event_types = [], format }: NewWebhook,
  ): Promise<WebhookWithSecret> {
    const endpoint_url = await vetEndpoint(this.#deps.http, 'endpoint_url', url)
    const { accountId } = principal
    const id = this.#deps.newId('webhook')
    const secret = newSigningSecret()
    const subscription: WebhookSubscriptionDoc = {
      _id: id,
      account_id: accountId,
      endpoint_url,
      signing_secret: this.#seal(id, secret),
      event_types: unique(event_types),
      ...(format && { format }),
      is_active: true,
      ...modeOf(principal),
      paused_at: null,
      paused_total_ms: 0,
      failing: false,
      created_at: idTime(id),
    }
    const { models, quotas } = this.#deps
    const { collection } = models.subscriptions
    await quotas.create('webhooks', accountId, {
      count: (session) => collection.countDocuments({ account_id: accountId }, session && { session }),
      insert: (session) => collection.insertOne(subscription, { session }),
    })
    await reviseCounter(models, accountId)
    return presentWithSecret(subscription, this.#deps.sealer, secret)
  }

  /** The subscriptions of an account, newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<Webhook>> {
    const query = { collection: this.#deps.models.subscriptions.collection, filter: { account_id: accountId } }
    return newestFirst(query, 'webhook', page, (row) => this.#presentSubscription(row))
  }

  /** Subscriptions by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, Webhook>> {
    return manyOf(
      { collection: this.#deps.models.subscriptions.collection, filter: { account_id: accountId } },
      ids,
      (row) => this.#presentSubscription(row),
    )
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, id: string): Promise<Webhook> {
    return this.#presentSubscription(await this.#find(accountId, id))
  }

  /**
   * Changes a subscription. Pausing holds its deliveries, resuming releases them; both can be repeated.
   * @throws ApiError `not_found`, or `invalid_request` if the URL is not allowed.
   */
  async update(principal: Principal, id: string, changes: Changes): Promise<Webhook> {
    await this.#findOwn(principal, id)
    const { endpoint_url: url } = changes
    const endpoint_url = url === undefined ? undefined : await vetEndpoint(this.#deps.http, 'endpoint_url', url)
    const stage = toStage({ ...changes, endpoint_url }, this.#deps.clock.now())
    return this.#presentSubscription(await this.#change(principal, id, stage))
  }

  /**
   * Deletes a subscription: its log is gone and its open deliveries stop.
   * @throws ApiError `not_found`.
   */
  async delete(principal: Principal, id: string): Promise<void> {
    const { models } = this.#deps
    const { deletedCount } = await models.subscriptions.collection.deleteOne({ _id: id, ...writableBy(principal) })
    // Also if it is gone: who has deleted it may have died before this.
    await reviseCounter(models, principal.accountId)
    if (deletedCount === 0) throw new ApiError('not_found')
    await stopDeliveries(models, principal.accountId, id)
  }

  /**
   * Gives a subscription a new secret. From now on everything is signed with it, including retries.
   * @throws ApiError `not_found`.
   */
  async rotateSecret(principal: Principal, id: string): Promise<WebhookWithSecret> {
    const secret = newSigningSecret()
    const changed = await this.#change(principal, id, { signing_secret: this.#seal(id, secret) })
    return presentWithSecret(changed, this.#deps.sealer, secret)
  }

  /**
   * The delivery log of a subscription, newest first.
   * @throws ApiError `not_found`.
   */
  async deliveries(accountId: string, id: string, filter: LogFilter): Promise<Page<WebhookDelivery>> {
    await this.#find(accountId, id)
    const query = {
      collection: this.#deps.models.deliveries.collection,
      filter: { account_id: accountId, subscription_id: id, ...inLog(filter) },
      options: { hint: logIndex(filter) },
    }
    const { items, ...rest } = await newestFirst(query, logOf(id), filter, (row: WebhookDeliveryDoc) => row)
    const bodies = await readBodies(this.#deps.models, items)
    return { ...rest, items: items.map((row, index) => presentDelivery(row, bodies[index]!)) }
  }

  /**
   * One entry of the log.
   * @throws ApiError `not_found`.
   */
  async getDelivery(accountId: string, id: string, deliveryId: string): Promise<WebhookDelivery> {
    await this.#find(accountId, id)
    const row = await this.#deps.models.deliveries.collection.findOne({
      _id: deliveryId,
      subscription_id: id,
      account_id: accountId,
    })
    if (!row) throw new ApiError('not_found')
    return this.#present(row)
  }

  /**
   * Sends a test event, even if the subscription's filter excludes its type.
   * @throws ApiError `not_found`, or `invalid_request` if its format has no such events.
   */
  async test(principal: Principal, id: string, type: WebhookEventType = 'delivered'): Promise<WebhookDelivery> {
    const { models, newId, conveyor } = this.#deps
    const { accountId } = principal
    const subscription = await this.#findOwn(principal, id)
    if (!reports(subscription.format, type)) {
      throw fieldError('invalid_request', 'event_type', `has no counterpart in the format ${subscription.format}`)
    }
    const event = testEvent(accountId, type, newId)
    const body = webhookBody(event, testSubject(type))
    const deliveryId = newId('delivery')
    const at = idTime(deliveryId)
    const due = subscription.is_active ? { next_at: at, enqueued_at: at } : { held: id }
    const row = newDelivery(deliveryId, subscription, event, { ...due, payload_id: event._id })
    await models.payloads.collection.insertOne({ _id: event._id, account_id: accountId, body })
    await models.deliveries.collection.insertOne(row)
    if (subscription.is_active) conveyor.hint('deliveries', [deliveryHint(row)])
    return presentDelivery(row, body)
  }

  /**
   * Starts a new round of attempts for an entry of the log. An entry with a running attempt, or without one yet in its
   * round, is not changed.
   * @throws ApiError `not_found`.
   */
  async redeliver(principal: Principal, id: string, deliveryId: string): Promise<WebhookDelivery> {
    const { accountId } = principal
    await this.#findOwn(principal, id)
    const { models, clock, conveyor } = this.#deps
    const now = clock.now()
    const notInFlight: mongo.Filter<WebhookDeliveryDoc>[] = [
      { 'lease.until': { $exists: false } },
      { 'lease.until': { $lte: now } },
    ]
    const notOnItsWay: mongo.Filter<WebhookDeliveryDoc>[] = [
      { status: { $ne: 'pending' } },
      { round_attempts: { $gt: 0 } },
      { next_at: { $exists: false }, held: { $exists: false } },
    ]
    const row = await models.deliveries.collection.findOneAndUpdate(
      {
        _id: deliveryId,
        subscription_id: id,
        account_id: accountId,
        $and: [{ $or: notInFlight }, { $or: notOnItsWay }],
      },
      {
        $set: { ...FRESH_ROUND, next_at: now, enqueued_at: now },
        $inc: { round: 1 },
        $unset: { lease: 1, held: 1, last_error: 1 },
      },
      { returnDocument: 'after' },
    )
    if (!row) return this.getDelivery(accountId, id, deliveryId)
    await models.deadLetters.collection.deleteOne({ account_id: accountId, kind: 'deliveries', row_id: deliveryId })
    conveyor.hint('deliveries', [deliveryHint(row)], row.attempt_count > 0 ? 'retry' : 'first')
    return this.#present(row)
  }

  /**
   * Starts a new round for each of some entries of the log, as {@link redeliver} does. Others are left out.
   * @throws ApiError `not_found` if there is no such subscription.
   */
  async redeliverMany(principal: Principal, id: string, deliveryIds: readonly string[]): Promise<WebhookDelivery[]> {
    await this.#findOwn(principal, id)
    const again = unique([...deliveryIds]).map((deliveryId) =>
      this.redeliver(principal, id, deliveryId).catch((error: unknown) => {
        if (isNotFound(error)) return []
        throw error
      }),
    )
    return (await Promise.all(again)).flat()
  }

  #presentSubscription(subscription: WebhookSubscriptionDoc): Webhook {
    return presentSubscription(subscription, this.#deps.sealer)
  }

  #seal(id: string, secret: string): string {
    return this.#deps.sealer.seal(WEBHOOK_SECRET, id, secret)
  }

  async #find(accountId: string, id: string): Promise<WebhookSubscriptionDoc> {
    const found = await this.#deps.models.subscriptions.collection.findOne({ _id: id, account_id: accountId })
    if (!found) throw new ApiError('not_found')
    return found
  }

  /** One that the caller may change. */
  async #findOwn(principal: Principal, id: string): Promise<WebhookSubscriptionDoc> {
    const found = await this.#deps.models.subscriptions.collection.findOne({ _id: id, ...writableBy(principal) })
    if (!found) throw new ApiError('not_found')
    return found
  }

  async #change(principal: Principal, id: string, stage: Record<string, unknown>): Promise<WebhookSubscriptionDoc> {
    if (Object.keys(stage).length === 0) return this.#findOwn(principal, id)
    const { models } = this.#deps
    const changed = await models.subscriptions.collection.findOneAndUpdate(
      { _id: id, ...writableBy(principal) },
      [{ $set: stage }],
      { returnDocument: 'after' },
    )
    if (!changed) throw new ApiError('not_found')
    await reviseCounter(models, principal.accountId)
    return changed
  }

  async #present(row: WebhookDeliveryDoc): Promise<WebhookDelivery> {
    const [body] = await readBodies(this.#deps.models, [row])
    return presentDelivery(row, body!)
  }
}

const FRESH_ROUND = {
  status: 'pending',
  round_attempts: 0,
  round_started_at: null,
  paused_base_ms: 0,
  next_retry_at: null,
  crashes: 0,
} as const

/** The changes as an update stage that reads the row, so that a pause is never counted twice. */
function toStage({ endpoint_url, event_types, format, is_active }: Changes, now: Date): Record<string, unknown> {
  return {
    // A new endpoint starts with a clean slate.
    ...(endpoint_url !== undefined && { endpoint_url: { $literal: endpoint_url }, failing: false }),
    ...(event_types && { event_types: { $literal: unique(event_types) } }),
    ...(format && { format }),
    ...(is_active === false && pauseStage(now)),
    ...(is_active === true && resumeStage(now)),
  }
}

const unique = <T>(items: T[]): T[] => [...new Set(items)]
