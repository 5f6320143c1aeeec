import { idTime } from '../../ids.js'
import { InFlight } from '../../lib/concurrency/in-flight.js'
import { withFallback } from '../../lib/concurrency/time-limit.js'
import type { PostResult } from '../../lib/http/guarded-http.js'
import { retryAfterMs } from '../../lib/http/retry-after.js'
import { type LookUp, lookUp, WORKER_BATCHING } from '../../models/look-up.js'
import type { WebhookDeliveryDoc, WebhookSubscriptionDoc } from '../../models/webhook.js'
import { WEBHOOK_SECRET } from '../../services/platform/encryption/secret-fields.js'
import type { ReadBarrier } from '../../services/platform/read-barrier.js'
import type { WholeMails } from '../../services/receiving/whole-mails.js'
import { pauseStage } from '../../services/tracking/webhooks/pause-stage.js'
import { readBodies } from '../../services/tracking/webhooks/webhook-bodies.js'
import { ClaimPrefetcher } from '../engine/claim-prefetcher.js'
import type { Claims } from '../engine/claims.js'
import type { Hint } from '../engine/hint.js'
import type { Claimed } from '../engine/work-row.js'
import { type RowRef, refOf } from '../engine/work-rows.js'
import { Worker } from '../engine/worker.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'
import { isGone, isSuccess, outcomeIfTooLate, outcomeOf } from './delivery-outcome.js'
import { DeliveryWrites } from './delivery-writes.js'
import { type Destination, type Endpoint, findDestinations, updateEndpoint } from './destinations.js'
import { FAILING_AFTER, FairGate, type Lane, type Slot, type Turn } from './fair-gate.js'
import type { ReadyDeliveries, ReservedPermit } from './ready-deliveries.js'
import { attemptOf, SHUTTING_DOWN, TOO_BUSY, WebhookRequests } from './webhook-requests.js'

/*
 * Webhook deliveries: one entry is one attempt.
 *
 * An entry first waits at the gate for a turn, unclaimed. Then the subscription is read, the row is claimed, and its body
 * is read. There are more turns than requests at a time: a delivery that is ready waits at the gate once more, for a slot
 * to make its request in. If it waits for longer than a moment, the subscription is read again, so that a deletion, pause
 * or rotation applies to the next attempt. What gets no slot within seconds is released.
 *
 * The fan-out of the same process writes some deliveries with a lease of this worker and hands them over: they only wait for
 * their slot.
 *
 * The outcome is written with the claim's token, and dropped if the token has changed. A worker that dies in between uses
 * up no attempt: the row is due again when its lease ends.
 */

/** Most concurrent attempts to all endpoints. */
const SLOTS = 256
/** Entries read ahead in each lane, so that those behind a slow endpoint are not held up. */
const READ_AHEAD = 2_000
const EXPIRE_EVERY_MS = 250
/** How long a delivery waits for a missing key before it looks again. */
const KEY_WAIT_MS = 30_000
/** How long a delivery of a whole mail waits for memory that others have. */
const BUSY_WAIT_MS = 1_000
/** Most characters of bodies that wait in memory, of deliveries that were handed over. */
const MAX_HANDED_CHARS = 32 * 1024 * 1024

type Delivery = Claimed<WebhookDeliveryDoc>

/** An endpoint, and when it was read. */
interface Read {
  destination: Destination
  at: number
}

/** Why a delivery cannot go now. */
interface Obstacle {
  obstacle: 'gone' | 'no-key' | { pausedBy: string }
}

export interface DeliveryWorkerDeps extends WorkerDeps {
  wholeMails: Pick<WholeMails, 'read' | 'sizeOf'>
  readBarrier: Pick<ReadBarrier, 'pass'>
  /** Attempts in flight at most; entries read ahead in each lane. For tests. */
  slots?: number
  readAhead?: number
}

/** Sends webhook deliveries. */
export class DeliveryWorker implements ReadyDeliveries {
  readonly #deps: DeliveryWorkerDeps
  readonly #worker: Worker<WorkKind>
  readonly #gate: FairGate
  readonly #claims: Claims<WebhookDeliveryDoc>
  readonly #ahead: ClaimPrefetcher<WebhookDeliveryDoc>
  readonly #findDestination: LookUp<RowRef, Destination | null>
  readonly #findBody: LookUp<Delivery, string | null>
  readonly #requests: WebhookRequests
  readonly #writes: DeliveryWrites
  readonly #handedOver = new InFlight()
  #handedChars = 0
  #expiry: NodeJS.Timeout | null = null

  constructor(deps: DeliveryWorkerDeps) {
    const { models, work, clock, slots = SLOTS, readAhead = READ_AHEAD } = deps
    this.#deps = deps
    this.#gate = new FairGate({ clock, slots, maxWaiting: readAhead / 2 })
    this.#claims = claimsOf(deps, 'deliveries', work.deliveries)
    this.#ahead = new ClaimPrefetcher(this.#claims, { workMs: deps.config.webhookTimeoutMs })
    this.#findDestination = findDestinations(models)
    this.#findBody = lookUp((rows) => readBodies(models, rows), WORKER_BATCHING)
    this.#requests = new WebhookRequests(deps)
    this.#writes = new DeliveryWrites(deps)
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
    const handedOver = withFallback({ timeoutMs }, this.#handedOver.settled(), () => undefined)
    await Promise.all([this.#worker.close(timeoutMs), handedOver])
    if (this.#expiry) clearInterval(this.#expiry)
  }

  reserve(endpoint: WebhookSubscriptionDoc, body: string): ReservedPermit | null {
    const { _id: targetId, account_id: accountId, failing, signing_secret } = endpoint
    if (failing || !this.#deps.sealer.hasKeyOf(signing_secret)) return null
    if (this.#handedChars + body.length > MAX_HANDED_CHARS) return null
    const turn = this.#gate.enterReady({ accountId, targetId, lane: 'first' })
    if (!turn) return null
    const lease = this.#claims.newLease()
    const read = { destination: { endpoint, secretField: WEBHOOK_SECRET, pausedBy: null }, at: performance.now() }
    this.#handedChars += body.length
    let settle = () => {}
    void this.#handedOver.track(new Promise<void>((resolve) => (settle = resolve)))
    let isHeld = true
    const release = () => {
      if (!isHeld) return
      isHeld = false
      this.#handedChars -= body.length
      turn.end()
      settle()
    }
    const deliver = (row: WebhookDeliveryDoc) => {
      void this.#claims.work({ ...row, lease }, (own) => this.#send(own, read, body, turn)).finally(release)
    }
    return { claim: { lease, next_at: lease.until, crashes: 1 }, deliver, release }
  }

  async #handle(hint: Hint, lane: Lane): Promise<void> {
    const { accountId, target: subscriptionId } = hint
    // A hint without a subscription is useless. The sweep makes a better one.
    if (!subscriptionId) return
    const turn = await this.#gate.enter({ accountId, targetId: subscriptionId, lane })
    if ('inMs' in turn) return this.#writes.defer(hint, turn.inMs)
    try {
      await this.#claim(hint, subscriptionId, turn)
    } finally {
      turn.end()
    }
  }

  async #claim(ref: RowRef, subscriptionId: string, turn: Turn): Promise<void> {
    const found = await this.#look({ id: subscriptionId, accountId: ref.accountId })
    if ('destination' in found) return this.#claims.run(ref, (row) => this.#prepare(row, found, turn))
    const { obstacle } = found
    if (obstacle === 'gone') return this.#claimLost(ref, subscriptionId, turn)
    if (obstacle === 'no-key') return this.#writes.defer(ref, KEY_WAIT_MS)
    return this.#writes.pause(ref, obstacle.pausedBy)
  }

  /** Claims a delivery whose endpoint seems to be gone. */
  async #claimLost(ref: RowRef, subscriptionId: string, turn: Turn): Promise<void> {
    await this.#claims.run(ref, async (row) => {
      const found = await this.#lookClosely({ id: subscriptionId, accountId: ref.accountId })
      await ('destination' in found ? this.#prepare(row, found, turn) : this.#stop(row, found))
    })
  }

  /** As {@link #look}. A delivery whose endpoint is gone is closed for good, so after a failover it must not only seem so. */
  async #lookClosely(endpointRef: RowRef): Promise<Read | Obstacle> {
    const found = await this.#look(endpointRef)
    if (!('obstacle' in found && found.obstacle === 'gone')) return found
    await this.#deps.readBarrier.pass(endpointRef.accountId)
    return this.#look(endpointRef)
  }

  /** Where a delivery goes, or why it cannot go now. */
  async #look(endpointRef: RowRef): Promise<Read | Obstacle> {
    const { sealer, log } = this.#deps
    const at = performance.now()
    const destination = await this.#findDestination(endpointRef)
    if (!destination) return { obstacle: 'gone' }
    const { endpoint, pausedBy } = destination
    if (pausedBy) return { obstacle: { pausedBy } }
    if (sealer.hasKeyOf(endpoint.signing_secret)) return { destination, at }
    // An operator has to add the key. No attempt is used up.
    log.error(
      { subscriptionId: endpointRef.id },
      'a delivery waits: ENCRYPTION_KEY lacks the key of its signing secret',
    )
    return { obstacle: 'no-key' }
  }

  async #prepare(row: Delivery, read: Read, turn: Turn): Promise<void> {
    const tooLate = outcomeIfTooLate(row, read.destination.endpoint, this.#deps.clock.now())
    if (tooLate) return this.#writes.complete(row, tooLate)
    const body = await this.#findBody(row)
    if (body === null) throw new Error(`the event ${row.event_id} is missing`)
    await this.#send(row, read, body, turn)
  }

  /** Makes the attempt once there is a slot, if nothing has come in between. */
  async #send(row: Delivery, read: Read, body: string, turn: Turn): Promise<void> {
    await this.#ahead.work<Read | Obstacle, Slot>(row, {
      ...{ known: read, knownAt: read.at },
      acquire: () => turn.begin(),
      lookAgain: () => this.#lookClosely({ id: row.subscription_id, accountId: row.account_id }),
      work: (found, slot) =>
        'obstacle' in found ? this.#stop(row, found) : this.#attempt(row, found.destination, body, slot),
    })
  }

  /** Gives up a claim, because the delivery cannot go now. */
  async #stop(row: Delivery, { obstacle }: Obstacle): Promise<void> {
    if (obstacle === 'gone') return this.#writes.close(refOf(row))
    await this.#claims.release(row, obstacle === 'no-key' ? KEY_WAIT_MS : 0)
    if (typeof obstacle === 'object') await this.#writes.pause(refOf(row), obstacle.pausedBy)
  }

  async #attempt(row: Delivery, destination: Destination, body: string, slot: Slot): Promise<void> {
    const attemptedAt = this.#deps.clock.now()
    const result = await this.#requests.post({ row, destination, body, at: attemptedAt })
    if (result.error === SHUTTING_DOWN) return this.#claims.release(row, 0)
    if (result.error === TOO_BUSY) return this.#claims.release(row, BUSY_WAIT_MS)
    const attempt = attemptOf(result, attemptedAt)
    const failures = slot.end(isSuccess(attempt) ? 'succeeded' : 'failed')
    await this.#record(row, destination.endpoint, attempt, result)
    if (isGone(attempt)) await this.#pauseGone(destination.endpoint)
    await this.#noteHealth(destination.endpoint, failures)
  }

  async #record(
    row: Delivery,
    endpoint: Endpoint,
    attempt: ReturnType<typeof attemptOf>,
    { retryAfter }: PostResult,
  ): Promise<void> {
    const { clock, config, metrics } = this.#deps
    const now = clock.now()
    const askedMs = retryAfterMs(retryAfter, now)
    const chance = { baseMs: config.webhookRetryBaseMs, random: clock.random, askedMs }
    const outcome = outcomeOf(row, endpoint, attempt, now, chance)
    metrics.deliveryAttempted(outcome.changes.status, attempt.duration_ms / 1_000)
    // A redelivery, which somebody asked for later, would look like a delay.
    if (isSuccess(attempt) && row.round === 1)
      metrics.delivered((now.getTime() - idTime(row.event_id).getTime()) / 1_000)
    await this.#claims.record(row, () => this.#writes.complete(row, outcome))
  }

  /** Pauses a subscription or route whose endpoint is gone, unless it has another one by now. */
  async #pauseGone({ _id, account_id, endpoint_url }: Endpoint): Promise<void> {
    const { models, clock, log } = this.#deps
    await updateEndpoint(models, { _id, account_id, endpoint_url }, pauseStage(clock.now()))
    log.info({ subscriptionId: _id }, 'a webhook is paused: its endpoint answered 410')
  }

  /** Marks endpoints that fail repeatedly, and those that have recovered. */
  async #noteHealth({ _id, account_id, failing }: Endpoint, failures: number): Promise<void> {
    const isFailing = failures >= FAILING_AFTER
    if (isFailing === failing || (failures > 0 && !isFailing)) return
    await updateEndpoint(this.#deps.models, { _id, account_id }, { failing: isFailing })
  }
}
