import { ById, Nothing } from '../contract/fields.js'
import { MessageContent, ResendRequest } from '../contract/message-content.js'
import { SendResponse } from '../contract/messages.js'
import { del, get, OWN_RECORD, operation, post } from './operation.js'

const id = 'msg_01kajqw1y3h7g5d2s9p8n6m4q0'

const content = {
  from: 'Shop <hello@shop.example>',
  to: ['Ada <ada@example.com>'],
  cc: [],
  bcc: [],
  reply_to: [],
  subject: 'Your order has shipped',
  body_html: '<p>It is on its way.</p>',
  body_text: 'It is on its way.',
  headers: { 'X-Order': '4711' },
  attachments: [{ filename: 'invoice.pdf', content_type: 'application/pdf', size: 48_213, content_id: null }],
}

export const getMessageContent = operation({
  name: 'messages.content',
  kind: 'query',
  scope: 'read',
  // Mail carries links that let in whoever has them, such as to reset a password.
  rest: get('/v1/messages/:id/content'),
  summary: 'Gets the content of a message as it was accepted, without the bytes of its files.',
  errors: ['not_found'],
  input: ById,
  output: MessageContent,
  examples: [{ summary: 'A mail with a file', input: { id }, output: content }],
  run: ({ caller, services }, input) => services.messageContents.get(caller.accountId, input.id),
})

export const deleteMessageContent = operation({
  name: 'messages.deleteContent',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/messages/:id/content', { status: 204 }),
  summary: 'Deletes the bodies, files and headers of a message for good. Its timeline stays.',
  errors: ['not_found', 'message_not_sent'],
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A mail that was sent', input: { id }, output: null }],
  run: async ({ caller, services }, input) => {
    await services.messageContents.delete(caller, input.id)
    return null
  },
})

export const resendMessage = operation({
  name: 'messages.resend',
  kind: 'mutation',
  scope: 'send',
  rest: post('/v1/messages/:id/resend', { status: 201 }),
  summary: 'Sends the content of a message again, at once, as a new message.',
  errors: [
    'not_found',
    'spend_cap_exceeded',
    'recipient_not_verified',
    'idempotency_key_reused',
    'recipient_suppressed',
    'domain_not_verified',
    'from_not_verified',
    'no_verified_domain',
    'test_send_daily_limit',
    'test_send_not_configured',
    'overloaded',
  ],
  input: ResendRequest,
  output: SendResponse,
  unaudited: OWN_RECORD,
  examples: [
    {
      summary: 'A mail that Ada has lost',
      input: { id, idempotency_key: 'order-4711-shipped-again' },
      output: {
        id: 'msg_01kajr2b4d6f8h0k2m4p6r8t0v',
        status: 'queued',
        channel: 'email',
        idempotency_key: 'order-4711-shipped-again',
        created_at: '2026-11-21T09:04:12.406Z',
      },
    },
  ],
  run: ({ caller, services, facts, given }, request) =>
    services.resender.resend(caller, request, {
      given,
      onReplay: () => {
        facts.replayed = true
      },
    }),
})
