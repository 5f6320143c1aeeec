import type { Examples } from './exchange.js'

const pending = {
  id: 'tr_01kajqx5t2n8w4e6r9y7m3b1c0',
  email: 'ada@example.com',
  status: 'pending' as const,
  created_at: '2026-11-21T09:00:00.000Z',
  verified_at: null,
}
const verified = { ...pending, status: 'verified' as const, verified_at: '2026-11-21T09:02:11.480Z' }

export const testRecipientExamples = {
  'testRecipients.create': [{ summary: 'A new address', input: { email: pending.email }, output: pending }],
  'testRecipients.list': [
    {
      summary: 'All test recipients',
      input: { limit: 50 },
      output: { test_recipients: [verified], next_cursor: null },
    },
  ],
  'testRecipients.verify': [
    {
      summary: 'The token of the link',
      input: { token: 'q0Zk3fT9bQ1mXw7RrJ5cVd2LhN8sKyPaE4uG6oB0iYw' },
      output: verified,
    },
  ],
  'testRecipients.delete': [{ summary: 'An address that is not needed', input: { id: pending.id }, output: null }],
} satisfies Examples
