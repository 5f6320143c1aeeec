import { Group } from '../../lib/group.js'
import { groupBy } from '../../lib/group-by.js'
import type { PostResult } from '../../lib/guarded-http.js'
import { signPayload } from '../../lib/signature.js'
import type {
  DeliveryAttemptDoc,
  WebhookDeliveryDoc,
  WebhookPayloadDoc,
  WebhookSubscriptionDoc,
} from '../../models/webhook.js'
import { WEBHOOK_SECRET } from '../../services/encryption/secret-fields.js'
import { VERSION } from '../../version.js'
import type { Claims } from '../engine/claims.js'
import { findTogether } from '../engine/find-together.js'
import type { Hint } from '../engine/hint.js'
import type { Claimed } from '../engine/work-row.js'
import { Worker } from '../engine/worker.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'
import { type DeliveryOutcome, isSuccess, lapsed, outcomeOf } from './delivery-outcome.js'
import { type Destination, findDestinations } from './destinations.js'
import { FAILING_AFTER, FairGate, type Lane, type Slot } from './fair-gate.js'

/*
 * Webhook deliveries: one entry is one attempt.
 *
 * An entry first waits at the gate for a slot, unclaimed. Then the subscription is read, as late as possible, so that a
 * deletion, pause or rotation applies to the next attempt. Then the row is claimed. The outcome is written with the
 * claim's token, and dropped if the token has changed. A worker that dies in between uses up no attempt: the row is due
 * again when its lease ends.
 */

/** Most concurrent attempts to all endpoints. */
const SLOTS = 256
/** Entries read ahead in each lane, so that those behind a slow endpoint are not held up. */
const READ_AHEAD = 2_000
const EXPIRE_EVERY_MS = 250
const MAX_BATCH = 500
/** Postponed rows with due times this close together share a write, in ms. */
const PUT_OFF_STEP_MS = 200
/** How long a delivery waits for a missing key before it looks again. */
const KEY_WAIT_MS = 30_000

type Delivery = Claimed<WebhookDeliveryDoc>

export interface DeliveryWorkerDeps extends WorkerDeps {
  /** Attempts in flight at most; entries read ahead in each lane. For tests. */
  slots?: number
  readAhead?: number
}

/** Sends webhook deliveries. */
export class DeliveryWorker {
  readonly #deps: DeliveryWorkerDeps
  readonly #worker: Worker<WorkKind>
  readonly #gate: FairGate
  readonly #claims: Claims<WebhookDeliveryDoc>
  readonly #findDestination: (subscriptionId: string) => Promise<Destination | null>
  readonly #findPayload: (eventId: string) => Promise<WebhookPayloadDoc | null>
  readonly #outcomes: Group<{ row: Delivery; outcome: DeliveryOutcome }, undefined>
  readonly #putOffs: Group<{ id: string; dueAt: number }, undefined>
  readonly #pauses: Group<{ id: string; pausedBy: string }, undefined>
  readonly #closes: Group<string, undefined>
  #expiry: NodeJS.Timeout | null = null

  constructor(deps: DeliveryWorkerDeps) {
    const { models, work, clock, slots = SLOTS, readAhead = READ_AHEAD } = deps
    this.#deps = deps
    this.#gate = new FairGate({ clock, slots, maxWaiting: readAhead / 2 })
    this.#claims = claimsOf(deps, 'deliveries', work.deliveries)
    this.#findDestination = findDestinations(models)
    this.#findPayload = findTogether<WebhookPayloadDoc>(models.payloads.collection)
    this.#outcomes = new Group((items) => this.#writeOutcomes(items), { maxItems: MAX_BATCH })
    this.#putOffs = new Group((items) => this.#writePutOffs(items), { maxItems: MAX_BATCH })
    this.#pauses = new Group((items) => this.#writePauses(items), { maxItems: MAX_BATCH })
    this.#closes = new Group((ids) => work.deliveries.park(ids).then(() => undefined), { maxItems: MAX_BATCH })
    this.#worker = new Worker({
      ...deps,
      topic: 'deliveries',
      slotsByLane: { first: readAhead, retry: readAhead },
      handle: (hint, lane) => this.#handle(hint, lane === 'retry' ? 'retry' : 'first'),
    })
  }

  start(): void {
    this.#worker.start()
    this.#expiry ??= setInterval(() => this.#gate.expire(), EXPIRE_EVERY_MS)
  }

  /** Starts nothing new and waits up to `timeoutMs` for running attempts. */
  async close(timeoutMs: number): Promise<void> {
    // Entries waiting at the gate go back to the ledger for other workers.
    this.#gate.close()
    await this.#worker.close(timeoutMs)
    if (this.#expiry) clearInterval(this.#expiry)
  }

  async #handle({ id, accountId, target: subscriptionId }: Hint, lane: Lane): Promise<void> {
    // A hint without a subscription is useless. The sweep makes a better one.
    if (!subscriptionId) return
    const slot = await this.#gate.enter({ accountId, endpointId: subscriptionId, lane })
    if (!slot.admitted) {
      await this.#putOffs.add({ id, dueAt: this.#deps.clock.now().getTime() + slot.inMs })
      return
    }
    try {
      await this.#deliver(id, subscriptionId, slot)
    } finally {
      slot.free('none')
    }
  }

  async #deliver(id: string, subscriptionId: string, slot: Slot): Promise<void> {
    const destination = await this.#findDestination(subscriptionId)
    if (!destination) {
      await this.#closes.add(id)
      return
    }
    const { subscription, pausedBy } = destination
    if (pausedBy) {
      await this.#pauses.add({ id, pausedBy })
      return
    }
    if (!this.#deps.sealer.hasKeyOf(subscription.signing_secret)) {
      await this.#awaitKey(id, subscriptionId)
      return
    }
    await this.#claims.run(id, (row) => this.#attempt(row, subscription, slot))
  }

  /** Waits for an operator to add the key. No attempt is used up. */
  async #awaitKey(id: string, subscriptionId: string): Promise<void> {
    const { clock, log } = this.#deps
    log.error({ subscriptionId }, 'a delivery waits: ENCRYPTION_KEY lacks the key of its signing secret')
    await this.#putOffs.add({ id, dueAt: clock.now().getTime() + KEY_WAIT_MS })
  }

  async #attempt(row: Delivery, subscription: WebhookSubscriptionDoc, slot: Slot): Promise<void> {
    const { clock, config, metrics, work } = this.#deps
    const tooLate = lapsed(row, subscription, clock.now())
    if (tooLate) {
      await this.#outcomes.add({ row, outcome: tooLate })
      return
    }
    const payload = await this.#findPayload(row.event_id)
    if (!payload) throw new Error(`the payload of ${row.event_id} is missing`)

    if (!this.#claims.lasts(row, config.webhookTimeoutMs)) {
      await work.deliveries.giveBack([row._id], row.lease.token, clock.now())
      return
    }
    const attemptedAt = clock.now()
    const result = await this.#post(row, subscription, payload.body, attemptedAt)
    if (result.error === SHUTTING_DOWN) {
      await work.deliveries.giveBack([row._id], row.lease.token, clock.now())
      return
    }
    const attempt = attemptOf(result, attemptedAt)
    const failures = slot.free(isSuccess(attempt) ? 'succeeded' : 'failed')
    const chance = { baseMs: config.webhookRetryBaseMs, random: clock.random }
    const outcome = outcomeOf(row, subscription, attempt, clock.now(), chance)
    metrics.deliveryAttempted(outcome.changes.status, attempt.duration_ms / 1_000)
    await this.#claims.record(row, () => this.#outcomes.add({ row, outcome }))
    await this.#noteHealth(subscription, failures)
  }

  #post(row: Delivery, subscription: WebhookSubscriptionDoc, body: string, at: Date): Promise<PostResult> {
    const { config, http, sealer } = this.#deps
    const secret = sealer.open(WEBHOOK_SECRET, subscription._id, subscription.signing_secret)
    const timestamp = Math.floor(at.getTime() / 1_000)
    const prefix = config.headerPrefix
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `Postline/${VERSION}`,
      [`${prefix}-Event-Id`]: row.event_id,
      [`${prefix}-Event-Type`]: row.event_type,
      [`${prefix}-Timestamp`]: String(timestamp),
      [`${prefix}-Signature`]: signPayload(secret, timestamp, body),
    }
    return http.post(subscription.endpoint_url, headers, body, config.webhookTimeoutMs)
  }

  /** Marks endpoints that fail repeatedly, and those that have recovered. */
  async #noteHealth({ _id, failing }: WebhookSubscriptionDoc, failures: number): Promise<void> {
    const isFailing = failures >= FAILING_AFTER
    if (isFailing === failing || (failures > 0 && !isFailing)) return
    await this.#deps.models.subscriptions.updateOne({ _id }, { $set: { failing: isFailing } })
  }

  async #writeOutcomes(items: { row: Delivery; outcome: DeliveryOutcome }[]): Promise<undefined> {
    const { work, log } = this.#deps
    const outcomes = items.map(({ row, outcome: { changes, nextAt } }) => ({ row, set: changes, dueAt: nextAt }))
    const written = await work.deliveries.writeOutcomes(outcomes)
    const dropped = items.length - written
    if (dropped > 0) log.info({ dropped }, 'outcomes dropped: the rows have newer owners')
    return undefined
  }

  async #writePutOffs(items: { id: string; dueAt: number }[]): Promise<undefined> {
    const steps = groupBy(items, ({ dueAt }) => Math.ceil(dueAt / PUT_OFF_STEP_MS) * PUT_OFF_STEP_MS)
    await Promise.all(
      [...steps].map(([dueAt, rows]) => this.#deps.work.deliveries.putOff(rows.map(toId), new Date(dueAt))),
    )
    return undefined
  }

  async #writePauses(items: { id: string; pausedBy: string }[]): Promise<undefined> {
    const pauses = groupBy(items, ({ pausedBy }) => pausedBy)
    await Promise.all([...pauses].map(([pausedBy, rows]) => this.#deps.work.deliveries.pause(rows.map(toId), pausedBy)))
    return undefined
  }
}

/** The error of the HTTP client during shutdown, which is not the endpoint's fault. */
const SHUTTING_DOWN = 'shutting down'

const toId = ({ id }: { id: string }) => id

function attemptOf({ status, error, body, durationMs }: PostResult, attemptedAt: Date): DeliveryAttemptDoc {
  return {
    attempted_at: attemptedAt,
    response_status: status,
    error,
    duration_ms: durationMs,
    response_body: status === null ? null : body,
  }
}
