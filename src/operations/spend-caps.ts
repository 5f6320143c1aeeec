import { z } from 'zod'
import { del, get, operation, put, type Tag } from './operation.js'
import { id, idParam, nextCursor, optional, pageCursor, pageLimit } from './schemas.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Spend caps', description: 'Limits on what a month may come to.', order: 9 }

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

const cap = {
  id: 'cap_01kajqx5t2n8w4e6r9y7m3b1c0',
  account_id: 'acc_01kajqx5t2n8w4e6r9y7m3b1c0',
  key_id: null,
  soft_limit_micros: 8_000_000,
  hard_limit_micros: 10_000_000,
}

export const listSpendCaps = operation({
  name: 'spendCaps.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/spend-caps'),
  summary: 'Lists the spend caps of the account and its keys, newest first.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ spend_caps: z.array(SpendCap), next_cursor: nextCursor() }),
  examples: [{ summary: 'All caps', input: { limit: 50 }, output: { spend_caps: [cap], next_cursor: null } }],
  run: async ({ caller, services }, input) => {
    const { items, nextCursor } = await services.spend.list(caller.accountId, input)
    return { spend_caps: items, next_cursor: nextCursor }
  },
})

export const setSpendCap = operation({
  name: 'spendCaps.set',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/spend-caps'),
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
  examples: [
    {
      summary: 'At most 10 dollars a month, and a mail at 8',
      input: { hard_limit_micros: 10_000_000, soft_limit_micros: 8_000_000 },
      output: cap,
    },
  ],
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
  rest: del('/v1/spend-caps/:id', { status: 204 }),
  summary: 'Lifts a spend cap.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.null(),
  examples: [{ summary: 'No cap any more', input: { id: cap.id }, output: null }],
  run: async ({ caller, services }, input) => {
    await services.spend.delete(caller.accountId, input.id)
    return null
  },
})
