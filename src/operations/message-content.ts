import { Readable } from 'node:stream'
import { ById, Nothing } from '../contract/fields.js'
import { AttachmentById, AttachmentFile, RawMail } from '../contract/inbound.js'
import { MessageContent, ResendRequest } from '../contract/message-content.js'
import { MessageExportFilter, MessageLines, SendResponse } from '../contract/messages.js'
import { fileAnswer, rawAnswer } from './files.js'
import { del, get, OWN_RECORD, operation, post, restOnly } from './operation.js'

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

export const getRawMessage = restOnly(
  operation({
    name: 'messages.raw',
    kind: 'query',
    scope: 'read',
    rest: get('/v1/messages/:id/raw', { answer: rawAnswer }),
    summary: 'Gets a message as a mail (MIME), as it leaves, except for its signature and changes by tracking.',
    errors: ['not_found'],
    input: ById,
    output: RawMail,
    examples: [{ summary: 'A mail', input: { id }, output: null }],
    run: ({ caller, services }, input) => services.messageFiles.raw(caller.accountId, input.id),
  }),
)

export const getMessageAttachment = restOnly(
  operation({
    name: 'messages.attachment',
    kind: 'query',
    scope: 'read',
    rest: get('/v1/messages/:id/attachments/:index', { answer: fileAnswer }),
    summary: 'Gets an attachment of a message, with its type and its file name.',
    errors: ['not_found'],
    input: AttachmentById,
    output: AttachmentFile,
    examples: [{ summary: 'The first attachment', input: { id, index: 0 }, output: null }],
    run: ({ caller, services }, input) => services.messageFiles.attachment(caller.accountId, input.id, input.index),
  }),
)

const exportOf = (mediaType: string) => ({
  answer: { mediaType, content: (lines: AsyncIterable<string>) => Readable.from(lines) },
})

export const exportMessagesAsCsv = restOnly(
  operation({
    name: 'messages.exportCsv',
    kind: 'query',
    scope: 'read',
    rest: get('/v1/messages/export.csv', exportOf('text/csv; charset=utf-8')),
    summary: 'Gets all messages that a filter finds as CSV, newest first. The response is a stream.',
    errors: [],
    input: MessageExportFilter,
    output: MessageLines,
    examples: [{ summary: 'All that bounced', input: { status: 'bounced' }, output: null }],
    run: async ({ caller, services }, filter) => services.messageExport.csv(caller.accountId, filter),
  }),
)

export const exportMessagesAsNdjson = restOnly(
  operation({
    name: 'messages.exportNdjson',
    kind: 'query',
    scope: 'read',
    rest: get('/v1/messages/export.ndjson', exportOf('application/x-ndjson')),
    summary: 'Gets all messages that a filter finds as JSON, one a line, newest first. The response is a stream.',
    errors: [],
    input: MessageExportFilter,
    output: MessageLines,
    examples: [{ summary: 'All that bounced', input: { status: 'bounced' }, output: null }],
    run: async ({ caller, services }, filter) => services.messageExport.ndjson(caller.accountId, filter),
  }),
)

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
    await services.contentRemoval.delete(caller, input.id)
    return null
  },
})

export const resendMessage = operation({
  name: 'messages.resend',
  kind: 'mutation',
  scope: 'send',
  rest: post('/v1/messages/:id/resend', { status: 201 }),
  sends: 'stored',
  summary: 'Sends the content of a message again, at once, as a new message.',
  errors: [
    'not_found',
    'spend_cap_exceeded',
    'recipient_not_allowed',
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
