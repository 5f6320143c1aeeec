import { z } from 'zod'
import { get, operation, type Tag } from './operation.js'
import { optional } from './schemas.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Usage', description: 'What a month has come to.', order: 8 }

export const getUsage = operation({
  name: 'usage.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/usage'),
  summary: 'Tells what the account has sent and spent in a month.',
  errors: [],
  input: z.object({
    period: optional(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a year and month, like 2026-11')).meta({
      description: 'Year and month (UTC), like 2026-11. This month when omitted.',
    }),
  }),
  output: z
    .object({
      period: z.string(),
      total_send_count: z.int().meta({ description: 'Recipients of mail accepted with live keys.' }),
      total_cost_micros: z.int(),
      channels: z.array(z.object({ channel: z.literal('email'), send_count: z.int(), cost_micros: z.int() })),
    })
    .meta({ id: 'Usage' }),
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
