import { z } from 'zod'
import { MAIL_EVENT_TYPES } from './events.js'
import { id, idParam, instant, nextCursor, optional, PageById, timestamp } from './fields.js'
import { MessageTags, MessageType } from './messages.js'
import { untrusted } from './untrusted.js'

/** Event types that a webhook subscription can name. */
export const WEBHOOK_EVENT_TYPES = [...MAIL_EVENT_TYPES, 'email.received'] as const
export const WebhookEventType = z.enum(WEBHOOK_EVENT_TYPES).meta({ id: 'WebhookEventType' })
export type WebhookEventType = z.output<typeof WebhookEventType>
/** How requests are written: as ours, or as those of another mail API. */
export const WEBHOOK_FORMATS = ['postline', 'resend', 'postmark', 'sendgrid', 'mailgun'] as const
export const WebhookFormat = z
  .enum(WEBHOOK_FORMATS, `must be one of ${WEBHOOK_FORMATS.join(', ')}`)
  .meta({ id: 'WebhookFormat' })
export type WebhookFormat = z.output<typeof WebhookFormat>
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'exhausted'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const MAX_URL_CHARS = 2_048

const eventTypeNames = WEBHOOK_EVENT_TYPES.join(', ')

const eventTypes = () =>
  z
    .array(WebhookEventType, `must be a list of event types (${eventTypeNames}); leave it out or empty for all of them`)
    .max(100, 'must have at most 100 event types')

const endpointUrl = () =>
  z
    .string('must be a public https URL, like https://example.com/webhooks')
    .max(MAX_URL_CHARS, `must have at most ${MAX_URL_CHARS} characters`)

const messageId = () =>
  z.string().meta({ description: 'The message (`msg_…`), or for `email.received` the inbound email (`inb_…`).' })

const webhook = z.object({
  id: id('webhook'),
  account_id: id('account'),
  endpoint_url: z.string(),
  event_types: z.array(WebhookEventType).meta({ description: 'Empty for all event types.' }),
  format: WebhookFormat.meta({
    description: 'How its requests are written: as ours, or as those of another mail API.',
  }),
  verification_key: z.string().nullable().meta({
    description:
      'The public key that verifies requests in the format `sendgrid`, as that API shows it. It changes with the signing secret. Null for other formats.',
  }),
  is_active: z.boolean().meta({ description: 'False while its deliveries are paused.' }),
  test_mode: z.boolean().meta({ description: 'Whether a test key made it: it gets only events of test mail.' }),
  created_at: timestamp(),
})

export const Webhook = webhook.meta({ id: 'WebhookSubscription' })
export type Webhook = z.output<typeof Webhook>

export const WebhookWithSecret = webhook
  .extend({
    signing_secret: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'Key of the signatures. Shown only on create and rotate.' }),
    standard_secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/=]+$/)
      .meta({ description: 'The same secret in the form that libraries for Standard Webhooks take.' }),
  })
  .meta({ id: 'WebhookSubscriptionWithSecret' })
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>

const WebhookHeader = z.object({ name: z.string(), value: z.string() }).meta({ id: 'WebhookHeader' })

export const WebhookAttempt = z
  .object({
    attempted_at: timestamp(),
    response_status: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'Why there was no response.' }),
    duration_ms: z.int(),
    request_headers: z.array(WebhookHeader).meta({ description: 'The headers of the request, with its signatures.' }),
    response_headers: untrusted(z.array(WebhookHeader)).meta({
      description: 'The first headers of the response, together up to 1,024 characters.',
    }),
    response_body: untrusted(z.string().nullable()).meta({ description: 'The first 1 KiB of the response body.' }),
  })
  .meta({ id: 'WebhookAttempt' })
export type WebhookAttempt = z.output<typeof WebhookAttempt>

export const WebhookDelivery = z
  .object({
    id: id('delivery'),
    subscription_id: id('webhook'),
    event_id: z.string(),
    event_type: WebhookEventType,
    message_id: messageId(),
    status: z.enum(DELIVERY_STATUSES),
    attempt_count: z.int().meta({ description: 'Number of attempts in all rounds.' }),
    round: z.int().meta({ description: '1, plus one for each redelivery.' }),
    response_status: z.int().nullable(),
    next_retry_at: timestamp().nullable(),
    created_at: timestamp(),
    attempts: z.array(WebhookAttempt).meta({ description: 'The last 36, oldest first.' }),
    payload: untrusted(z.string()).nullable().meta({
      description:
        'The exact request body as text, which the signatures cover. The same in every attempt, except for the `signature` of the format `mailgun`, which is left out here.',
    }),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const WebhookMessage = z
  .object({
    subject: z.string().nullable().meta({ description: 'Null once the message was erased.' }),
    from: z.string().nullable().meta({ description: 'The sender, like `Me <me@example.com>`.' }),
    to: z.array(z.string()).meta({ description: 'The addresses of the main recipients.' }),
    message_type: MessageType,
    tags: MessageTags.nullable().meta({ description: 'The tags; null if it was sent with none.' }),
    metadata: z.record(z.string(), z.unknown()).meta({ description: 'Your own fields of the `metadata` of the send.' }),
  })
  .meta({ id: 'WebhookMessage' })

/** Body of the requests that a subscribed endpoint gets. */
export const WebhookRequest = z
  .object({
    event_id: z.string().regex(/^evt_/).meta({ description: 'The same in every attempt. Use it to drop duplicates.' }),
    event_type: WebhookEventType,
    message_id: messageId(),
    account_id: id('account'),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'Its shape depends on the source of the event.' }),
    occurred_at: timestamp(),
    created_at: timestamp(),
    message: WebhookMessage.nullable().meta({
      description: 'Fields of the message, so that you need not get it. Null for `email.received`.',
    }),
    recipient: z.string().nullable().meta({
      description: 'The address that the event is about. Null if the mail has several and the event names none.',
    }),
  })
  .meta({ id: 'WebhookRequest' })

export const NewWebhook = z.strictObject({
  endpoint_url: endpointUrl(),
  event_types: optional(eventTypes()),
  format: optional(WebhookFormat).meta({
    description:
      'How requests are written: `postline` by default, or with the fields and signatures of another mail API. Events that this format does not have are not sent.',
  }),
})
export type NewWebhook = z.output<typeof NewWebhook>

export const WebhookPage = z.object({ webhooks: z.array(Webhook), next_cursor: nextCursor() })

export const WebhookChanges = z.strictObject({
  id: idParam(),
  endpoint_url: optional(endpointUrl()),
  event_types: optional(eventTypes()),
  format: optional(WebhookFormat).meta({ description: 'The format of new events. Earlier events keep theirs.' }),
  is_active: optional(z.boolean('must be true, or false to pause')),
})
export type WebhookChanges = z.output<typeof WebhookChanges>

export const WebhookTest = z.strictObject({ id: idParam(), event_type: optional(WebhookEventType) })

export const DeliveryFilter = PageById.extend({
  status: optional(z.enum(DELIVERY_STATUSES, `must be one of ${DELIVERY_STATUSES.join(', ')}`)).meta({
    description: 'Only deliveries with this status.',
  }),
  event_type: optional(WebhookEventType).meta({ description: 'Only deliveries of events of this type.' }),
  from: optional(instant()).meta({ description: 'Created at this time or later.' }),
  to: optional(instant()).meta({ description: 'Created at this time or earlier.' }),
})
export type DeliveryFilter = z.output<typeof DeliveryFilter>

export const WebhookDeliveryPage = z.object({ deliveries: z.array(WebhookDelivery), next_cursor: nextCursor() })

/** Most deliveries that one request delivers again. */
const MAX_REDELIVERED = 100

export const RedeliverMany = z.strictObject({
  id: idParam(),
  delivery_ids: z
    .array(z.string(), `must be a list of 1 to ${MAX_REDELIVERED} ids of deliveries`)
    .min(1, 'must have at least 1 id')
    .max(MAX_REDELIVERED, `must have at most ${MAX_REDELIVERED} ids`)
    .meta({ description: 'The deliveries (`whd_…`). Those that are not in the log of the webhook are left out.' }),
})
export type RedeliverMany = z.output<typeof RedeliverMany>

export const RedeliveredMany = z.object({
  deliveries: z
    .array(WebhookDelivery)
    .meta({ description: 'The deliveries as they are now, in the order of the ids.' }),
})

export const DeliveryRef = z.strictObject({ id: idParam(), delivery_id: idParam() })
