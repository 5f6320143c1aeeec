import type { Examples } from './exchange.js'

const entry = {
  id: 'sup_01kajqx0a2s4d6f8g0h2j4k6m8',
  channel: 'email' as const,
  recipient: 'ada@example.com',
  state: 'suppressed' as const,
  reason: 'asked_by_phone',
  updated_at: '2026-11-21T09:00:00.000Z',
}

export const suppressionExamples = {
  'suppressions.create': [
    {
      summary: 'A recipient',
      input: { channel: 'email', recipient: 'Ada@Example.com', reason: entry.reason },
      output: entry,
    },
  ],
  'suppressions.list': [
    {
      summary: 'The newest',
      input: { limit: 2 },
      output: {
        suppressions: [
          entry,
          {
            ...entry,
            id: 'sup_01kajqw5c7v9b1n3m5q7w9e1r3',
            recipient: 'bob@example.com',
            state: 'unsubscribed',
            reason: 'recipient_unsubscribe',
          },
        ],
        next_cursor: 'djE6c3VwXzAxa2FqcXc1Yzd2OWIxbjNtNXE3dzllMXIz',
      },
    },
  ],
  'suppressions.import': [
    {
      summary: 'A list of another service',
      input: {
        entries: [
          { email: 'ada@example.com', reason: 'hard_bounce' },
          { email: 'bob@example.com', state: 'unsubscribed' },
          { email: 'nobody' },
          { email: 'ADA@example.com' },
        ],
      },
      output: {
        imported: 2,
        skipped: 2,
        errors: [
          { index: 2, reason: 'is not a valid address, like user@example.com' },
          { index: 3, reason: 'repeats an address of an earlier entry' },
        ],
      },
    },
  ],
  'suppressions.delete': [
    { summary: 'A recipient', input: { channel: 'email', recipient: 'ada@example.com' }, output: null },
  ],
} satisfies Examples
