import { ById, Nothing, PageRequest } from '../contract/fields.js'
import { SpendCap, SpendCapChange, SpendCapPage } from '../contract/spend-caps.js'
import { del, get, operation, put, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Spend caps', description: 'Monthly spending limits.', order: 9 }

const cap = {
  id: 'cap_01kajqx5t2n8w4e6r9y7m3b1c0',
  account_id: 'acc_01kajqx5t2n8w4e6r9y7m3b1c0',
  key_id: null,
  soft_limit_micros: 8_000_000,
  hard_limit_micros: 10_000_000,
  used_micros: 4_992_000,
}

export const listSpendCaps = operation({
  name: 'spendCaps.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/spend-caps'),
  summary: 'Lists the spend caps of the account and its keys, newest first.',
  errors: [],
  input: PageRequest,
  output: SpendCapPage,
  examples: [{ summary: 'All caps', input: { limit: 50 }, output: { spend_caps: [cap], next_cursor: null } }],
  run: ({ caller, services }, input) => answerPage('spend_caps', services.spend.list(caller.accountId, input)),
})

export const setSpendCap = operation({
  name: 'spendCaps.set',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/spend-caps'),
  liveAction: 'set a spend cap',
  summary: 'Sets the monthly spend cap (UTC) of the account or of one of its keys.',
  errors: ['not_found'],
  input: SpendCapChange,
  output: SpendCap,
  examples: [
    {
      summary: 'At most 10 dollars a month, with an alert at 8',
      input: { hard_limit_micros: 10_000_000, soft_limit_micros: 8_000_000 },
      output: cap,
    },
  ],
  run: ({ caller, services }, change) => services.spend.set(caller.accountId, change),
})

export const deleteSpendCap = operation({
  name: 'spendCaps.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/spend-caps/:id', { status: 204 }),
  liveAction: 'remove a spend cap',
  summary: 'Removes a spend cap.',
  errors: ['not_found'],
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A removed cap', input: { id: cap.id }, output: null }],
  run: async ({ caller, services }, input) => {
    await services.spend.delete(caller.accountId, input.id)
    return null
  },
})
