import { Usage, UsagePeriod } from '../contract/usage.js'
import { get, operation, type Tag } from './operation.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Usage', description: 'Usage and cost of a month.', order: 8 }

export const getUsage = operation({
  name: 'usage.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/usage'),
  summary: 'Gets the number of recipients and the cost of a month.',
  errors: [],
  input: UsagePeriod,
  output: Usage,
  examples: [
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
  run: ({ caller, services }, { period }) => services.spend.usage(caller.accountId, period),
})
