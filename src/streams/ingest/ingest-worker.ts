import { idTime, isId } from '../../ids.js'
import { Batcher } from '../../lib/concurrency/batcher.js'
import { retryDelayMs } from '../../lib/concurrency/retry-schedule.js'
import type { CallbackDoc, CallbackOutcome } from '../../models/callback.js'
import type { EventDoc } from '../../models/event.js'
import { type LookUp, lookUp, WORKER_BATCHING } from '../../models/look-up.js'
import { suppressingAccount } from '../../models/message.js'
import type { NotificationEffects, ProviderEvent } from '../../providers/callbacks/provider-callbacks.js'
import type { BroadcastOptOuts } from '../../services/audience/preferences/broadcast-opt-outs.js'
import { erasedNames } from '../../services/audience/suppressions/erased-names.js'
import type { RecipientHash } from '../../services/audience/suppressions/recipient-hash.js'
import type { SuppressionService } from '../../services/audience/suppressions/suppression-service.js'
import { unsubscription } from '../../services/audience/suppressions/write-suppressions.js'
import { EMPTY_BODY } from '../../services/removal/erasure/erase-chain.js'
import { findErased, withoutErased } from '../../services/removal/erasure/late-events.js'
import type { SendingBrakes } from '../../services/sending/brakes/sending-brakes.js'
import { resumeCallbacks } from '../../services/tracking/callbacks/resume-callbacks.js'
import { type EventIdentity, rowOfEvent } from '../../services/tracking/events/event-key.js'
import { followEvents } from '../../services/tracking/events/follow-events.js'
import { providerEventDoc } from '../../services/tracking/events/provider-events.js'
import { recordEvents } from '../../services/tracking/events/record-events.js'
import { startProcess, traced } from '../../tracing/tracing.js'
import type { Claims } from '../engine/claims.js'
import type { Claimed } from '../engine/work-row.js'
import { Worker } from '../engine/worker.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'
import { type FoundMessage, findMessages } from './message-look-up.js'
import { settleReports } from './settle-reports.js'

/*
 * Ingest turns a stored callback into an event on its message's timeline, and applies its effects.
 *
 * The order of the writes makes ingest repeatable at any point: first the suppressions, then the event (unique by the
 * provider's event id; once it exists, the suppressions are not written again, because they may have been removed
 * since), then the status of the message (a compare-and-set that is correct in any order of arrival), last the
 * callback's row. Steps that are already done are skipped.
 *
 * A callback may arrive before the hand-over is recorded. It then waits until dispatch wakes it, and also retries at
 * growing intervals. If it matches no message for days, it becomes a dead letter.
 */

/** Most callbacks in progress. */
const SLOTS = 1_000
const MAX_BATCH = 500
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 3_600_000
/** Suppression reason for recipients who unsubscribed through the provider. */
const PROVIDER_UNSUBSCRIBE = 'provider_unsubscribe'
const DAY_MS = 86_400_000
/** How long to look for the message of a callback, from its arrival. */
const MAX_AGE_MS = 3 * DAY_MS

type Callback = Claimed<CallbackDoc>

interface Outcome {
  callback: Callback
  accountId: string
  /** The events to record; without any, the row is only closed, as `closedAs`. */
  events: EventDoc[]
  closedAs: CallbackOutcome
}

/** Whose suppression list, and how it names a recipient. */
interface SuppressTo {
  callback: Callback
  message: FoundMessage
  listOf: string
  named: (address: string) => string
}

export interface IngestDeps extends WorkerDeps {
  suppressions: Pick<SuppressionService, 'suppress' | 'unsubscribe'>
  broadcastOptOuts: Pick<BroadcastOptOuts, 'add'>
  sendingBrakes: Pick<SendingBrakes, 'evaluateSoon'>
  recipientHash: () => Promise<RecipientHash>
  /** Most callbacks in progress. For tests. */
  slots?: number
}

/** Turns callbacks into events. */
export class IngestWorker {
  readonly #deps: IngestDeps
  readonly #claims: Claims<CallbackDoc>
  readonly #findMessage: ReturnType<typeof findMessages>
  readonly #isRecorded: LookUp<EventIdentity, boolean>
  readonly #outcomes: Batcher<Outcome, undefined>
  readonly #waits: Batcher<Callback, undefined>
  readonly #worker: Worker<WorkKind>

  constructor(deps: IngestDeps) {
    const { models, work, slots = SLOTS } = deps
    this.#deps = deps
    this.#claims = claimsOf(deps, 'ingest', work.ingest)
    this.#findMessage = findMessages(models)
    this.#isRecorded = lookUp((events) => this.#areRecorded(events), WORKER_BATCHING)
    this.#outcomes = new Batcher((outcomes) => this.#write(outcomes), { maxItems: MAX_BATCH })
    this.#waits = new Batcher((callbacks) => this.#writeWaits(callbacks), { maxItems: MAX_BATCH })
    this.#worker = new Worker({
      ...deps,
      topic: 'ingest',
      slotsByLane: { main: slots },
      handle: (hint) => this.#claims.run(hint, (callback) => this.#ingest(callback)),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Stops taking callbacks and waits for those in progress, at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void> {
    return this.#worker.close(timeoutMs)
  }

  async #ingest(callback: Callback): Promise<void> {
    const { callbackSources } = this.#deps
    const findings = await callbackSources[callback.provider].interpret(callback.body, idTime(callback._id))
    if (!findings) throw new Error('the body of the callback is not a notification')
    if (findings.events.length === 0 && findings.unsubscribe.length === 0) return this.#close(callback, 'ignored')

    const message = await this.#findMessage(callback)
    if (!message && this.#isOfDeleted(callback)) return this.#close(callback, 'ignored')
    if (!message || isTooEarly(message, findings)) return this.#wait(callback)
    const accountId = message.account_id
    if (message.test_mode) return this.#close(callback, 'ignored', accountId)

    const events = settleReports(findings.events, message)
    const listOf = suppressingAccount(message)
    const named = message.erased ? await erasedNames(this.#deps, message, listOf) : (address: string) => address
    for (const event of events) await this.#suppress(event, { callback, message, listOf, named })
    for (const address of findings.unsubscribe) await this.#unsubscribe(message, listOf, named(address))
    if (events.length === 0) return this.#close(callback, 'unsubscribed', accountId)
    await this.#record(callback, message, events)
  }

  async #suppress(event: ProviderEvent, { callback, message, listOf, named }: SuppressTo): Promise<void> {
    if (event.suppress.length === 0) return
    const { _id: message_id, account_id } = message
    const identity = { account_id, message_id, source: callback.source, provider_event_id: event.providerEventId }
    if (await this.#isRecorded(identity)) return
    const entries = event.suppress.map(({ recipient, reason }) => ({ recipient: named(recipient), reason }))
    await this.#deps.suppressions.suppress(listOf, entries)
  }

  async #unsubscribe({ _id, account_id, broadcast_id }: FoundMessage, listOf: string, address: string): Promise<void> {
    const { suppressions, broadcastOptOuts } = this.#deps
    if (broadcast_id === undefined) return suppressions.unsubscribe(listOf, address, PROVIDER_UNSUBSCRIBE)
    const marketing = unsubscription(listOf, address, PROVIDER_UNSUBSCRIBE)
    await broadcastOptOuts.add({ _id, account_id, broadcast_id, marketing })
  }

  async #record(callback: Callback, message: FoundMessage, found: ProviderEvent[]): Promise<void> {
    const { newId, tracing } = this.#deps
    const events: EventDoc[] = []
    for (const event of found) {
      const occurredAt = await this.#timeOf(event, message)
      events.push(providerEventDoc(newId, message, callback.source, { ...event, occurredAt }))
    }
    const span = startProcess(tracing, 'ingest', { messageId: message._id, follows: message.trace })
    if (span) {
      for (const event of events) event.trace = span.traceparent
      span.set({ 'postline.event.type': events[0]?.type })
    }
    const outcome = { callback, accountId: message.account_id, events, closedAs: 'recorded' } as const
    await traced(span, () => this.#outcomes.add(outcome))
  }

  /** Whether the message is so old that it may have been deleted, so that nobody has to look for it. */
  #isOfDeleted({ tagged_message_id: id }: Callback): boolean {
    const { config, clock } = this.#deps
    if (config.retentionDays === 0 || id === undefined || !isId('message', id)) return false
    return idTime(id).getTime() < clock.now().getTime() - config.retentionDays * DAY_MS
  }

  async #close(callback: Callback, closedAs: CallbackOutcome, accountId = callback.account_id): Promise<void> {
    await this.#outcomes.add({ callback, accountId, events: [], closedAs })
  }

  /** A rejection comes without its own time. It must follow the hand-over even if the clocks differ. */
  async #timeOf({ isAfterSent, occurredAt }: ProviderEvent, message: FoundMessage): Promise<Date> {
    if (!isAfterSent) return occurredAt
    const sent = await this.#deps.models.events.collection.findOne({
      account_id: message.account_id,
      message_id: message._id,
      source: 'worker',
      type: 'sent',
    })
    return new Date(Math.max(occurredAt.getTime(), (sent?.occurred_at.getTime() ?? 0) + 1))
  }

  async #wait(callback: Callback): Promise<void> {
    const ageMs = this.#deps.clock.now().getTime() - idTime(callback._id).getTime()
    if (ageMs < MAX_AGE_MS) {
      await this.#waits.add(callback)
      return
    }
    const { tagged_message_id: tag, provider_message_id: providerId } = callback
    await this.#deps.models.callbacks.collection.updateOne({ _id: callback._id }, { $unset: { awaits: 1 } })
    await this.#claims.giveUp(callback, `no message found for the mail ${providerId}${tag ? ` (tag ${tag})` : ''}`)
    this.#count(callback, 'unmatched')
  }

  async #writeWaits(callbacks: Callback[]): Promise<undefined> {
    const { work, clock } = this.#deps
    const nowMs = clock.now().getTime()
    const outcomes = callbacks.map((row) => {
      const tries = row.tries + 1
      const schedule = { baseMs: FIRST_WAIT_MS, jitter: 0.25, random: clock.random }
      const delayMs = Math.min(retryDelayMs(Math.min(tries, 20), schedule), MAX_WAIT_MS)
      const awaits = row.provider_message_id
      return { row, set: { tries, ...(awaits && { awaits }) }, dueAt: new Date(nowMs + delayMs) }
    })
    await work.ingest.writeOutcomes(outcomes)
    await this.#lookAgain(callbacks)
    return undefined
  }

  /**
   * Looks for the messages once more: one that became known after the first look did not wake a callback that was not
   * yet waiting.
   */
  async #lookAgain(callbacks: Callback[]): Promise<void> {
    const { models, clock } = this.#deps
    const messages = await Promise.all(callbacks.map((callback) => this.#findMessage(callback)))
    const known = callbacks.filter((_callback, index) => messages[index]?.provider_message_id)
    await resumeCallbacks(
      models,
      known.flatMap((callback) => callback.provider_message_id ?? []),
      clock.now(),
    )
  }

  async #areRecorded(wanted: EventIdentity[]): Promise<boolean[]> {
    const rows = await this.#deps.models.events.collection
      .find({ $or: wanted.map(rowOfEvent) }, { projection: { account_id: 1, provider_event_id: 1 } })
      .toArray()
    const recorded = new Set(rows.map((row) => `${row.account_id} ${row.provider_event_id}`))
    return wanted.map(({ account_id, provider_event_id }) => recorded.has(`${account_id} ${provider_event_id}`))
  }

  async #write(outcomes: Outcome[]): Promise<undefined> {
    const { models, work, conveyor, clock, sendingBrakes } = this.#deps
    const events = outcomes.flatMap((outcome) => outcome.events)
    // As late as possible: an erasure waits a moment after its mark for events that were read before.
    const erased = await findErased(models, outcomes.flatMap(messageOf))
    const recorded = await recordEvents(
      models,
      conveyor,
      events.map((event) => withoutErased(event, erased)),
    )
    await followEvents(models, recorded)
    sendingBrakes.evaluateSoon(recorded)

    const now = clock.now()
    const standing = new Set(recorded.map((event) => event._id))
    const outcomeOf = ({ events: own, closedAs }: Outcome) =>
      own.length > 0 && !own.some((event) => standing.has(event._id)) ? 'duplicate' : closedAs
    const closed = outcomes.map((outcome) => ({
      row: outcome.callback,
      set: {
        ...{ account_id: outcome.accountId, outcome: outcomeOf(outcome), processed_at: now },
        ...(messageOf(outcome).some((id) => erased.has(id)) && { body: EMPTY_BODY }),
      },
      unset: ['awaits'] as const,
      dueAt: null,
    }))
    await work.ingest.writeOutcomes(closed)
    for (const outcome of outcomes) this.#count(outcome.callback, outcomeOf(outcome))
    return undefined
  }

  #count({ _id, provider, type, account_id }: Callback, outcome: CallbackOutcome | 'unmatched'): void {
    const isKnown = this.#deps.callbackSources[provider].isKnown(type)
    this.#deps.metrics.callbackIngested(isKnown ? type : 'other', outcome)
    if (outcome === 'ignored') this.#deps.log.debug({ callback: _id, type, accountId: account_id }, 'no event follows')
  }
}

/** The message of the events or, if a callback makes none, the one in its tag. */
function messageOf({ callback, events }: Pick<Outcome, 'callback' | 'events'>): string[] {
  const id = events[0]?.message_id ?? callback.tagged_message_id
  return id === undefined ? [] : [id]
}

/** True for what arrives before its hand-over is recorded, and has no time: its place on the timeline is not known yet. */
function isTooEarly(message: FoundMessage, { events }: NotificationEffects): boolean {
  return message.provider_message_id === null && events.some(({ isAfterSent }) => isAfterSent)
}
