import type { WebhookEventType } from '../../../contract/webhooks.js'
import type { EventDoc } from '../../../models/event.js'
import type { WebhookDeliveryDoc, WebhookSubscriptionDoc } from '../../../models/webhook.js'
import type { Hint } from '../../../streams/engine/hint.js'
import { isoTime } from '../../platform/timestamps.js'
import type { EventSubject } from './event-message.js'

/** The event data in a webhook. */
export interface WebhookEvent
  extends Pick<EventDoc, '_id' | 'account_id' | 'message_id' | 'payload' | 'occurred_at' | 'created_at'> {
  type: WebhookEventType
}

/** The exact body of an event's webhook requests, with the fields in the contract's order. */
export function webhookBody(
  event: Omit<WebhookEvent, 'type'> & { type: string },
  { message, recipient }: EventSubject,
): string {
  return JSON.stringify({
    event_id: event._id,
    event_type: event.type,
    message_id: event.message_id,
    account_id: event.account_id,
    payload: event.payload,
    occurred_at: isoTime(event.occurred_at),
    created_at: isoTime(event.created_at),
    message,
    recipient,
  })
}

/**
 * The complete row of a new delivery.
 * @param due when it is due (and marked as on a stream), who has claimed it, or who holds it.
 */
export function newDelivery(
  id: string,
  subscription: Pick<WebhookSubscriptionDoc, '_id' | 'account_id' | 'format'>,
  event: Pick<WebhookEvent, '_id' | 'type' | 'message_id'>,
  due: Pick<WebhookDeliveryDoc, 'next_at' | 'enqueued_at' | 'held' | 'lease' | 'trace' | 'payload_id'> &
    Partial<Pick<WebhookDeliveryDoc, 'crashes'>>,
): WebhookDeliveryDoc {
  return {
    _id: id,
    account_id: subscription.account_id,
    subscription_id: subscription._id,
    event_id: event._id,
    event_type: event.type,
    message_id: event.message_id,
    status: 'pending',
    attempt_count: 0,
    round: 1,
    round_attempts: 0,
    round_started_at: null,
    paused_base_ms: 0,
    response_status: null,
    attempts: [],
    next_retry_at: null,
    crashes: 0,
    ...(subscription.format && subscription.format !== 'postline' && { format: subscription.format }),
    ...due,
  }
}

/** The hint that brings a delivery to its worker. Deliveries to one subscription share the worker fairly with others. */
export function deliveryHint({ _id, account_id, subscription_id }: WebhookDeliveryDoc): Hint {
  return { id: _id, accountId: account_id, target: subscription_id }
}
