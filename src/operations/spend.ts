import { z } from 'zod'
import { operation } from './operation.js'
import { id, idParam, nextCursor, optional, pageCursor, pageLimit } from './schemas.js'

const limit = (what: string) =>
  z
    .int('must be a whole number of micro-dollars, or null for no limit')
    .min(0, 'must not be negative; null clears the limit')
    .nullable()
    .optional()
    .meta({ description: `${what} Null clears it; left out, it stays what it is.` })

const SpendCap = z
  .object({
    id: id('spendCap'),
    account_id: id('account'),
    key_id: id('apiKey').nullable().meta({ description: 'The key that is capped; null caps the account.' }),
    soft_limit_micros: z.int().nullable().meta({ description: 'Alerts the owner by mail when it is reached.' }),
    hard_limit_micros: z.int().nullable().meta({ description: 'Stops sends that would pass it.' }),
  })
  .meta({ id: 'SpendCap' })

export const getUsage = operation({
  name: 'usage.get',
  kind: 'query',
  scope: 'read',
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
  run: ({ caller, services }, { period }) => services.spend.usage(caller.accountId, period),
})

export const listSpendCaps = operation({
  name: 'spendCaps.list',
  kind: 'query',
  scope: 'read',
  summary: 'Lists the spend caps of the account and its keys, newest first.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ spend_caps: z.array(SpendCap), next_cursor: nextCursor() }),
  run: async ({ caller, services }, input) => {
    const { items, nextCursor } = await services.spend.list(caller.accountId, input)
    return { spend_caps: items, next_cursor: nextCursor }
  },
})

export const setSpendCap = operation({
  name: 'spendCaps.set',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Caps what the account, or one of its keys, spends in a month (UTC).',
  errors: ['not_found'],
  input: z
    .object({
      key_id: optional(idParam()).meta({ description: 'The key to cap. Left out, the account is capped.' }),
      soft_limit_micros: limit('Alerts the owner once a month when it is reached.'),
      hard_limit_micros: limit('Sends that would pass it are refused.'),
    })
    .refine(
      ({ soft_limit_micros, hard_limit_micros }) => soft_limit_micros !== undefined || hard_limit_micros !== undefined,
      {
        path: ['hard_limit_micros'],
        message: 'is required unless soft_limit_micros is given',
      },
    ),
  output: SpendCap,
  run: ({ caller, services }, { key_id, soft_limit_micros, hard_limit_micros }) =>
    services.spend.set(caller.accountId, {
      keyId: key_id,
      softLimitMicros: soft_limit_micros,
      hardLimitMicros: hard_limit_micros,
    }),
})

export const deleteSpendCap = operation({
  name: 'spendCaps.delete',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Lifts a spend cap.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.null(),
  run: async ({ caller, services }, input) => {
    await services.spend.delete(caller.accountId, input.id)
    return null
  },
})
