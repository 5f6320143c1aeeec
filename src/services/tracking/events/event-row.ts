import type { EventSource, TimelineEventType } from '../../../contract/events.js'
import type { EventDoc } from '../../../models/event.js'
import type { MessageDoc } from '../../../models/message.js'
import { eventKey } from './event-key.js'
import { withRefusalReason } from './policy-refusals.js'

/** The data of an event, from any source. */
interface EventFacts {
  type: TimelineEventType
  source: EventSource
  /** Identifies the event, however often it is reported. */
  providerEventId: string
  payload: Record<string, unknown>
  occurredAt: Date
}

/**
 * What an event needs to know of its message. Without a mode, the message is live; without tags or a template, the event is
 * not counted by them.
 */
export type EventMessage = Pick<MessageDoc, '_id' | 'account_id' | 'broadcast_id'> &
  Partial<Pick<MessageDoc, 'test_mode' | 'template_id' | 'tags'>>

/** The row of a new event, due for fan-out. */
export function eventRow(
  id: string,
  recordedAt: Date,
  message: EventMessage,
  { type, source, providerEventId, payload, occurredAt }: EventFacts,
): EventDoc {
  return {
    _id: id,
    account_id: message.account_id,
    message_id: message._id,
    type,
    source,
    provider_event_id: providerEventId,
    dedup_key: eventKey({ message_id: message._id, source, provider_event_id: providerEventId }),
    payload: withRefusalReason(type, payload),
    ...(message.test_mode && { test_mode: true }),
    ...(message.broadcast_id !== undefined && { broadcast_id: message.broadcast_id }),
    ...groupFields(message),
    occurred_at: occurredAt,
    created_at: recordedAt,
    fanout_at: recordedAt,
    enqueued_at: recordedAt,
    crashes: 0,
  }
}

/** What an event is counted by. */
export function groupFields({ template_id, tags }: Partial<Pick<MessageDoc, 'template_id' | 'tags'>>) {
  const words = Object.entries(tags ?? {}).map(([name, value]) => `${name}:${value}`)
  return { ...(template_id !== undefined && { template_id }), ...(words.length > 0 && { tags: words }) }
}
