import { ById, PageRequest } from '../contract/fields.js'
import { OutboxMailPage, OutboxMailWithMime } from '../contract/outbox.js'
import { keepsOutbox } from '../services/sending/outbox/outbox-service.js'
import { get, operation, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Outbox',
  description: 'Mail that was captured instead of sent, for development and testing.',
  order: 13,
}

const outboxId = 'out_01kajqw4b8f6d2s0a9z7x5c3v1'

export const listOutbox = operation({
  name: 'outbox.list',
  kind: 'query',
  scope: 'read',
  rest: get('/dev/outbox'),
  summary: 'Lists captured mail, newest first.',
  errors: ['not_found'],
  enabled: keepsOutbox,
  input: PageRequest,
  output: OutboxMailPage,
  examples: [
    {
      summary: 'The newest mail',
      input: { limit: 1 },
      output: {
        mails: [
          {
            id: outboxId,
            message_id: 'msg_01kajqw1y3h7g5d2s9p8n6m4q0',
            from: 'hello@shop.example',
            to: ['ada@example.com'],
            subject: 'Your order has shipped',
            created_at: '2026-11-21T09:00:01.204Z',
          },
        ],
        next_cursor: 'djIgb3V0Ym94TWFpbCBvdXRfMDFrYWpxdzRiOGY2ZDJzMGE5ejd4NWMzdjE',
      },
    },
  ],
  run: ({ caller, services }, page) => answerPage('mails', services.outbox.list(caller.accountId, page)),
})

export const getOutboxMail = operation({
  name: 'outbox.get',
  kind: 'query',
  scope: 'read',
  rest: get('/dev/outbox/:id', {
    answer: { mediaType: 'message/rfc822', content: ({ mime }: { mime: Uint8Array }) => mime },
  }),
  summary: 'Gets a captured mail as it would have been sent.',
  errors: ['not_found'],
  enabled: keepsOutbox,
  input: ById,
  output: OutboxMailWithMime,
  examples: [{ summary: 'The mail as it would have been sent', input: { id: outboxId }, output: null }],
  run: ({ caller, services }, input) => services.outbox.get(caller.accountId, input.id),
})
