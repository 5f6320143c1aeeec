import type { EventDoc } from '../../models/event.js'
import type { LookUp } from '../../models/look-up.js'
import type { ContactActivityLog } from '../../services/audience/contacts/contact-activity.js'
import type { EngagementStatus } from '../../services/tracking/engagement/engagement-status.js'
import {
  eventSubject,
  findEventMessages,
  type MessageInEvents,
  type MessageOfEvent,
} from '../../services/tracking/webhooks/event-message.js'
import { type Span, startProcess, traced } from '../../tracing/tracing.js'
import type { ReadyDeliveries } from '../deliveries/ready-deliveries.js'
import type { Claims } from '../engine/claims.js'
import type { Hint } from '../engine/hint.js'
import type { Claimed } from '../engine/work-row.js'
import { Worker } from '../engine/worker.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'
import { DeliveryWriter, type WrittenDelivery } from './delivery-writer.js'
import { FanOutCompleter } from './fan-out-completer.js'
import { isWebhookEvent, type WebhookEventDoc } from './webhook-event.js'

/*
 * Fan-out: creates a delivery of every event for each subscription that wants it, and assigns the event's sequence
 * number.
 *
 * The order of the writes makes it repeatable at any point: first the deliveries (unique by subscription and event),
 * then the mark that the event is done. Deliveries are on their way as soon as they are written; the sweep
 * finds those without a hint.
 */

/** Events in progress at most. */
const SLOTS = 1_000

export interface FanOutDeps extends WorkerDeps {
  engagementStatus: EngagementStatus
  contactActivity: ContactActivityLog
  /** The delivery worker of this process, if new deliveries can go to it. */
  readyDeliveries?: ReadyDeliveries
  /** Events in progress at most. For tests. */
  slots?: number
}

/** Creates deliveries from events. */
export class FanOutWorker {
  readonly #deps: FanOutDeps
  readonly #worker: Worker<WorkKind>
  readonly #claims: Claims<EventDoc>
  readonly #closings: FanOutCompleter
  readonly #writer: DeliveryWriter
  readonly #findMessage: LookUp<MessageOfEvent, MessageInEvents | null>

  constructor(deps: FanOutDeps) {
    const { work, slots = SLOTS } = deps
    this.#deps = deps
    this.#claims = claimsOf(deps, 'fan-out', work['fan-out'])
    this.#closings = new FanOutCompleter(deps)
    this.#writer = new DeliveryWriter(deps, deps.readyDeliveries)
    this.#findMessage = findEventMessages(deps.models)
    this.#worker = new Worker({
      ...deps,
      topic: 'fan-out',
      slotsByLane: { main: slots },
      handle: (hint: Hint) => this.#claims.run(hint, (event) => this.#trace(event)),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Starts nothing new and waits up to `timeoutMs` for running work. */
  close(timeoutMs: number): Promise<void> {
    return this.#worker.close(timeoutMs)
  }

  #trace(event: Claimed<EventDoc>): Promise<void> {
    const named = { messageId: event.message_id, follows: event.trace }
    const span = startProcess(this.#deps.tracing, 'fan-out', named)
    span?.set({ 'postline.event.id': event._id, 'postline.event.type': event.type })
    return traced(span, () => this.#fanOut(event, span))
  }

  async #fanOut(event: Claimed<EventDoc>, span: Span | null): Promise<void> {
    const deliveries = isWebhookEvent(event) ? await this.#deliver(event, span) : []
    this.#writer.hint(deliveries)
    await Promise.all([this.#deps.engagementStatus.follow(event), this.#deps.contactActivity.follow(event)])
    await this.#closings.close(event)
    this.#deps.metrics.eventFannedOut(event.type, event.test_mode ? 'test' : 'live', deliveries.length)
  }

  async #deliver(event: Claimed<WebhookEventDoc>, span: Span | null): Promise<WrittenDelivery[]> {
    const targets = await this.#writer.targetsOf(event)
    if (targets.length === 0) return []
    const subject = eventSubject(event.payload, await this.#findMessage(event))
    return this.#writer.write(event, targets, { subject, span })
  }
}
