import { idTime } from '../../ids.js'
import type { InboundContentDoc, InboundEmailDoc } from '../../models/inbound-email.js'
import type { InboundRouteDoc } from '../../models/inbound-route.js'
import { receivedPayload } from '../../services/receiving/received-payload.js'
import type { MailForwarder } from '../../services/receiving/routes/mail-forwarder.js'
import { MatchingRoutes } from '../../services/receiving/routes/matching-routes.js'
import type { WebhookEvent } from '../../services/tracking/webhooks/delivery-row.js'
import { DeliveryWriter, type Target } from '../fan-out/delivery-writer.js'
import { findSuspended } from '../pauses.js'
import type { WorkerDeps } from '../worker-deps.js'

/** Who is told about a received mail. */
export interface InboundAudience {
  /** Webhook subscriptions. */
  targets: Target[]
  routes: InboundRouteDoc[]
}

/** What a received mail sets in motion: `email.received` webhooks, and the routes of its recipient. */
export class ReceivedMailNotifier {
  readonly #deps: Pick<WorkerDeps, 'models' | 'clock'> & { mailForwarder: Pick<MailForwarder, 'forward'> }
  readonly #writer: DeliveryWriter
  readonly #routes: MatchingRoutes

  constructor(deps: WorkerDeps & { mailForwarder: Pick<MailForwarder, 'forward'> }) {
    this.#deps = deps
    this.#writer = new DeliveryWriter(deps)
    this.#routes = new MatchingRoutes(deps)
  }

  /** Who is told about a mail; null for nobody. */
  async audienceOf(email: InboundEmailDoc): Promise<InboundAudience | null> {
    const { account_id } = email
    const event = { account_id, type: 'email.received' as const, created_at: this.#deps.clock.now() }
    const [targets, routes] = await Promise.all([this.#writer.targetsOf(event), this.#routes.of(email)])
    return targets.length + routes.length > 0 ? { targets, routes } : null
  }

  /**
   * Writes the deliveries and forwards of a parsed mail. When this resolves they are in the ledger. Repeatable: each is
   * written once.
   * @throws ApiError `overloaded` if it has to be tried again.
   */
  async announce(
    email: InboundEmailDoc,
    content: InboundContentDoc,
    { targets, routes }: InboundAudience,
  ): Promise<void> {
    const event = eventOf(email, content, this.#deps.clock.now())
    const byEmail = routes.filter(({ destination_type }) => destination_type === 'email')
    const [subscribed, routed] = await Promise.all([
      this.#writer.write(event, targets, { subject: subjectOf(email), payloadId: event._id }),
      this.#writeRouted(event, email, routes),
      ...byEmail.map((route) => this.#deps.mailForwarder.forward(email, content, route)),
    ])
    this.#writer.hint([...subscribed, ...routed])
  }

  /** The requests of routes name no message, so they have a separate body. */
  async #writeRouted(event: ReceivedEvent, email: InboundEmailDoc, routes: InboundRouteDoc[]) {
    const webhooks = routes.filter(({ destination_type }) => destination_type === 'webhook')
    if (webhooks.length === 0) return []
    const suspended = await findSuspended(this.#deps.models, [event.account_id])
    const pausedBy = suspended.has(event.account_id) ? event.account_id : null
    const targets = webhooks.map((endpoint): Target => ({ endpoint, pausedBy }))
    const options = { subject: subjectOf(email), payloadId: `${event._id}/route` }
    return this.#writer.write({ ...event, message_id: '' }, targets, options)
  }
}

/** What came in is in the payload; there is no message that was sent. */
const subjectOf = ({ recipient }: InboundEmailDoc) => ({ message: null, recipient })

type ReceivedEvent = WebhookEvent & { type: 'email.received' }

/** The id of the event is that of the mail, so that it is the same for all. */
function eventOf(email: InboundEmailDoc, content: InboundContentDoc, now: Date): ReceivedEvent {
  return {
    _id: `evt_${email._id}`,
    account_id: email.account_id,
    message_id: email._id,
    type: 'email.received',
    payload: receivedPayload(email, content),
    occurred_at: idTime(email._id),
    created_at: now,
  }
}
