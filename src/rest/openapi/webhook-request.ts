import { WebhookRequest } from '../../contract/webhooks.js'
import { deliveredEvent } from '../../operations/messages.js'
import type { JsonObject } from './json.js'
import type { SchemaBook } from './schema-book.js'

const { id: event_id, type: event_type, message_id, account_id, payload, occurred_at, created_at } = deliveredEvent
const message = {
  subject: 'Your order has shipped',
  from: 'Shop <hello@shop.example>',
  to: ['ada@example.com'],
  message_type: 'transactional',
  tags: { order: '4711' },
  metadata: { customer: 'c_81' },
}
const example = {
  ...{ event_id, event_type, message_id, account_id, payload, occurred_at, created_at },
  ...{ message, recipient: 'ada@example.com' },
}

/** The `webhooks` section: the request to a subscribed endpoint. */
export function describeWebhook(book: SchemaBook, prefix: string): JsonObject {
  return {
    event: {
      post: {
        operationId: 'webhookEvent',
        tags: ['Webhooks'],
        summary: 'An event, posted to your endpoint',
        description: [
          `\`${prefix}-Signature\` is the lowercase hex HMAC-SHA256 of \`<${prefix}-Timestamp>.<raw request body>\` with the`,
          '`signing_secret` of the subscription as the key. Compute it over the raw bytes, before parsing; compare in',
          'constant time; and refuse a timestamp older than 5 minutes.\n\n',
          'The headers of [Standard Webhooks](https://www.standardwebhooks.com) are sent too: verify with either set.\n\n',
          'Any response other than 2xx, no response within 30 seconds, or no connection is a failure. It is retried after 30',
          'seconds, 1 minute, 2 minutes and so on (± 25 %), up to 12 attempts within 24 hours. An event can come more',
          'than once and out of order: deduplicate by `event_id`. With 429 or 503, `Retry-After` puts the next attempt off by',
          'up to an hour; 410 pauses the subscription.\n\n',
          'A subscription with another `format` gets the body of that mail API instead, and its signature beside these.',
        ].join(' '),
        security: [],
        parameters: [
          header(`${prefix}-Event-Id`, 'The `event_id` of the body.', example.event_id),
          header(`${prefix}-Event-Type`, 'The `event_type` of the body.', example.event_type),
          header(`${prefix}-Timestamp`, 'When the signature was computed, in Unix seconds.', '1795251603'),
          header(`${prefix}-Signature`, 'The signature.', 'c2b1'.repeat(16)),
          header('webhook-id', 'The `event_id` of the body.', example.event_id),
          header('webhook-timestamp', 'The same time as above.', '1795251603'),
          header(
            'webhook-signature',
            '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw request body>`.',
            `v1,${Buffer.alloc(32, 'c2b1', 'hex').toString('base64')}`,
          ),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: book.output(WebhookRequest), example } },
        },
        responses: { '2XX': { description: 'Received. Answer within 30 seconds.' } },
      },
    },
  }
}

const header = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})
