import { z } from 'zod'
import { id, optional, timestamp } from './fields.js'
import { untrusted } from './untrusted.js'

/** What can become of a mail once it is handed to the provider. Timelines, webhooks and statuses share these words. */
export const MAIL_EVENT_TYPES = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'delivery_delayed',
  'bounced',
  'complained',
  'failed',
] as const

/** Types of events of outbound messages. */
export const TIMELINE_EVENT_TYPES = [...MAIL_EVENT_TYPES, 'suppressed', 'unsubscribed'] as const
export const TimelineEventType = z.enum(TIMELINE_EVENT_TYPES).meta({ id: 'TimelineEventType' })
export type TimelineEventType = z.output<typeof TimelineEventType>

/** Who reported an event: the send pipeline, the suppression check before dispatch, or a provider. */
export const EVENT_SOURCES = ['worker', 'router', 'ses', 'sns', 'smtp'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

export const TimelineEvent = z
  .object({
    id: z.string().regex(/^(evt|msg)_/),
    type: TimelineEventType,
    message_id: id('message'),
    account_id: id('account'),
    source: z
      .enum(EVENT_SOURCES)
      .meta({ description: 'Who reported it: the send pipeline, the suppression check, or the provider.' }),
    provider_event_id: z.string().meta({ description: 'Identifies the event, however often it is reported.' }),
    payload: untrusted(z.record(z.string(), z.unknown())).meta({
      description:
        'Its shape depends on the source. With the source `smtp`, `suppresses: false` and a `reason` mean that a bounce or complaint did not suppress its recipient.',
    }),
    occurred_at: timestamp().meta({ description: 'When it happened. The timeline is ordered by this.' }),
    created_at: timestamp().meta({ description: 'When it was recorded.' }),
  })
  .meta({ id: 'TimelineEvent' })
export type TimelineEvent = z.output<typeof TimelineEvent>

export const EventStreamRequest = z.strictObject({
  message_id: optional(z.string()),
  types: optional(
    z
      .array(TimelineEventType, `must be a list of event types (${TIMELINE_EVENT_TYPES.join(', ')})`)
      .max(100, 'must have at most 100 event types'),
  ),
  // The one name here that is not snake_case: it is the field that SSE clients resume with.
  lastEventId: optional(z.string()),
})
export type EventStreamRequest = z.output<typeof EventStreamRequest>
