import type { mongo } from 'mongoose'
import { groupBy } from '../../lib/collections/group-by.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { LOOK_UP_TIMEOUT_MS } from '../../models/database-unavailable.js'
import type { EventDoc } from '../../models/event.js'
import type { LookUp } from '../../models/look-up.js'
import { recordEvents } from '../../services/tracking/events/record-events.js'
import {
  type EventSubject,
  eventSubject,
  findEventMessages,
  type MessageInEvents,
  type MessageOfEvent,
  NO_SUBJECT,
} from '../../services/tracking/webhooks/event-message.js'
import { type Span, startProcess } from '../../tracing/tracing.js'
import type { ReadyDeliveries } from '../deliveries/ready-deliveries.js'
import type { WorkerDeps } from '../worker-deps.js'
import { DeliveryWriter, targetsAmong, type WrittenDelivery } from './delivery-writer.js'
import { EventSequencer, type Numbered } from './event-sequencer.js'
import { type KeptSubscribers, SubscriberCache } from './subscriber-cache.js'
import { isWebhookEvent } from './webhook-event.js'

/*
 * The fan-out of a worker's own events, in the transaction that numbers them. They are inserted with their numbers and
 * their fan-out done, together with the deliveries. So nothing has to be claimed, read again and closed later,
 * which costs ten times as much. Where they go is known, or looked up while they get their numbers.
 *
 * If the transaction fails, such as for an event that exists already, the events of the account are recorded alone and go
 * to the fan-out by the stream. All of this is repeatable, so it does not matter what became of the transaction.
 */

/** Most deliveries of a transaction. With more, their fan-out goes by the stream, in portions. */
const MAX_DELIVERIES = 2_000

/** Tries of a transaction. Others may hold the counter: other processes, and the fan-out of events of other kinds. */
const TRIES = 5

export interface InlineFanOutDeps extends WorkerDeps {
  /** The delivery worker of this process, if new deliveries can go to it. */
  readyDeliveries?: ReadyDeliveries
}

/** What else the transaction writes that records events. */
export interface EventSideWrites {
  write(events: readonly EventDoc[], session: Session): Promise<void>
  /** Called with the events of each transaction that is committed. */
  onCommitted(events: readonly EventDoc[]): void
}

export interface RecordOptions {
  /** Left out for events that are recorded without their fan-out. */
  sideWrites?: EventSideWrites | undefined
  /** Those of the events that still count. Without a session for events that are recorded without their fan-out, right before that. */
  select?(events: readonly EventDoc[], session?: Session): Promise<EventDoc[]>
}

/** An event with the deliveries that it causes. */
interface Fanned {
  event: EventDoc
  deliveries: WrittenDelivery[]
  span: Span | null
}

/** The fan-out of the events of an account. */
interface Plan {
  events: readonly EventDoc[]
  /** The revision that was known before the subscriptions were found; null if none was. */
  under: number | null
  /** The revision of the counter, as the last try of the transaction has read it. */
  revision: number
  fanned: Promise<Fanned[]>
  /** Whether no transaction is tried any more. What is found only then must not take permits: nobody would give them back. */
  isOver: boolean
}

type Plans = ReadonlyMap<string, Plan>
type Messages = ReadonlyMap<string, MessageInEvents>
type Session = mongo.ClientSession

/** Records events and fans them out at once. */
export class InlineFanOut {
  readonly #deps: InlineFanOutDeps
  readonly #writer: DeliveryWriter
  readonly #kept: SubscriberCache
  readonly #sequencer: EventSequencer
  readonly #findMessage: LookUp<MessageOfEvent, MessageInEvents | null>

  constructor(deps: InlineFanOutDeps) {
    this.#deps = deps
    this.#writer = new DeliveryWriter(deps, deps.readyDeliveries)
    this.#kept = new SubscriberCache((accountId) => this.#writer.subscribersOf(accountId))
    this.#sequencer = new EventSequencer(deps)
    this.#findMessage = findEventMessages(deps.models)
  }

  /**
   * Records events, each once.
   * @param messages those of the events, by id; others are looked up.
   * @returns the events as recorded, in the given order; for an existing event, the earlier row. Not those that do not count.
   */
  async record(
    events: EventDoc[],
    messages: Messages = new Map(),
    { sideWrites, select }: RecordOptions = {},
  ): Promise<EventDoc[]> {
    const plans = this.#planAll(events, messages)
    const outcomes = await this.#sequencer.record(events, {
      ...(select && { select }),
      write: async (numbered, session) => {
        await this.#write(numbered, this.#fanned(numbered, { plans, messages }), session)
        const own = numbered.map(({ event }) => event)
        await sideWrites?.write(own, session)
      },
      onCommitted: async (own) => {
        sideWrites?.onCommitted(own)
        await this.#finish(own, plans)
      },
      tries: TRIES,
    })
    for (const plan of plans.values()) plan.isOver = true
    await this.#giveUp(
      events.filter((_event, index) => outcomes[index] !== true),
      plans,
    )
    const failed = events.filter((_event, index) => outcomes[index] instanceof Error)
    const accountIds = [...new Set(failed.map((event) => event.account_id))]
    const err = outcomes.find((outcome) => outcome instanceof Error)
    if (err) this.#deps.log.debug({ accountIds, err }, 'events could not be recorded with their fan-out')
    const left = select && failed.length > 0 ? await select(failed) : failed
    const recorded = await recordEvents(this.#deps.models, this.#deps.conveyor, left)
    const byId = new Map(left.map((event, index) => [event._id, recorded[index]!]))
    return events.flatMap((event, index) => (outcomes[index] === true ? event : (byId.get(event._id) ?? [])))
  }

  #planAll(events: readonly EventDoc[], messages: Messages): Plans {
    const byAccount = groupBy(events, (event) => event.account_id)
    return new Map(
      [...byAccount].map(([accountId, own]) => {
        const plan = { events: own, revision: 0, isOver: false, ...this.#plan(own, messages, this.#kept.of(accountId)) }
        return [accountId, plan]
      }),
    )
  }

  #plan(
    events: readonly EventDoc[],
    messages: Messages,
    { subscribers, under }: KeptSubscribers,
  ): Pick<Plan, 'fanned' | 'under'> {
    const fanned = this.#fanOut(events, messages, subscribers)
    // The transaction awaits it, unless it fails before.
    fanned.catch(() => undefined)
    return { fanned, under }
  }

  /** The fan-out of numbered events. What was found under another revision of their counter is found again. */
  async #fanned(
    numbered: readonly Numbered<EventDoc>[],
    { plans, messages }: { plans: Plans; messages: Messages },
  ): Promise<Fanned[]> {
    const revisions = new Map(numbered.map(({ event, revision }) => [event.account_id, revision]))
    for (const [accountId, revision] of revisions) {
      const plan = plans.get(accountId)!
      plan.revision = revision
      const { under } = plan
      if (under === null || under === revision) continue
      await this.#giveUp(plan.events, plans)
      if (plan.isOver) throw new Error('the subscriptions were found too late')
      // A try that was given up meanwhile may have planned as well.
      if (plan.under !== under) continue
      Object.assign(plan, this.#plan(plan.events, messages, this.#kept.again(accountId, revision)))
    }
    return fannedOf(
      numbered.map(({ event }) => event),
      plans,
    )
  }

  /** The fan-out of an account's events. It fails if there are too many deliveries. */
  async #fanOut(
    events: readonly EventDoc[],
    messages: Messages,
    subscribers: KeptSubscribers['subscribers'],
  ): Promise<Fanned[]> {
    const all = await subscribers
    const targets = events.map((event) => (isWebhookEvent(event) ? targetsAmong(all, event) : []))
    if (targets.flat().length > MAX_DELIVERIES) throw tooMany()
    const subjects = await Promise.all(
      events.map((event, index) => (targets[index]!.length > 0 ? this.#subjectOf(event, messages) : NO_SUBJECT)),
    )
    return events.map((event, index) => {
      const own = targets[index]!
      const span = startProcess(this.#deps.tracing, 'fan-out', { messageId: event.message_id, follows: event.trace })
      span?.set({ 'postline.event.id': event._id, 'postline.event.type': event.type })
      if (!isWebhookEvent(event) || own.length === 0) return { event, deliveries: [], span }
      return { event, deliveries: this.#writer.draft(event, own, { subject: subjects[index]!, span }), span }
    })
  }

  async #subjectOf(event: EventDoc, messages: Messages): Promise<EventSubject> {
    return eventSubject(event.payload, messages.get(event.message_id) ?? (await this.#findMessage(event)))
  }

  async #write(events: readonly Numbered<EventDoc>[], fanning: Promise<Fanned[]>, session: Session): Promise<void> {
    const { models } = this.#deps
    // Not for long: the counters are locked.
    const fanned = await withTimeout(LOOK_UP_TIMEOUT_MS, fanning)
    const rows = fanned.flatMap((each) => each.deliveries.map(({ row }) => row))
    if (rows.length > MAX_DELIVERIES) throw tooMany()
    await models.events.collection.insertMany(events.map(finishedEvent), { session })
    if (rows.length > 0) await models.deliveries.collection.insertMany(rows, { session })
  }

  async #finish(events: readonly EventDoc[], plans: Plans): Promise<void> {
    for (const accountId of new Set(events.map((event) => event.account_id))) {
      this.#kept.note(accountId, plans.get(accountId)!.revision)
    }
    const fanned = await fannedOf(events, plans)
    this.#writer.hint(fanned.flatMap((each) => each.deliveries))
    for (const { event, deliveries, span } of fanned) {
      this.#deps.metrics.eventFannedOut(event.type, event.test_mode ? 'test' : 'live', deliveries.length)
      span?.end()
    }
  }

  async #giveUp(events: readonly EventDoc[], plans: Plans): Promise<void> {
    for (const own of groupBy(events, (event) => event.account_id).values()) {
      for (const { deliveries, span } of await fannedOf(own, plans).catch(() => [])) {
        for (const { permit } of deliveries) permit?.release()
        span?.end('_OTHER')
      }
    }
  }
}

/** The fan-out of these events. */
async function fannedOf(events: readonly EventDoc[], plans: Plans): Promise<Fanned[]> {
  const byEvent = new Map<EventDoc, Fanned>()
  for (const accountId of new Set(events.map((event) => event.account_id))) {
    for (const fanned of await plans.get(accountId)!.fanned) byEvent.set(fanned.event, fanned)
  }
  return events.map((event) => byEvent.get(event)!)
}

/** The row of an event whose fan-out is done. */
function finishedEvent({ event, seq, isFirst }: Numbered<EventDoc>): EventDoc {
  const { fanout_at: _due, enqueued_at: _mark, tags: _counted, ...row } = event
  return { ...row, seq, ...(isFirst && { first: true }) }
}

const tooMany = () => new Error('too many deliveries for a transaction')
