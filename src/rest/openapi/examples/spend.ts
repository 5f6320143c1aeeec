import type { Examples } from './exchange.js'

const cap = {
  id: 'cap_01kajqx5t2n8w4e6r9y7m3b1c0',
  account_id: 'acc_01kajqx5t2n8w4e6r9y7m3b1c0',
  key_id: null,
  soft_limit_micros: 8_000_000,
  hard_limit_micros: 10_000_000,
}

export const spendExamples = {
  'usage.get': [
    {
      summary: 'One month',
      input: { period: '2026-11' },
      output: {
        period: '2026-11',
        total_send_count: 12_480,
        total_cost_micros: 4_992_000,
        channels: [{ channel: 'email', send_count: 12_480, cost_micros: 4_992_000 }],
      },
    },
  ],
  'spendCaps.list': [{ summary: 'All caps', input: { limit: 50 }, output: { spend_caps: [cap], next_cursor: null } }],
  'spendCaps.set': [
    {
      summary: 'At most 10 dollars a month, and a mail at 8',
      input: { hard_limit_micros: 10_000_000, soft_limit_micros: 8_000_000 },
      output: cap,
    },
  ],
  'spendCaps.delete': [{ summary: 'No cap any more', input: { id: cap.id }, output: null }],
} satisfies Examples
