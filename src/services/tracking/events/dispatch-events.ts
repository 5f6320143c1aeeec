import type { EventSource, TimelineEventType } from '../../../contract/events.js'
import type { EventDoc } from '../../../models/event.js'
import type { MessageDoc } from '../../../models/message.js'

/**
 * Events that a dispatch records. One of them decides the outcome of a message; `delivered` comes with `sent` if the mail goes
 * no further. Other events of ours, such as opens, come later.
 */
const TYPES: readonly TimelineEventType[] = ['sent', 'delivered', 'failed', 'suppressed', 'unsubscribed']
const SOURCES: readonly EventSource[] = ['worker', 'router']

/** Matches the events that dispatches have recorded. */
export const OF_DISPATCH = { source: { $in: [...SOURCES] }, type: { $in: [...TYPES] } }

/** Whether a dispatch has recorded an event. */
export const isOfDispatch = ({ source, type }: EventDoc): boolean => SOURCES.includes(source) && TYPES.includes(type)

/** The fields of a message that follow from its `sent` event; none without one. */
export function sentFields(
  { test_mode }: Pick<MessageDoc, 'test_mode'>,
  events: readonly EventDoc[],
): Partial<Pick<MessageDoc, 'provider_message_id' | 'sent_at'>> {
  const sent = events.find(({ type }) => type === 'sent')
  if (!sent) return {}
  const provider_message_id = sent.payload.provider_message_id as string
  return { provider_message_id, ...(!test_mode && { sent_at: sent.occurred_at }) }
}
