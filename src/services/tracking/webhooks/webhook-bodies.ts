import { WHOLE_BATCH } from '../../../models/children.js'
import type { EventDoc } from '../../../models/event.js'
import type { Models } from '../../../models/index.js'
import type { WebhookDeliveryDoc, WebhookPayloadDoc } from '../../../models/webhook.js'
import { webhookBody } from './delivery-row.js'
import { eventSubject, readEventMessages } from './event-message.js'

/** What identifies the body of a delivery. */
type BodyOf = Pick<WebhookDeliveryDoc, 'account_id' | 'event_id' | 'message_id' | 'payload_id'>

type EventInBody = Pick<
  EventDoc,
  '_id' | 'account_id' | 'message_id' | 'type' | 'payload' | 'occurred_at' | 'created_at'
>

const EVENT_FIELDS = { account_id: 1, message_id: 1, type: 1, payload: 1, occurred_at: 1, created_at: 1 } as const

/**
 * Reads the bodies of webhook requests, in our own format. That of an event on a timeline is made from the event and its message, so it
 * is the same for all attempts until something in it is erased. What is on no timeline has its body stored: mail that came in, and test
 * events.
 * @returns the bodies in the order of the deliveries; null for one that is no longer in the ledger.
 */
export async function readBodies(models: Models, deliveries: readonly BodyOf[]): Promise<(string | null)[]> {
  const made = await makeBodies(
    models,
    deliveries.filter(({ payload_id }) => payload_id === undefined),
  )
  // Earlier versions stored the bodies of all events, under the id of the event.
  const nameOf = ({ payload_id, event_id }: BodyOf) => payload_id ?? event_id
  const others = deliveries.filter((delivery) => !made.has(nameOf(delivery)))
  const stored = await readStored(models, others.map(nameOf), accountsOf(others))
  return deliveries.map((delivery) => made.get(nameOf(delivery)) ?? stored.get(nameOf(delivery)) ?? null)
}

/** By event. */
async function makeBodies(models: Models, deliveries: readonly BodyOf[]): Promise<Map<string, string>> {
  if (deliveries.length === 0) return new Map()
  const filter = { _id: { $in: [...new Set(deliveries.map(({ event_id }) => event_id))] }, ...accountsOf(deliveries) }
  const [events, messages] = await Promise.all([
    models.events.collection
      .find<EventInBody>(filter, { projection: EVENT_FIELDS, hint: { _id: 1 }, batchSize: WHOLE_BATCH })
      .toArray(),
    readEventMessages(models, deliveries),
  ])
  const messageOf = new Map(deliveries.map(({ event_id }, index) => [event_id, messages[index]!]))
  return new Map(
    events.map((event) => [event._id, webhookBody(event, eventSubject(event.payload, messageOf.get(event._id)!))]),
  )
}

/** By id. */
async function readStored(
  { payloads }: Models,
  ids: readonly string[],
  accounts: ReturnType<typeof accountsOf>,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await payloads.collection
    .find<WebhookPayloadDoc>({ _id: { $in: [...new Set(ids)] }, ...accounts }, { batchSize: WHOLE_BATCH })
    .toArray()
  return new Map(rows.map(({ _id, body }) => [_id, body]))
}

const accountsOf = (deliveries: readonly BodyOf[]) => ({
  account_id: { $in: [...new Set(deliveries.map(({ account_id }) => account_id))] },
})
