import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../contract/webhooks.js'
import type { EventDoc } from '../../models/event.js'

/** An event of a type for webhooks. */
export type WebhookEventDoc = EventDoc & { type: WebhookEventType }

/** Whether webhooks report this type. They do not report decisions before dispatch. */
export function isWebhookEvent<E extends EventDoc>(event: E): event is E & WebhookEventDoc {
  return WEBHOOK_EVENT_TYPES.some((type) => type === event.type)
}
