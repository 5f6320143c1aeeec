import type { EventDoc } from '../../../models/event.js'
import type { FeedbackFlag } from '../../../models/message.js'

/** How an event counts against the sender of its message; null if it does not. Transient bounces do not. */
export function feedbackOf({ type, payload }: Pick<EventDoc, 'type' | 'payload'>): FeedbackFlag | null {
  if (type === 'complained') return 'complained'
  return type === 'bounced' && isPermanent(payload.bounce) ? 'bounced' : null
}

/** The fields of a message that its events set. */
export function feedbackFields(events: readonly EventDoc[]): Partial<Record<FeedbackFlag, true>> {
  return Object.fromEntries(events.flatMap((event) => feedbackOf(event) ?? []).map((flag) => [flag, true]))
}

/** Every provider's bounce has the shape that SES gives it. */
function isPermanent(bounce: unknown): boolean {
  return typeof bounce === 'object' && bounce !== null && 'bounceType' in bounce && bounce.bounceType === 'Permanent'
}
