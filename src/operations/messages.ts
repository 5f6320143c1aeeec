import { z } from 'zod'
import { ApiError } from '../errors.js'
import { isSafeText, parseMailbox } from '../lib/addresses.js'
import { CHANNELS } from '../models/channel.js'
import { MESSAGE_STATUSES, MESSAGE_TYPES, TIMELINE_EVENT_TYPES } from '../models/message.js'
import { MAX_RECIPIENTS } from '../services/messages/rules/destination.js'
import { MAX_CUSTOM_HEADERS } from '../services/messages/rules/payload.js'
import type { SendRequest } from '../services/messages/send-request.js'
import { get, operation, post, type Tag } from './operation.js'
import { parseInput } from './runner.js'
import {
  cutAbove,
  documentedAs,
  ErrorBody,
  id,
  idParam,
  instant,
  nextCursor,
  optional,
  pageCursor,
  pageLimit,
  timestamp,
} from './schemas.js'
import { templateVars } from './template-vars.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Messages',
  description: 'Send mail, now or later, one or many, and read what became of it.',
  order: 1,
}

const MAX_BATCH_ITEMS = 1_000
const MAX_BATCH_BYTES = 64 * 1024 * 1024
const MAX_TAGS = 10

const noLineBreaks = (text: string) => !/[\r\n\0]/.test(text)
const line = (max: number) =>
  z
    .string()
    .max(max, `must have at most ${max} characters`)
    .refine(noLineBreaks, 'must not contain line breaks')
    .meta({ pattern: '^[^\\r\\n\\u0000]*$' })

/** A name beside an address. Tabs in it are blanks. */
const shownName = () =>
  line(255).refine(
    (text) => !noLineBreaks(text) || isSafeText(text.replaceAll('\t', ' ')),
    'must have no control characters, also none that turn the direction of writing',
  )

const idempotencyKey = () =>
  z
    .string('is required: any text unique to this message, up to 255 characters')
    .min(1, 'must not be empty')
    .max(255, 'must have at most 255 characters')
    .refine((text) => !/\p{Cs}/u.test(text), 'must be valid Unicode: it holds half of a surrogate pair')
const address = () => z.string()
const addressList = () => z.array(address())
/** Recipients are counted over all fields; of a field that alone has too many the rest needs no look. */
const recipientList = () => cutAbove(MAX_RECIPIENTS, addressList())

const attachment = z
  .object({
    filename: optional(line(255).min(1, 'must not be empty')).meta({
      description: 'Required with `content`; of an upload its own name when left out.',
    }),
    content_type: optional(
      z
        .string()
        .regex(/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(; ?[\w-]+=[\w.-]+)*$/, 'must be a MIME type, like image/png'),
    ).meta({ description: 'MIME type. Required with `content`; of an upload its own when left out.' }),
    content: optional(z.string()).meta({
      description: 'Base64. Left out with an `upload_id`. All attachments hold at most 7 MiB when decoded.',
    }),
    upload_id: optional(z.string()).meta({ description: 'An upload whose content it is, instead of `content`.' }),
    content_id: optional(z.string().regex(/^[\w.@+-]{1,255}$/, 'must be letters, digits and . @ + -')).meta({
      description: 'Name that HTML refers to as `cid:…`; the attachment is then shown inline.',
    }),
  })
  .superRefine((file, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (file.upload_id === undefined) {
      for (const name of ['filename', 'content_type', 'content'] as const) {
        if (file[name] === undefined) complain(name, 'is required without an upload_id')
      }
    } else if (file.content !== undefined) complain('content', 'must be left out with an upload_id')
  })
  .meta({ id: 'Attachment' })

const destination = z.object(
  {
    email: optional(address()).meta({ description: 'Address of the recipient. Required for email.' }),
    name: optional(shownName()).meta({ description: 'Name shown with the address.' }),
    cc: optional(recipientList()),
    bcc: optional(recipientList()),
  },
  'must be an object with the address as `email`',
)

const payload = z.object(
  {
    subject: optional(line(998)),
    body_html: optional(z.string()),
    body_text: optional(z.string()),
    reply_to: optional(
      z.union(
        [address().transform((text) => [text]), addressList().max(50, 'holds more than 50 addresses')],
        'must be an address or a list of addresses',
      ),
    ),
    headers: optional(cutAbove(MAX_CUSTOM_HEADERS, z.record(z.string(), z.string()))).meta({
      description: 'Further headers of the mail. None that the service sets itself.',
    }),
    attachments: optional(z.array(attachment).max(100, 'holds more than 100 files')),
  },
  'must be an object with `subject` and `body_html`, `body_text` or both',
)

const tracking = z.object(
  {
    opens: optional(z.boolean('must be true or false')).meta({ description: 'Records when the mail is opened.' }),
    clicks: optional(z.boolean('must be true or false')).meta({
      description: 'Records when a link in it is followed.',
    }),
  },
  'must be an object with `opens` and `clicks`',
)

/** Body of a send, and each item of a batch. */
export const SendRequestSchema = z
  .object({
    channel: z
      .enum(CHANNELS, `must be one of ${CHANNELS.join(', ')}`)
      .meta({ description: 'Only `email` is sent; the others answer 422 `channel_not_enabled`.' }),
    idempotency_key: idempotencyKey().meta({
      description: 'Unique to this message. The same key with the same body answers the first result again.',
    }),
    message_type: optional(z.enum(MESSAGE_TYPES, `must be one of ${MESSAGE_TYPES.join(', ')}`)).meta({
      default: 'transactional',
      description:
        'What the message is for. `marketing` is kept from those who have unsubscribed, and carries a link to do so.',
    }),
    destination: destination.meta({ description: 'At most 50 recipients in all; each is billed as one message.' }),
    payload: optional(payload).meta({
      description: 'Subject and at least one of the two bodies; may be left out with a `template_id`.',
    }),
    metadata: optional(
      z.object({
        from_email: optional(
          z
            .string()
            .refine(
              (text) => parseMailbox(text) !== null,
              'must be an address, like me@example.com or Me <me@example.com>',
            ),
        ).meta({
          description: 'Sender, like `me@example.com` or `Me <me@example.com>`. Required with a verified domain.',
        }),
      }),
    ),
    tags: optional(
      cutAbove(
        MAX_TAGS,
        z
          .record(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'), line(256))
          .refine((tags) => Object.keys(tags).length <= MAX_TAGS, `holds more than ${MAX_TAGS} tags`)
          // The ledger's driver takes an object with this key for one of its own types, and fails the whole group.
          .refine((tags) => !Object.hasOwn(tags, '_bsontype'), 'must not hold a tag _bsontype')
          .meta({ maxProperties: MAX_TAGS }),
      ),
    ),
    tracking: optional(tracking).meta({
      description:
        'What is told of what the recipient does with the HTML. Unless the deployment says otherwise: nothing.',
    }),
    scheduled_at: optional(instant()).meta({
      description: 'When to send it: no more than 1 minute in the past and no more than 90 days in the future.',
    }),
    test_send: optional(z.boolean()).meta({ description: 'A real mail to a verified test recipient, at no cost.' }),
    validate_recipient: optional(z.boolean()).meta({
      description: 'Refuses a recipient whose domain publishes no MX, A or AAAA record.',
    }),
    template_id: optional(z.string()).meta({
      description:
        'Renders the newest version of this template for the subject and the bodies. A given `payload.subject` wins.',
    }),
    template_vars: optional(templateVars()).meta({ description: 'Values of the variables of the template, by name.' }),
  })
  .meta({ id: 'SendRequest' })

export const SendResponseSchema = z
  .object({
    id: id('message'),
    status: z.enum(['queued', 'scheduled']),
    channel: z.enum(CHANNELS),
    idempotency_key: z.string(),
    created_at: timestamp(),
  })
  .meta({ id: 'SendResponse' })

const BatchItemResult = z
  .union([
    z.object({ success: z.literal(true), response: SendResponseSchema }),
    z.object({ success: z.literal(false), error: ErrorBody }),
  ])
  .meta({ id: 'BatchItemResult' })

const messageSummary = z.object({
  id: id('message'),
  channel: z.enum(CHANNELS),
  status: z
    .enum(MESSAGE_STATUSES)
    .meta({ description: 'A snapshot: the type of the newest timeline event, once there is one.' }),
  message_type: z.enum(MESSAGE_TYPES),
  created_at: timestamp(),
})

const MessageSummary = messageSummary.meta({ id: 'MessageSummary' })

export const TimelineEvent = z
  .object({
    id: z.string().regex(/^(evt|msg)_/),
    type: z.enum(TIMELINE_EVENT_TYPES),
    message_id: id('message'),
    account_id: id('account'),
    source: z
      .enum(['worker', 'router', 'ses', 'sns'])
      .meta({ description: 'Who says so: the send pipeline, the suppression check before it, or the provider.' }),
    provider_event_id: z.string().meta({ description: 'One event has one, however often it is reported.' }),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'Its shape follows the source.' }),
    occurred_at: timestamp().meta({ description: 'When it happened at its source. Orders the timeline.' }),
    created_at: timestamp().meta({ description: 'When it was recorded.' }),
  })
  .meta({ id: 'TimelineEvent' })

const Message = messageSummary
  .extend({
    idempotency_key: z.string(),
    provider_message_id: z.string().nullable(),
    updated_at: timestamp(),
    events: z.array(TimelineEvent).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'Message' })

const messageId = 'msg_01kajqw1y3h7g5d2s9p8n6m4q0'
const account_id = 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2'
const created_at = '2026-11-21T09:00:00.118Z'

const receipt = {
  channel: 'email' as const,
  idempotency_key: 'order-4711-shipped',
  destination: { email: 'ada@example.com', name: 'Ada' },
  payload: {
    subject: 'Your order has shipped',
    body_html: '<p>It is on its way.</p>',
    body_text: 'It is on its way.',
  },
  metadata: { from_email: 'Shop <hello@shop.example>' },
}

const accepted = {
  id: messageId,
  status: 'queued' as const,
  channel: 'email' as const,
  idempotency_key: receipt.idempotency_key,
  created_at,
}

const message = {
  id: messageId,
  channel: 'email' as const,
  status: 'delivered' as const,
  message_type: 'transactional' as const,
  created_at,
  idempotency_key: receipt.idempotency_key,
  provider_message_id: '0100019a9d5e3f2a-3b1c',
  updated_at: '2026-11-21T09:00:02.840Z',
  events: [
    {
      id: 'evt_01kajqw2k4j6h8g0f2d4s6a8p0',
      type: 'sent' as const,
      message_id: messageId,
      account_id,
      source: 'worker' as const,
      provider_event_id: `wkr_${'5f3a'.repeat(16)}`,
      payload: { provider_message_id: '0100019a9d5e3f2a-3b1c' },
      occurred_at: '2026-11-21T09:00:00.902Z',
      created_at: '2026-11-21T09:00:01.204Z',
    },
    {
      id: 'evt_01kajqw3d6m2t8xk5v7r9c4b1f',
      type: 'delivered' as const,
      message_id: messageId,
      account_id,
      source: 'ses' as const,
      provider_event_id: 'b8d1'.repeat(16),
      payload: {
        notificationType: 'Delivery',
        mail: { messageId: '0100019a9d5e3f2a-3b1c' },
        delivery: { recipients: ['ada@example.com'], smtpResponse: '250 2.6.0 Message received' },
      },
      occurred_at: '2026-11-21T09:00:02.512Z',
      created_at: '2026-11-21T09:00:02.840Z',
    },
  ],
}

export const sendMessage = operation({
  name: 'messages.send',
  kind: 'mutation',
  scope: 'send',
  rest: post('/v1/send', { status: 201 }),
  summary: 'Sends one message, now or at a scheduled time.',
  errors: [
    'missing_variable',
    'spend_cap_exceeded',
    'recipient_not_verified',
    'template_not_found',
    'idempotency_key_reused',
    'recipient_suppressed',
    'payload_too_large',
    'from_required',
    'domain_not_verified',
    'from_not_verified',
    'no_verified_domain',
    'invalid_destination',
    'recipient_undeliverable',
    'channel_not_enabled',
    'invalid_channel_payload',
    'invalid_schedule',
    'template_error',
    'test_send_daily_limit',
    'test_send_not_configured',
    'overloaded',
  ],
  input: SendRequestSchema,
  output: SendResponseSchema,
  // Messages are their own record: each names the key that sent it.
  audited: false,
  examples: [
    { summary: 'One mail, now', input: receipt, output: accepted },
    {
      summary: 'One mail, tomorrow',
      input: { ...receipt, idempotency_key: 'order-4711-survey', scheduled_at: '2026-11-22T09:00:00Z' },
      output: {
        ...accepted,
        id: 'msg_01kajqw9z7y5x3w1v9t7s5r3q1',
        idempotency_key: 'order-4711-survey',
        status: 'scheduled',
      },
    },
  ],
  run: ({ caller, services }, request) => services.sender.send(caller, request),
})

/** An item of a batch: typed for callers, and parsed by itself, so that a malformed one fails alone. */
const UnparsedSendRequest: z.ZodType<unknown, z.input<typeof SendRequestSchema>> = z
  .unknown()
  .register(documentedAs, { $ref: '#/$defs/SendRequest' }) as never

export const sendBatch = operation({
  name: 'messages.sendBatch',
  kind: 'mutation',
  scope: 'send',
  rest: post('/v1/send/batch', { bodyField: 'items' }),
  summary: 'Sends up to 1,000 messages; each item succeeds or fails by itself.',
  errors: ['payload_too_large', 'batch_too_large'],
  audited: false,
  maxBodyBytes: MAX_BATCH_BYTES,
  input: z.object({
    items: z
      .array(UnparsedSendRequest, 'must be an array of 1 to 1,000 send requests')
      .min(1, 'must hold at least 1 send request')
      .meta({ maxItems: MAX_BATCH_ITEMS }),
  }),
  output: z.array(BatchItemResult),
  examples: [
    {
      summary: 'Two mails, one of which fails',
      input: {
        items: [
          receipt,
          { ...receipt, idempotency_key: 'order-4712-shipped', destination: { email: 'nobody at example.com' } },
        ],
      },
      output: [
        { success: true, response: accepted },
        {
          success: false,
          error: { code: 'invalid_destination', message: 'The destination lacks a valid address.', status: 422 },
        },
      ],
    },
  ],
  run: async ({ caller, services }, { items }) => {
    if (items.length > MAX_BATCH_ITEMS) throw new ApiError('batch_too_large')
    const results = await services.sender.sendBatch(caller, items.map(parseItem))
    return results.map((result) =>
      result.success ? result : { success: false as const, error: result.error.toBody() },
    )
  },
})

function parseItem(item: unknown): SendRequest | ApiError {
  try {
    return parseInput(SendRequestSchema, item)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

export const listMessages = operation({
  name: 'messages.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/messages'),
  summary: 'Lists messages, newest first.',
  errors: [],
  input: z.object({
    channel: optional(z.enum(CHANNELS, `must be one of ${CHANNELS.join(', ')}`)),
    status: optional(z.string()),
    search: optional(z.string().max(1_000, 'must have at most 1,000 characters')).meta({
      description: 'Words of the subject and the recipients; all of them must match.',
    }),
    from: optional(instant()).meta({ description: 'Created at this moment or later.' }),
    to: optional(instant()).meta({ description: 'Created at this moment or earlier.' }),
    limit: pageLimit(),
    cursor: pageCursor(),
  }),
  output: z.object({ messages: z.array(MessageSummary), next_cursor: nextCursor() }),
  examples: [
    {
      summary: 'A page of delivered mail',
      input: { status: 'delivered', limit: 1 },
      output: {
        messages: [{ id: messageId, channel: 'email', status: 'delivered', message_type: 'transactional', created_at }],
        next_cursor: 'bXNnXzAxa2FqcXcxeTNoN2c1ZDJzOXA4bjZtNHEw',
      },
    },
  ],
  run: async ({ caller, services }, filter) => {
    const { items, nextCursor } = await services.messages.list(caller.accountId, filter)
    return { messages: items, next_cursor: nextCursor }
  },
})

export const getMessage = operation({
  name: 'messages.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/messages/:id'),
  summary: 'Gets one message with its timeline.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: Message,
  examples: [{ summary: 'A delivered mail', input: { id: messageId }, output: message }],
  run: ({ caller, services }, input) => services.messages.get(caller.accountId, input.id),
})

export const getMessageByIdempotencyKey = operation({
  name: 'messages.getByIdempotencyKey',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/messages', { whenQuery: 'idempotency_key' }),
  summary: 'Gets the message that was sent under an idempotency key.',
  errors: ['not_found'],
  input: z.object({ idempotency_key: z.string() }),
  output: Message,
  examples: [
    { summary: 'The mail of an idempotency key', input: { idempotency_key: receipt.idempotency_key }, output: message },
  ],
  run: ({ caller, services }, input) => services.messages.getByIdempotencyKey(caller.accountId, input.idempotency_key),
})

export const cancelMessage = operation({
  name: 'messages.cancel',
  kind: 'mutation',
  scope: 'send',
  rest: post('/v1/messages/:id/cancel'),
  summary: 'Cancels a scheduled message.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.object({ id: id('message'), status: z.literal('canceled') }),
  examples: [
    {
      summary: 'A mail that will not be sent',
      input: { id: messageId },
      output: { id: messageId, status: 'canceled' },
    },
  ],
  run: ({ caller, services }, input) => services.messages.cancel(caller.accountId, input.id),
})
