import type { Examples } from './exchange.js'

const id = 'out_01kajqw4b8f6d2s0a9z7x5c3v1'

export const outboxExamples = {
  'outbox.list': [
    {
      summary: 'The newest mail',
      input: { limit: 1 },
      output: {
        mails: [
          {
            id,
            message_id: 'msg_01kajqw1y3h7g5d2s9p8n6m4q0',
            from: 'hello@shop.example',
            to: ['ada@example.com'],
            subject: 'Your order has shipped',
            created_at: '2026-11-21T09:00:01.204Z',
          },
        ],
        next_cursor: id,
      },
    },
  ],
  'outbox.get': [{ summary: 'The mail as it would have gone out', input: { id }, output: null }],
} satisfies Examples
