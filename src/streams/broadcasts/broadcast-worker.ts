import { setTimeout as delay } from 'node:timers/promises'
import { MAX_FAILURES } from '../../contract/broadcasts.js'
import type { MessageStatus } from '../../contract/messages.js'
import { ApiError } from '../../errors.js'
import { InFlight } from '../../lib/concurrency/in-flight.js'
import type { BroadcastDoc } from '../../models/broadcast.js'
import { isDatabaseUnavailable } from '../../models/database-unavailable.js'
import { exists } from '../../models/exists.js'
import { BROADCAST_INDEX, BROADCAST_WAITING_INDEX } from '../../models/message.js'
import type { ApiKeyService } from '../../services/accounts/api-keys/api-key-service.js'
import type { Audience } from '../../services/audience/contacts/audience.js'
import { assertEvaluable } from '../../services/audience/contacts/segment-lists.js'
import type { Caller } from '../../services/caller.js'
import { audienceOf, listOf } from '../../services/sending/broadcasts/broadcast-list.js'
import { renderableOf } from '../../services/sending/broadcasts/broadcast-mail.js'
import {
  type BroadcastStop,
  type Portion,
  type PortionDeps,
  sendPortion,
  stopAt,
} from '../../services/sending/broadcasts/broadcast-portions.js'
import type { TemplateRendering } from '../../services/sending/templates/template-rendering.js'
import { broadcastCounts } from '../../services/tracking/counts/broadcast-counts.js'
import { ClaimPrefetcher } from '../engine/claim-prefetcher.js'
import type { Claims } from '../engine/claims.js'
import { SHARED_PERMITS_SLOTS, SharedPermits } from '../engine/shared-permits.js'
import type { Claimed } from '../engine/work-row.js'
import { type RowOutcome, refOf } from '../engine/work-rows.js'
import { Worker } from '../engine/worker.js'
import { sendingPauseOf } from '../pauses.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'

/*
 * Sends broadcasts: takes the members of the list in portions and makes a message for each.
 *
 * A claim is for one portion. First its messages are accepted, each under its own idempotency key; then one write moves
 * the cursor and adds to the counts, if the claim is still valid. If the process dies in between, the next owner
 * repeats the portion and finds the messages that exist.
 *
 * Callers change the status at any time, and wake a worker. The owner of a claim finishes its portion all the same. The
 * row is then due again, and the next claim sees the new status. So a row at rest has always been looked at after its
 * last change.
 *
 * A broadcast that has members to take, or to count, waits for a permit, and accounts take turns: a portion can take seconds. The
 * rest is quick.
 */

/** Most members of a portion. */
const PORTION = 1_000
/** After a crash a portion is this much smaller, so that it ends in time, and to find the member that causes it. */
const SMALLER = 4
/**
 * Most messages of a broadcast that are due for dispatch. So a pause or a cancellation takes effect soon, and other mail
 * of the account is not far behind.
 */
const MAX_WAITING = 5_000
/** When to look again whether messages were dispatched, in ms. */
const LOOK_AGAIN_MS = 250
/** When to look again whether the last messages were dispatched, in ms. Some may be deferred for hours. */
const LAST_LOOK_MS = 1_000
/** How far a throttled broadcast may be behind its time and catch up, in ms. */
const CATCH_UP_MS = 1_000
/** Later wake-ups are left to the sweep. */
const OWN_WAKE_UP_MS = 10_000
/** Unexpected errors of one portion in a row, after which the broadcast is paused. */
const MAX_DEFECTS = 3

type Broadcast = Claimed<BroadcastDoc>

export interface BroadcastWorkerDeps extends WorkerDeps, PortionDeps {
  apiKeys: Pick<ApiKeyService, 'callerOf'>
  audience: Pick<Audience, 'page' | 'count'>
  templateRendering: Pick<TemplateRendering, 'findForSend'>
  /** Most members of a portion. For tests. */
  portion?: number
  /** Most messages of a broadcast that are due for dispatch. For tests. */
  maxWaiting?: number
}

/** What the next portion needs, or why there is none now. */
type Ready = { caller: Caller; renderable: Awaited<ReturnType<typeof renderableOf>>; topicId: string | null }

/** Changes of the status that hold only if nobody else has changed it. */
const isSending = { $eq: ['$status', 'sending'] }
const STARTING = {
  status: { $cond: [{ $eq: ['$status', 'scheduled'] }, 'sending', '$status'] },
}
const PAUSING = {
  status: { $cond: [isSending, 'paused', '$status'] },
  paused_reason: { $cond: [isSending, '$$outcome.given.reason', '$paused_reason'] },
}
const FINISHING = {
  status: { $cond: [isSending, 'sent', '$status'] },
  finished_at: { $cond: [isSending, '$$outcome.given.at', '$finished_at'] },
}

/** Whether its work takes as long as the account has contacts, or a portion takes. */
const isLong = ({ status, all_taken }: Broadcast) => status === 'scheduled' || (status === 'sending' && !all_taken)

export class BroadcastWorker {
  readonly #deps: BroadcastWorkerDeps
  readonly #claims: Claims<BroadcastDoc>
  readonly #ahead: ClaimPrefetcher<BroadcastDoc>
  readonly #permits: SharedPermits<BroadcastDoc>
  readonly #worker: Worker<WorkKind>
  readonly #wakeUps = new InFlight()
  readonly #closing = new AbortController()

  constructor(deps: BroadcastWorkerDeps) {
    this.#deps = deps
    this.#claims = claimsOf(deps, 'broadcasts', deps.work.broadcasts)
    const { catalog, partitions } = deps.conveyor
    const limits = { workMs: catalog.broadcasts.handlerMs }
    this.#ahead = new ClaimPrefetcher(this.#claims, limits)
    this.#permits = new SharedPermits(this.#claims, limits)
    this.#worker = new Worker({
      ...deps,
      topic: 'broadcasts',
      slotsByLane: { main: SHARED_PERMITS_SLOTS * partitions },
      handle: (hint) => this.#claims.run(hint, (broadcast) => this.#handle(broadcast)),
    })
  }

  start(): void {
    this.#worker.start()
    this.#permits.start()
  }

  /** Starts nothing new and waits up to `timeoutMs` for running work. */
  async close(timeoutMs: number): Promise<void> {
    this.#closing.abort()
    this.#permits.close()
    await Promise.all([this.#worker.close(timeoutMs), this.#wakeUps.settled()])
  }

  async #handle(broadcast: Broadcast): Promise<void> {
    if (!isLong(broadcast)) return this.#work(broadcast)
    await this.#ahead.work(broadcast, {
      // Looked at again in any case: a pause has its effect also while the broadcast waits.
      ...{ known: broadcast.status, knownAt: -Infinity },
      acquire: () => this.#permits.acquire(broadcast),
      lookAgain: async () => ((await this.#isAsRead(broadcast)) ? broadcast.status : null),
      work: () => this.#work(broadcast),
    })
  }

  #isAsRead({ _id, account_id, status }: Broadcast): Promise<boolean> {
    return exists(this.#deps.models.broadcasts.collection, { _id, account_id, status })
  }

  async #work(broadcast: Broadcast): Promise<void> {
    switch (broadcast.status) {
      case 'scheduled':
        return this.#start(broadcast)
      case 'sending':
        return broadcast.all_taken ? this.#finish(broadcast) : this.#take(broadcast)
      case 'canceled':
        return this.#settle(broadcast)
      default:
        return this.#rest(broadcast)
    }
  }

  /** Starts a scheduled broadcast: whoever is in the list now gets it. */
  async #start(broadcast: Broadcast): Promise<void> {
    const now = this.#deps.clock.now()
    const audience = await audienceOf(this.#deps, broadcast, broadcast.audience)
    const set = { started_at: now, paced_at: now, audience }
    await this.#record(broadcast, { dueAt: now, set, computed: STARTING })
  }

  /** Makes the messages of the next portion, if it may go now. */
  async #take(broadcast: Broadcast): Promise<void> {
    const { clock } = this.#deps
    const { paced_at } = broadcast
    if (paced_at && paced_at > clock.now()) return this.#later(broadcast, paced_at)
    const limit = await this.#room(broadcast)
    if (limit === 0) return this.#later(broadcast, this.#in(LOOK_AGAIN_MS))
    try {
      const ready = await this.#prepare(broadcast)
      if ('kind' in ready) return await this.#stop(broadcast, ready)
      await this.#recordPortion(broadcast, await sendPortion(this.#deps, broadcast, { ...ready, limit }))
    } catch (error) {
      if (isDatabaseUnavailable(error) || broadcast.crashes < MAX_DEFECTS) throw error
      this.#deps.log.error({ broadcastId: broadcast._id, err: error }, 'a broadcast is paused')
      await this.#stop(broadcast, { kind: 'pause', reason: 'internal_error' })
    }
  }

  /** Most members of the next portion; 0 while too many messages wait for dispatch. */
  async #room({ _id, account_id, crashes, throttle_per_minute }: Broadcast): Promise<number> {
    const { models, clock, portion = PORTION, maxWaiting = MAX_WAITING } = this.#deps
    const due = { account_id, broadcast_id: _id, dispatch_at: { $lte: clock.now() } }
    const options = { limit: maxWaiting, hint: BROADCAST_WAITING_INDEX }
    const waiting = await models.messages.collection.countDocuments(due, options)
    const limits = [
      portion / SMALLER ** (crashes - 1),
      throttle_per_minute === null ? portion : throttle_per_minute / 60,
    ]
    const wanted = Math.max(1, Math.floor(Math.min(...limits)))
    return waiting + wanted <= maxWaiting ? wanted : 0
  }

  /** What the members have in common. */
  async #prepare(broadcast: Broadcast): Promise<Ready | BroadcastStop> {
    const { apiKeys, models, templateRendering } = this.#deps
    try {
      const { key_id, test_mode } = broadcast.sent_by!
      const key = await apiKeys.callerOf(key_id)
      // What a test key made is simulated, whoever sends it.
      const caller = key && { ...key, testMode: key.testMode || test_mode }
      if (!caller) return { kind: 'pause', reason: 'key_revoked' }
      if (caller.suspended) return { kind: 'pause', reason: 'account_suspended' }
      if (caller.sendingPause && !caller.testMode) return { kind: 'pause', reason: 'sending_paused' }
      const list = await listOf(models, broadcast)
      if (!list) return { kind: 'pause', reason: 'list_not_found' }
      await assertEvaluable(models, list)
      const renderable = await renderableOf(templateRendering, broadcast)
      return { caller, renderable, topicId: list.is_topic ? list._id : null }
    } catch (error) {
      const stop = error instanceof ApiError ? stopAt(error) : null
      if (!stop) throw error
      return stop
    }
  }

  async #recordPortion(broadcast: Broadcast, portion: Portion): Promise<void> {
    const { cursor, isLast, accepted, failures, stop } = portion
    const paced_at = this.#pace(broadcast, accepted + failures.length)
    const set: Partial<BroadcastDoc> = {
      cursor,
      all_taken: isLast,
      taken: broadcast.taken + accepted,
      refused: broadcast.refused + failures.length,
      ...(failures.length > 0 && { failures: [...broadcast.failures, ...failures].slice(0, MAX_FAILURES) }),
      ...(paced_at && { paced_at }),
    }
    if (stop) return this.#stop(broadcast, stop, set)
    const now = this.#deps.clock.now()
    await this.#record(broadcast, { dueAt: paced_at && paced_at > now ? paced_at : now, set })
  }

  /** When a throttled broadcast may take the next portion. It catches up if it is a little late. */
  #pace({ throttle_per_minute, paced_at }: Broadcast, members: number): Date | null {
    if (throttle_per_minute === null) return null
    const earliest = this.#deps.clock.now().getTime() - CATCH_UP_MS
    const begun = Math.max(paced_at?.getTime() ?? 0, earliest)
    return new Date(begun + (members * 60_000) / throttle_per_minute)
  }

  async #stop(broadcast: Broadcast, stop: BroadcastStop, set: Partial<BroadcastDoc> = {}): Promise<void> {
    switch (stop.kind) {
      case 'wait':
        return this.#record(broadcast, { dueAt: this.#in(stop.seconds * 1_000), set })
      case 'pause': {
        const { log, clock } = this.#deps
        const { _id: broadcastId, account_id: accountId } = broadcast
        log.info({ broadcastId, accountId, reason: stop.reason }, 'a broadcast is paused')
        // Due once more, because it may be canceled at this moment.
        return this.#record(broadcast, { dueAt: clock.now(), set, computed: PAUSING, given: { reason: stop.reason } })
      }
      case 'defect':
        throw new Error('a message of a broadcast could not be made')
    }
  }

  /** Ends a broadcast once all of its messages were dispatched. */
  async #finish(broadcast: Broadcast): Promise<void> {
    const taken = await this.#count(broadcast)
    if ((await this.#isWaiting(broadcast)) || (await this.#isUncounted(broadcast, taken))) {
      return this.#later(broadcast, this.#in(LAST_LOOK_MS))
    }
    const given = { at: this.#deps.clock.now() }
    await this.#record(broadcast, { dueAt: null, set: { taken }, computed: FINISHING, given })
  }

  /** Counts the messages of a canceled broadcast: a portion may have died before it was counted. */
  async #settle(broadcast: Broadcast): Promise<void> {
    await this.#record(broadcast, { dueAt: null, set: { taken: await this.#count(broadcast) } })
  }

  /** Whether messages wait for dispatch, or until their account may send again. */
  async #isWaiting({ _id: broadcast_id, account_id }: Broadcast): Promise<boolean> {
    const { collection } = this.#deps.models.messages
    const own = { account_id, broadcast_id }
    const anyTime = { $gt: new Date(0) }
    if (await collection.findOne({ ...own, dispatch_at: anyTime }, { hint: BROADCAST_WAITING_INDEX })) return true
    const held = { held: { $in: [account_id, sendingPauseOf(account_id)] } }
    return (await collection.findOne({ ...own, ...held }, { hint: { held: 1 } })) !== null
  }

  /** Whether the outcomes of some messages are not counted yet. A message that was parked or canceled has none. */
  async #isUncounted({ _id: broadcast_id, account_id }: Broadcast, taken: number): Promise<boolean> {
    const { models } = this.#deps
    const settled = (await broadcastCounts(models, account_id, [broadcast_id])).get(broadcast_id)!.settled
    if (settled >= taken) return false
    const without = { account_id, status: { $in: ['queued', 'canceled'] satisfies MessageStatus[] }, broadcast_id }
    return settled < taken - (await models.messages.collection.countDocuments(without))
  }

  /** The messages that exist. Exact, also if a contact was deleted between a crash and the repetition of its portion. */
  #count({ _id: broadcast_id, account_id }: Broadcast): Promise<number> {
    const { collection } = this.#deps.models.messages
    return collection.countDocuments({ account_id, broadcast_id }, { hint: BROADCAST_INDEX })
  }

  /** Leaves a row that has nothing to do, unless it was resumed at this moment. */
  async #rest(broadcast: Broadcast): Promise<void> {
    const { _id, account_id, status, lease } = broadcast
    const { matchedCount } = await this.#deps.models.broadcasts.collection.updateOne(
      { _id, account_id, status, 'lease.token': lease.token },
      { $set: { crashes: 0 }, $unset: { expand_at: 1, lease: 1, enqueued_at: 1 } },
    )
    if (matchedCount === 0) await this.#later(broadcast, this.#deps.clock.now())
  }

  /** Looks at the row again at that time. */
  #later(broadcast: Broadcast, at: Date): Promise<void> {
    return this.#record(broadcast, { dueAt: at })
  }

  /** Writes an outcome, if the claim is still valid, and wakes a worker when the row is due. */
  async #record(broadcast: Broadcast, outcome: Omit<RowOutcome<BroadcastDoc>, 'row'>): Promise<void> {
    const { work, clock, conveyor } = this.#deps
    const { set, dueAt } = outcome
    const row = { row: broadcast, ...outcome, ...(set && { set: { ...set, updated_at: clock.now() } }) }
    if ((await work.broadcasts.writeOutcomes([row])) === 0) return
    if (set) conveyor.announce(broadcast.account_id)
    if (dueAt) void this.#wakeUps.track(this.#wake(broadcast, dueAt))
  }

  /** The sweep wakes rows too, once a second. */
  async #wake(broadcast: Broadcast, at: Date): Promise<void> {
    const waitMs = at.getTime() - this.#deps.clock.now().getTime()
    if (waitMs > OWN_WAKE_UP_MS) return
    if (waitMs > 0) await delay(waitMs, undefined, { signal: this.#closing.signal }).catch(() => undefined)
    if (!this.#closing.signal.aborted) this.#deps.conveyor.hint('broadcasts', [refOf(broadcast)])
  }

  #in(ms: number): Date {
    return new Date(this.#deps.clock.now().getTime() + ms)
  }
}
