import { ById } from '../contract/fields.js'
import {
  BatchRequest,
  BatchResults,
  ByIdempotencyKey,
  CanceledMessage,
  MAX_BATCH_ITEMS,
  Message,
  MessageFilter,
  MessagePage,
  SendRequest,
  SendResponse,
} from '../contract/messages.js'
import { ApiError } from '../errors.js'
import { mapInSlices } from '../lib/concurrency/time-slices.js'
import type { Caller } from '../services/caller.js'
import type { Services } from '../services/index.js'
import { orOverloaded } from '../services/platform/overload.js'
import { isAbsence } from '../services/platform/read-barrier.js'
import type { BatchItem, BatchItemResult } from '../services/sending/messages/message-sender.js'
import { get, MANY_MAILS, OWN_RECORD, operation, post, type Tag } from './operation.js'
import { answerPage } from './page.js'
import { parseInput } from './runner.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Messages',
  description: 'Send mail, at once or scheduled, single or in batches, and read its status and timeline.',
  order: 1,
}

const messageId = 'msg_01kajqw1y3h7g5d2s9p8n6m4q0'
const account_id = 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2'
const created_at = '2026-11-21T09:00:00.118Z'

/** The only kind of mail that a new account can send: to its own address, which is the default of the settings. */
const firstMail = {
  channel: 'email' as const,
  idempotency_key: 'first-mail',
  destination: { email: 'owner@postline.localhost' },
  payload: { subject: 'Hello from Postline', body_text: 'It works.' },
}

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
  tags: { order: '4711' },
}

const accepted = {
  id: messageId,
  status: 'queued' as const,
  channel: 'email' as const,
  idempotency_key: receipt.idempotency_key,
  created_at,
}

/** An event for examples, of a timeline and of a webhook. */
export const deliveredEvent = {
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
}

const summary = {
  id: messageId,
  channel: 'email' as const,
  status: 'delivered' as const,
  message_type: 'transactional' as const,
  from: receipt.metadata.from_email,
  to: [receipt.destination.email],
  cc: [],
  subject: receipt.payload.subject,
  tags: { order: '4711' },
  scheduled_at: null,
  test_mode: false,
  created_at,
}

const message = {
  ...summary,
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
    deliveredEvent,
  ],
}

export const sendMessage = operation({
  name: 'messages.send',
  kind: 'mutation',
  scope: 'send',
  rest: post('/v1/send', { status: 201 }),
  sends: 'input',
  summary: 'Sends one message, now or at a scheduled time.',
  errors: [
    'missing_variable',
    'spend_cap_exceeded',
    'recipient_not_allowed',
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
  body: 'mail',
  input: SendRequest,
  output: SendResponse,
  unaudited: OWN_RECORD,
  examples: [
    {
      summary: 'A first mail, from the shared sender to the address of the account',
      input: firstMail,
      output: { ...accepted, idempotency_key: firstMail.idempotency_key },
    },
    { summary: 'A mail from a verified domain', input: receipt, output: accepted },
    {
      summary: 'A mail to send later. Replace the time by one within the next 90 days',
      input: { ...receipt, idempotency_key: 'order-4711-survey', scheduled_at: '2026-12-01T09:00:00Z' },
      output: {
        ...accepted,
        id: 'msg_01kajqw9z7y5x3w1v9t7s5r3q1',
        idempotency_key: 'order-4711-survey',
        status: 'scheduled',
      },
    },
  ],
  run: ({ caller, services, facts, given }, request) =>
    services.sender.send(caller, request, {
      given,
      ...(facts.submitted && { ...facts.submitted, mayHideRecipients: true }),
      onReplay: () => {
        facts.replayed = true
      },
    }),
})

export const sendBatch = operation({
  name: 'messages.sendBatch',
  noTool: MANY_MAILS,
  kind: 'mutation',
  scope: 'send',
  rest: post('/v1/send/batch', { bodyField: 'items' }),
  summary: 'Sends up to 1,000 messages. Each one succeeds or fails independently.',
  errors: ['payload_too_large', 'batch_too_large'],
  unaudited: OWN_RECORD,
  body: 'bulk',
  input: BatchRequest,
  output: BatchResults,
  examples: [
    {
      summary: 'Two mails, one of which fails',
      input: {
        items: [
          firstMail,
          { ...firstMail, idempotency_key: 'second-mail', destination: { email: 'nobody at example.com' } },
        ],
      },
      output: [
        { success: true, response: { ...accepted, idempotency_key: firstMail.idempotency_key } },
        {
          success: false,
          error: {
            code: 'invalid_destination',
            message: 'destination.email: is not a valid address, like user@example.com or Name <user@example.com>',
            status: 422,
          },
        },
      ],
    },
  ],
  run: async ({ caller, services }, { items }) => {
    if (items.length > MAX_BATCH_ITEMS) throw new ApiError('batch_too_large')
    const mails = await mapInSlices(items, parseItem)
    const results = await services.sender.sendBatch(caller, mails)
    const missing = missingSomething(mails, results)
    if (missing.length > 0) {
      const again = missing.map((index) => mails[index]!)
      const more = await sendBehindBarrier(services, caller, again)
      for (const [place, index] of missing.entries()) results[index] = more[place]!
    }
    return results.map((result) =>
      result.success ? result : { success: false as const, error: result.error.toBody() },
    )
  },
})

/**
 * The items that miss something, so that they are worth a second look. Not those whose key went to another item of the
 * batch: they would only be told that it is used.
 */
function missingSomething(mails: readonly BatchItem[], results: readonly BatchItemResult[]): number[] {
  const used = new Set(results.map((result) => result.success && result.response.idempotency_key))
  return [...results.keys()].filter((index) => {
    const [{ request }, result] = [mails[index]!, results[index]!]
    if (result.success || request instanceof ApiError) return false
    return isAbsence(result.error) && !used.has(request.idempotency_key)
  })
}

/** Sends items again. If the service is overloaded now, only they are: the other items of the batch have their results. */
async function sendBehindBarrier(
  { readBarrier, sender }: Pick<Services, 'readBarrier' | 'sender'>,
  caller: Caller,
  items: BatchItem[],
): Promise<BatchItemResult[]> {
  const send = async () => sender.sendBatch(await readBarrier.passFor(caller), items)
  try {
    return await orOverloaded(send())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return items.map(() => ({ success: false, error }))
  }
}

function parseItem(given: unknown): BatchItem {
  try {
    return { given, request: parseInput(SendRequest, given) }
  } catch (error) {
    if (error instanceof ApiError) return { given, request: error }
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
  input: MessageFilter,
  output: MessagePage,
  examples: [
    {
      summary: 'The newest',
      input: { limit: 1 },
      output: {
        messages: [summary],
        next_cursor: 'djIgbWVzc2FnZSBtc2dfMDFrYWpxdzF5M2g3ZzVkMnM5cDhuNm00cTA',
      },
    },
  ],
  run: ({ caller, services }, filter) => answerPage('messages', services.messages.list(caller.accountId, filter)),
})

export const getMessage = operation({
  name: 'messages.get',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/messages/:id'),
  summary: 'Gets one message with its timeline.',
  errors: ['not_found'],
  input: ById,
  output: Message,
  examples: [{ summary: 'A delivered mail', input: { id: messageId }, output: message }],
  run: ({ caller, services }, input) => services.messages.get(caller, input.id),
})

export const getMessageByIdempotencyKey = operation({
  name: 'messages.getByIdempotencyKey',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/messages/by-idempotency-key', { also: { path: '/v1/messages', whenQuery: 'idempotency_key' } }),
  summary: 'Gets the message sent with an idempotency key.',
  errors: ['not_found'],
  input: ByIdempotencyKey,
  output: Message,
  examples: [
    {
      summary: 'The first mail',
      input: { idempotency_key: firstMail.idempotency_key },
      output: {
        ...message,
        from: 'hello@sandbox.postline.localhost',
        to: [firstMail.destination.email],
        subject: firstMail.payload.subject,
        tags: null,
        idempotency_key: firstMail.idempotency_key,
      },
    },
  ],
  run: ({ caller, services }, input) => services.messages.getByIdempotencyKey(caller.accountId, input.idempotency_key),
})

export const cancelMessage = operation({
  name: 'messages.cancel',
  forBoundKeys: true,
  kind: 'mutation',
  scope: 'send',
  rest: post('/v1/messages/:id/cancel'),
  summary: 'Cancels a scheduled message. Mail of the mail app leaves its thread.',
  errors: ['not_found'],
  input: ById,
  output: CanceledMessage,
  examples: [
    {
      summary: 'A canceled mail',
      input: { id: messageId },
      output: { id: messageId, status: 'canceled' },
    },
  ],
  run: ({ caller, services }, input) => services.messageCancellation.cancel(caller, input.id),
})
