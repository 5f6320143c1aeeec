import { fillQuota } from '../../support/fill-quota.js'
import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, inAnHour, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'

const UNKNOWN_KEY = 'key_00000000000000000000000000'

/** A live key of the account, which test keys cannot change. */
const aLiveKey = async (app: TestApp) => ({ id: (await post(app, '/v1/keys', { scope: 'send' }, false)).id })

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

export const successes: readonly SuccessCase[] = [
  {
    operation: 'keys.create',
    input: () => ({ name: 'Reports', scope: 'read', test_mode: true, expires_at: inAnHour() }),
  },
  {
    operation: 'keys.create',
    input: () => ({ scope: 'send', test_mode: true, send_to: ['Ada@Example.com', 'example.org'] }),
  },
  { operation: 'keys.list', input: () => ({ limit: 1 }) },
  {
    operation: 'keys.rotate',
    input: async (app) => ({ id: (await post(app, '/v1/keys', { scope: 'send', test_mode: true })).id }),
  },
  {
    operation: 'keys.revoke',
    input: async (app) => ({ id: (await post(app, '/v1/keys', { scope: 'send', test_mode: true })).id }),
  },
]

export const errors: readonly ErrorCase[] = [
  invalid('keys.create', 'scope', 'a scope that does not exist', { scope: 'root' }),
  invalid('keys.create', 'scope', 'no scope', {}),
  invalid('keys.create', 'name', 'a name without letters', { name: ' ', scope: 'read' }),
  invalid('keys.create', 'expires_at', 'an expiry in the past', { scope: 'read', expires_at: fromNow(-1_000) }),
  invalid('keys.create', 'inbox_ids.0', 'an inbox that does not exist', {
    scope: 'read',
    inbox_ids: ['inbox_00000000000000000000000000'],
  }),
  invalid('keys.create', 'inbox_ids', 'no inboxes', { scope: 'read', inbox_ids: [] }),
  invalid('keys.create', 'send_to.1', 'neither an address nor a domain', {
    scope: 'send',
    send_to: ['example.com', '@'],
  }),
  forbidden('keys.create', 'send', { scope: 'send' }),
  ...[
    { title: 'a test key and no mode', input: { scope: 'read' } },
    { title: 'a test key that requests a live key', input: { scope: 'admin', test_mode: false } },
    { title: 'a test key and a null mode', input: { scope: 'send', test_mode: null } },
  ].map((given) => ({ ...given, operation: 'keys.create', key: 'test' as const, code: 'forbidden' as const })),
  { title: 'a live key, with a test key', operation: 'keys.rotate', key: 'test', input: aLiveKey, code: 'forbidden' },
  { title: 'a live key, with a test key', operation: 'keys.revoke', key: 'test', input: aLiveKey, code: 'forbidden' },
  {
    title: 'the last live admin key',
    operation: 'keys.revoke',
    key: 'verified',
    input: async ({ app: { models } }) => {
      const account = await models.accounts.findOne({ owner_email: 'domains@postline.test' }).lean()
      const key = await models.apiKeys.findOne({ account_id: account!._id, scope: 'admin', test_mode: false }).lean()
      return { id: key!._id }
    },
    code: 'last_admin_key',
  },
  {
    title: 'as many keys as the plan allows',
    operation: 'keys.create',
    key: 'full',
    input: async (app) => ({ ...((await fillQuota(app, 'full@postline.test', 'api_keys')) ?? {}), scope: 'read' }),
    code: 'too_many_api_keys',
  },
  unknownCursor('keys.list'),
  unknownId('keys.rotate', { id: UNKNOWN_KEY }),
  unknownId('keys.revoke', { id: UNKNOWN_KEY }),
]
