import { setTimeout as delay } from 'node:timers/promises'
import { mongo } from 'mongoose'
import { groupBy } from '../../lib/group-by.js'
import { inParallel } from '../../lib/in-parallel.js'
import { withTimeout } from '../../lib/time-limit.js'
import type { EventDoc } from '../../models/event.js'
import { LOOK_UP_TIMEOUT_MS } from '../../models/ledger-away.js'
import type { WebhookPayloadDoc } from '../../models/webhook.js'
import { countEvents } from '../../services/counts/count-events.js'
import { knownGroups } from '../../services/counts/count-groups.js'
import { recordEvents } from '../../services/events/record-events.js'
import {
  type EventSubject,
  eventSubject,
  findEventMessages,
  type MessageInEvents,
  NO_SUBJECT,
} from '../../services/webhooks/event-message.js'
import { type Span, startProcess } from '../../tracing/tracing.js'
import type { ReadyDeliveries } from '../deliveries/ready-deliveries.js'
import type { WorkerDeps } from '../worker-deps.js'
import { DeliveryWriter, payloadOf, type WrittenDelivery } from './delivery-writer.js'
import { EventCounter } from './event-counter.js'
import { isWebhookEvent } from './webhook-event.js'

/*
 * The fan-out of a worker's own events, in the write that records them: one transaction for each group of events. They
 * are inserted with their numbers and their fan-out done, together with the bodies and deliveries. So nothing has to be
 * claimed, read again and closed later, which costs ten times as much. Where they go is looked up while they get their
 * numbers.
 *
 * If the transaction of several accounts fails, such as for an event that exists already, each account gets one of its
 * own. If that fails too, its events are recorded alone and go to the fan-out by the stream. All of this is repeatable, so
 * it does not matter what became of the transactions before.
 */

/** Most accounts to record events for at the same time, if not together. */
const MAX_TRANSACTIONS = 8
/** Most deliveries of a transaction. With more, their fan-out goes by the stream, in portions. */
const MAX_DELIVERIES = 2_000

/** Tries of a transaction. Others may hold the counter: other processes, and the fan-out of events of other kinds. */
const TRIES = 3
const TRY_AGAIN_MS = 20

export interface InlineFanOutDeps extends WorkerDeps {
  /** The delivery worker of this process, if new deliveries can go to it. */
  readyDeliveries?: ReadyDeliveries
}

/** An event with the deliveries that it causes. */
interface Fanned {
  event: EventDoc
  payload: WebhookPayloadDoc | null
  deliveries: WrittenDelivery[]
  span: Span | null
}

type Messages = ReadonlyMap<string, MessageInEvents>

/** Records events and fans them out at once. */
export class InlineFanOut {
  readonly #deps: InlineFanOutDeps
  readonly #writer: DeliveryWriter
  readonly #counter: EventCounter
  readonly #groups = knownGroups()
  readonly #findMessage: (id: string) => Promise<MessageInEvents | null>

  constructor(deps: InlineFanOutDeps) {
    this.#deps = deps
    this.#writer = new DeliveryWriter(deps, deps.readyDeliveries)
    this.#counter = new EventCounter(deps.models)
    this.#findMessage = findEventMessages(deps.models)
  }

  /**
   * Records events, each once.
   * @param messages those of the events, by id; others are looked up.
   * @returns the events as recorded, in the given order; for an existing event, the earlier row.
   */
  async record(events: EventDoc[], messages: Messages = new Map()): Promise<EventDoc[]> {
    const byAccount = groupBy(events, (event) => event.account_id)
    await Promise.all([...byAccount.keys()].map((accountId) => this.#counter.ensure(accountId)))
    if (byAccount.size > 1 && (await isFulfilled(this.#recordFanned(events, messages, 1)))) return events
    const accounts = [...byAccount.values()]
    const results = await inParallel(accounts, MAX_TRANSACTIONS, (own) => this.#recordFanned(own, messages, TRIES))
    const rest = accounts.flatMap((own, index) => (results[index]!.status === 'fulfilled' ? [] : own))
    if (rest.length === 0) return events
    const recorded = await recordEvents(this.#deps.models, this.#deps.conveyor, rest)
    const byId = new Map(rest.map((event, index) => [event._id, recorded[index]!]))
    return events.map((event) => byId.get(event._id) ?? event)
  }

  async #recordFanned(events: EventDoc[], messages: Messages, tries: number): Promise<void> {
    const { conveyor, metrics } = this.#deps
    const fanning = this.#fanOut(events, messages)
    // The transaction awaits it, unless it fails before.
    fanning.catch(() => undefined)
    const accountIds = [...new Set(events.map((event) => event.account_id))]
    try {
      await inAFewTries(tries, () => this.#commit(events, fanning))
    } catch (error) {
      const fanned = await fanning.catch((): Fanned[] => [])
      for (const { place } of fanned.flatMap((each) => each.deliveries)) place?.release()
      for (const { span } of fanned) span?.end('_OTHER')
      this.#deps.log.debug({ accountIds, err: error }, 'events could not be recorded with their fan-out')
      throw error
    }
    const fanned = await fanning
    this.#writer.hint(fanned.flatMap((each) => each.deliveries))
    for (const accountId of accountIds) conveyor.announce(accountId)
    for (const { event, deliveries: own, span } of fanned) {
      metrics.eventFannedOut(event.type, event.test_mode ? 'test' : 'live', own.length)
      span?.end()
    }
  }

  async #fanOut(events: EventDoc[], messages: Messages): Promise<Fanned[]> {
    const targets = await Promise.all(
      events.map((event) => (isWebhookEvent(event) ? this.#writer.targetsOf(event) : [])),
    )
    if (targets.flat().length > MAX_DELIVERIES) throw new Error('too many deliveries at once')
    const subjects = await Promise.all(
      events.map((event, index) => (targets[index]!.length > 0 ? this.#subjectOf(event, messages) : NO_SUBJECT)),
    )
    return events.map((event, index) => {
      const own = targets[index]!
      const span = startProcess(this.#deps.tracing, 'fan-out', { messageId: event.message_id, follows: event.trace })
      span?.set({ 'postline.event.id': event._id, 'postline.event.type': event.type })
      if (!isWebhookEvent(event) || own.length === 0) return { event, payload: null, deliveries: [], span }
      const payload = payloadOf(event, { subject: subjects[index]! })
      return { event, payload, deliveries: this.#writer.draft(event, own, { body: payload.body, span }), span }
    })
  }

  async #subjectOf({ message_id: id, payload }: EventDoc, messages: Messages): Promise<EventSubject> {
    return eventSubject(payload, messages.get(id) ?? (await this.#findMessage(id)))
  }

  async #commit(events: readonly EventDoc[], fanning: Promise<Fanned[]>): Promise<void> {
    const { models } = this.#deps
    const session = await models.connection.startSession()
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } })
      const seqs = await this.#counter.number(events, session)
      // Not for long: the counters are locked.
      const fanned = await withTimeout(LOOK_UP_TIMEOUT_MS, fanning)
      const firsts = await countEvents(models, events, session, this.#groups)
      const finished = events.map((event, index) => finishedEvent(event, seqs[index]!, firsts.has(event)))
      await models.events.collection.insertMany(finished, { session })
      const bodies = fanned.flatMap(({ payload }) => payload ?? [])
      const rows = fanned.flatMap((each) => each.deliveries.map(({ row }) => row))
      if (bodies.length > 0) await models.payloads.collection.insertMany(bodies, { session })
      if (rows.length > 0) await models.deliveries.collection.insertMany(rows, { session })
      await session.commitTransaction()
    } catch (error) {
      await session.abortTransaction().catch(() => undefined)
      throw error
    } finally {
      await session.endSession()
    }
  }
}

/** The row of an event whose fan-out is done. */
function finishedEvent(
  { fanout_at: _due, enqueued_at: _mark, tags: _counted, ...event }: EventDoc,
  seq: number,
  isFirst: boolean,
): EventDoc {
  return { ...event, seq, ...(isFirst && { first: true }) }
}

/** Tries again when somebody else has just taken numbers from the same counter. */
async function inAFewTries(tries: number, commit: () => Promise<void>): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await commit()
    } catch (error) {
      if (left === 0 || !(error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError')))
        throw error
    }
    await delay(Math.random() * TRY_AGAIN_MS)
  }
}

const isFulfilled = (promise: Promise<void>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )
