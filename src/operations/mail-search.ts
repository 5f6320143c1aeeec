import { MailSearchPage, MailSearchRequest } from '../contract/mail-search.js'
import { hasMailApp } from './mail-threads.js'
import { get, operation } from './operation.js'
import { answerFound } from './page.js'

export const searchMail = operation({
  name: 'mail.search',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/mail/search'),
  summary: 'Finds mails, newest first. A page may be short, or even empty, although others follow.',
  errors: [],
  enabled: hasMailApp,
  input: MailSearchRequest,
  output: MailSearchPage,
  examples: [
    {
      summary: 'What Ada wrote about an order since November',
      input: { q: 'from:ada@example.com after:2026-11-01 order', limit: 25 },
      output: {
        results: [
          {
            thread_id: 'thr_01kajqz3m5p7r9t1v3x5z7b9d1',
            source: 'inbound',
            message_ref: 'inb_01kajqz3k4n6q8s0v2x4z6b8d0',
            from: 'Ada <ada@example.com>',
            subject: 'Where is my order?',
            snippet: 'Hello, I ordered a week ago.',
            occurred_at: '2026-11-21T09:12:30.000Z',
          },
        ],
        next_cursor: null,
        hints: [],
      },
    },
  ],
  run: ({ caller, services }, request) => answerFound('results', services.mailSearch.search(caller, request)),
})
