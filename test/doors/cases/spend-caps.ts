import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor } from '../refusals.js'

/** A cap of an unused key: a cap of the account would affect other cases. */
async function aSpendCap(app: TestApp) {
  const key = await post(app, '/v1/keys', { scope: 'send', test_mode: true })
  const { body } = await app.call('PUT', '/v1/spend-caps', { body: { key_id: key.id, hard_limit_micros: 10_000_000 } })
  return body as { id: string; key_id: string }
}

const UNKNOWN_KEY = 'key_00000000000000000000000000'

export const successes: readonly SuccessCase[] = [
  { operation: 'spendCaps.list', input: async (app) => ({ ...((await aSpendCap(app)) && {}), limit: 1 }) },
  {
    operation: 'spendCaps.set',
    input: async (app) => ({ key_id: (await aSpendCap(app)).key_id, soft_limit_micros: 5_000_000 }),
  },
  { operation: 'spendCaps.delete', input: async (app) => ({ id: (await aSpendCap(app)).id }) },
]

export const errors: readonly ErrorCase[] = [
  unknownCursor('spendCaps.list'),
  invalid('spendCaps.set', 'hard_limit_micros', 'a negative limit', { hard_limit_micros: -1 }),
  invalid('spendCaps.set', 'hard_limit_micros', 'no limit', {}),
  {
    title: 'an unknown key',
    operation: 'spendCaps.set',
    input: { key_id: UNKNOWN_KEY, hard_limit_micros: 1 },
    code: 'not_found',
  },
  forbidden('spendCaps.set', 'read', { hard_limit_micros: 1 }),
  {
    title: 'a test key',
    operation: 'spendCaps.set',
    key: 'test',
    input: async (app) => ({ key_id: (await aSpendCap(app)).key_id, hard_limit_micros: 1 }),
    code: 'forbidden',
  },
  {
    title: 'a test key',
    operation: 'spendCaps.delete',
    key: 'test',
    input: async (app) => ({ id: (await aSpendCap(app)).id }),
    code: 'forbidden',
  },
  {
    title: 'an unknown cap',
    operation: 'spendCaps.delete',
    input: { id: 'cap_00000000000000000000000000' },
    code: 'not_found',
  },
]
