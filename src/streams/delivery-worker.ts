import { Group } from '../lib/group.js'
import { groupBy } from '../lib/group-by.js'
import type { PostResult } from '../lib/guarded-http.js'
import { signPayload } from '../lib/signature.js'
import type {
  DeliveryAttemptDoc,
  WebhookDeliveryDoc,
  WebhookPayloadDoc,
  WebhookSubscriptionDoc,
} from '../models/webhook.js'
import { VERSION } from '../version.js'
import type { Hint } from './catalog.js'
import { type Claimed, Claims } from './claims.js'
import { type DeliveryOutcome, isSuccess, lapsed, outcomeOf } from './delivery-outcome.js'
import { FAILING_AFTER, FairGate, type Lane, type Turn } from './fair-gate.js'
import { type Destination, findDestinations, findTogether } from './look-ups.js'
import { Worker, type WorkerDeps } from './worker.js'

/*
 * Webhook deliveries: one entry is one attempt.
 *
 * An entry first waits for its turn at the gate, where nothing is claimed yet. Then the subscription is read,
 * as late as can be: what is deleted, paused or rotated counts from the next attempt on. The claim makes the
 * attempt this worker's; its outcome is written with the claim's token, and dropped where that has changed.
 * A worker that dies in between uses up no attempt: the row falls due again when its lease ends.
 */

/** Attempts in flight at most, to all endpoints together. */
const SLOTS = 256
/** Entries read ahead in each lane, so that those behind a slow endpoint's are not held up. */
const READ_AHEAD = 2_000
const EXPIRE_EVERY_MS = 250
const MAX_BATCH = 500
/** Put-off rows whose times lie this close together share a write, in ms. */
const PUT_OFF_STEP_MS = 200

type Delivery = Claimed<WebhookDeliveryDoc>

export interface DeliveryWorkerDeps extends WorkerDeps {
  /** Attempts in flight at most; entries read ahead in each lane. For tests. */
  slots?: number
  readAhead?: number
}

/** Sends webhook deliveries. */
export class DeliveryWorker {
  readonly #deps: DeliveryWorkerDeps
  readonly #worker: Worker
  readonly #gate: FairGate
  readonly #claims: Claims<WebhookDeliveryDoc>
  readonly #findDestination: (subscriptionId: string) => Promise<Destination | null>
  readonly #findPayload: (eventId: string) => Promise<WebhookPayloadDoc | null>
  readonly #outcomes: Group<{ row: Delivery; outcome: DeliveryOutcome }, undefined>
  readonly #putOffs: Group<{ id: string; dueAt: number }, undefined>
  readonly #holds: Group<{ id: string; holder: string }, undefined>
  readonly #closes: Group<string, undefined>
  #expiry: NodeJS.Timeout | null = null

  constructor(deps: DeliveryWorkerDeps) {
    const { models, clock, conveyor, name, slots = SLOTS, readAhead = READ_AHEAD } = deps
    const { leaseMs } = conveyor.catalog.deliveries
    const rows = models.work.deliveries
    this.#deps = deps
    this.#gate = new FairGate({ clock, slots, maxWaiting: readAhead / 2 })
    this.#claims = new Claims({ ...deps, rows, kind: 'deliveries', by: name, leaseMs })
    this.#findDestination = findDestinations(models)
    this.#findPayload = findTogether(models.payloads.collection)
    this.#outcomes = new Group((items) => this.#writeOutcomes(items), { maxItems: MAX_BATCH })
    this.#putOffs = new Group((items) => this.#writePutOffs(items), { maxItems: MAX_BATCH })
    this.#holds = new Group((items) => this.#writeHolds(items), { maxItems: MAX_BATCH })
    this.#closes = new Group((ids) => rows.park(ids).then(() => undefined), { maxItems: MAX_BATCH })
    this.#worker = new Worker({
      ...deps,
      topic: 'deliveries',
      slotsByLane: { first: readAhead, retry: readAhead },
      handle: (hint, lane) => this.#handle(hint, lane as Lane),
    })
  }

  start(): void {
    this.#worker.start()
    this.#expiry ??= setInterval(() => this.#gate.expire(), EXPIRE_EVERY_MS)
  }

  /** Takes nothing new up and waits for the attempts in flight, at most `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    // Whoever still waits for a turn goes back to the ledger, for other workers to take up.
    this.#gate.close()
    await this.#worker.close(timeoutMs)
    if (this.#expiry) clearInterval(this.#expiry)
  }

  async #handle({ id, accountId, subscriptionId }: Hint, lane: Lane): Promise<void> {
    // Without its subscription a hint is of no use; the sweep makes a better one.
    if (!subscriptionId) return
    const turn = await this.#gate.enter({ accountId, endpointId: subscriptionId, lane })
    if (!turn.admitted) {
      await this.#putOffs.add({ id, dueAt: this.#deps.clock.now().getTime() + turn.inMs })
      return
    }
    try {
      await this.#deliver(id, subscriptionId, turn)
    } finally {
      turn.leave('none')
    }
  }

  async #deliver(id: string, subscriptionId: string, turn: Turn): Promise<void> {
    const destination = await this.#findDestination(subscriptionId)
    if (!destination) {
      await this.#closes.add(id)
      return
    }
    const { subscription, holder } = destination
    if (holder) {
      await this.#holds.add({ id, holder })
      return
    }
    await this.#claims.run(id, (row) => this.#attempt(row, subscription, turn))
  }

  async #attempt(row: Delivery, subscription: WebhookSubscriptionDoc, turn: Turn): Promise<void> {
    const { clock, config, metrics, models } = this.#deps
    const tooLate = lapsed(row, subscription, clock.now())
    if (tooLate) {
      await this.#outcomes.add({ row, outcome: tooLate })
      return
    }
    const payload = await this.#findPayload(row.event_id)
    if (!payload) throw new Error(`the payload of ${row.event_id} is missing`)

    if (!this.#claims.lasts(row, config.webhookTimeoutMs)) {
      await models.work.deliveries.giveBack([row._id], row.lease.token, clock.now())
      return
    }
    const attemptedAt = clock.now()
    const result = await this.#post(row, subscription, payload.body, attemptedAt)
    if (result.error === SHUTTING_DOWN) {
      await models.work.deliveries.giveBack([row._id], row.lease.token, clock.now())
      return
    }
    const attempt = attemptOf(result, attemptedAt)
    const failures = turn.leave(isSuccess(attempt) ? 'succeeded' : 'failed')
    const chance = { baseMs: config.webhookRetryBaseMs, random: clock.random }
    const outcome = outcomeOf(row, subscription, attempt, clock.now(), chance)
    metrics.deliveryAttempted(outcome.changes.status, attempt.duration_ms / 1_000)
    await this.#claims.record(row, () => this.#outcomes.add({ row, outcome }))
    await this.#noteHealth(subscription, failures)
  }

  #post(row: Delivery, subscription: WebhookSubscriptionDoc, body: string, at: Date): Promise<PostResult> {
    const { config, http } = this.#deps
    const timestamp = Math.floor(at.getTime() / 1_000)
    const prefix = config.headerPrefix
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `Postline/${VERSION}`,
      [`${prefix}-Event-Id`]: row.event_id,
      [`${prefix}-Event-Type`]: row.event_type,
      [`${prefix}-Timestamp`]: String(timestamp),
      [`${prefix}-Signature`]: signPayload(subscription.signing_secret, timestamp, body),
    }
    return http.post(subscription.endpoint_url, headers, body, config.webhookTimeoutMs)
  }

  /** Marks an endpoint that fails again and again, and one that has recovered. */
  async #noteHealth({ _id, failing }: WebhookSubscriptionDoc, failures: number): Promise<void> {
    const isFailing = failures >= FAILING_AFTER
    if (isFailing === failing || (failures > 0 && !isFailing)) return
    await this.#deps.models.subscriptions.updateOne({ _id }, { $set: { failing: isFailing } })
  }

  /** Each outcome is written only where its token still owns the row: elsewhere a newer owner exists. */
  async #writeOutcomes(items: { row: Delivery; outcome: DeliveryOutcome }[]): Promise<undefined> {
    const writes = items.map(({ row, outcome: { changes, nextAt } }) => ({
      updateOne: {
        filter: { _id: row._id, 'lease.token': row.lease.token },
        update: {
          $set: { ...changes, crashes: 0, ...(nextAt && { next_at: nextAt }) },
          $unset: { lease: 1, enqueued_at: 1, last_error: 1, ...(!nextAt && { next_at: 1 }) },
        },
      },
    }))
    const { collection } = this.#deps.models.deliveries
    const { matchedCount } = await collection.bulkWrite(writes as never, { ordered: false })
    if (matchedCount < items.length) {
      this.#deps.log.info({ dropped: items.length - matchedCount }, 'outcomes dropped: the rows have newer owners')
    }
    return undefined
  }

  async #writePutOffs(items: { id: string; dueAt: number }[]): Promise<undefined> {
    const steps = groupBy(items, ({ dueAt }) => Math.ceil(dueAt / PUT_OFF_STEP_MS) * PUT_OFF_STEP_MS)
    await Promise.all(
      [...steps].map(([dueAt, rows]) => this.#deps.models.work.deliveries.putOff(rows.map(toId), new Date(dueAt))),
    )
    return undefined
  }

  async #writeHolds(items: { id: string; holder: string }[]): Promise<undefined> {
    const holders = groupBy(items, ({ holder }) => holder)
    await Promise.all(
      [...holders].map(([holder, rows]) => this.#deps.models.work.deliveries.hold(rows.map(toId), holder)),
    )
    return undefined
  }
}

/** What the way out answers once it is being closed: that is not the endpoint's failure. */
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
