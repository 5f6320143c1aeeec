import { type ErrorCase, inAnHour, post, type SuccessCase, unknownId } from '../case.js'

const UNKNOWN_KEY = 'key_00000000000000000000000000'

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

export const successes: readonly SuccessCase[] = [
  { operation: 'keys.create', input: () => ({ scope: 'read', test_mode: true, expires_at: inAnHour() }) },
  { operation: 'keys.list', input: () => ({ limit: 1 }) },
  { operation: 'keys.rotate', input: async (app) => ({ id: (await post(app, '/v1/keys', { scope: 'send' })).id }) },
  { operation: 'keys.revoke', input: async (app) => ({ id: (await post(app, '/v1/keys', { scope: 'send' })).id }) },
]

export const errors: readonly ErrorCase[] = [
  {
    title: 'a scope that does not exist',
    operation: 'keys.create',
    input: { scope: 'root' },
    code: 'invalid_request',
    field: 'scope',
  },
  { title: 'no scope', operation: 'keys.create', input: {}, code: 'invalid_request', field: 'scope' },
  {
    title: 'an end in the past',
    operation: 'keys.create',
    input: { scope: 'read', expires_at: fromNow(-1_000) },
    code: 'invalid_request',
    field: 'expires_at',
  },
  { title: 'a key that sends', operation: 'keys.create', key: 'send', input: { scope: 'send' }, code: 'forbidden' },
  {
    title: 'a cursor that is none',
    operation: 'keys.list',
    input: { cursor: 'x' },
    code: 'invalid_request',
    field: 'cursor',
  },
  unknownId('keys.rotate', { id: UNKNOWN_KEY }),
  unknownId('keys.revoke', { id: UNKNOWN_KEY }),
]
