import { z } from 'zod'
import { KEY_SCOPES } from '../models/api-key.js'
import { del, get, operation, post, type Tag } from './operation.js'
import { id, idParam, instant, nextCursor, optional, pageCursor, pageLimit, timestamp } from './schemas.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'API keys', description: 'Keys of the account, each with one scope.', order: 6 }

const apiKey = z.object({
  id: id('apiKey'),
  key_prefix: z.string(),
  scope: z.enum(KEY_SCOPES),
  test_mode: z.boolean(),
  expires_at: timestamp().nullable(),
  created_at: timestamp(),
})

const ApiKey = apiKey.meta({ id: 'ApiKey' })

const key = {
  id: 'key_01kajqx5t2n8w4e6r9y7m3b1c0',
  key_prefix: 'sk_live_Zk3f',
  scope: 'send' as const,
  test_mode: false,
  expires_at: null,
  created_at: '2026-11-21T09:00:00.000Z',
}
const secret = 'sk_live_Zk3fT9bQ1mXw7RrJ5cVd2LhN8sKyPaE4uG6oB0iY'

export const createKey = operation({
  name: 'keys.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/keys', { status: 201 }),
  summary: 'Makes an API key; its secret is shown this once.',
  errors: [],
  input: z.object({
    scope: z.enum(KEY_SCOPES, `must be one of ${KEY_SCOPES.join(', ')}`),
    test_mode: optional(z.boolean()),
    expires_at: optional(instant()),
  }),
  output: apiKey
    .extend({ key: z.string().meta({ description: 'The secret. Shown this once.' }) })
    .meta({ id: 'ApiKeyWithSecret' }),
  examples: [
    { summary: 'A key that only sends', input: { scope: 'send' }, output: { ...key, key: secret } },
    {
      summary: 'A test key that ends',
      input: { scope: 'admin', test_mode: true, expires_at: '2026-12-31T23:59:59Z' },
      output: {
        ...key,
        scope: 'admin',
        test_mode: true,
        expires_at: '2026-12-31T23:59:59.000Z',
        key_prefix: 'sk_test_p0Qa',
        key: 'sk_test_p0QaW8nD3vYc6TfH1zKx5SgM7jRb9LeU2iO4hJ0t',
      },
    },
  ],
  run: ({ caller, services }, { scope, test_mode, expires_at }) =>
    services.keys.create(caller.accountId, { scope, testMode: test_mode, expiresAt: expires_at }),
})

export const listKeys = operation({
  name: 'keys.list',
  kind: 'query',
  scope: 'admin',
  rest: get('/v1/keys'),
  summary: 'Lists the API keys that have not been revoked, without their secrets.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ keys: z.array(ApiKey), next_cursor: nextCursor() }),
  examples: [{ summary: 'All keys', input: { limit: 50 }, output: { keys: [key], next_cursor: null } }],
  run: async ({ caller, services }, page) => {
    const { items, nextCursor } = await services.keys.list(caller.accountId, page)
    return { keys: items, next_cursor: nextCursor }
  },
})

export const rotateKey = operation({
  name: 'keys.rotate',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/keys/:id/rotate'),
  summary: 'Gives an API key a new secret, shown this once; the old one stops at once.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.object({ id: id('apiKey'), key: z.string(), key_prefix: z.string() }),
  examples: [
    {
      summary: 'A new secret',
      input: { id: key.id },
      output: { id: key.id, key: secret, key_prefix: key.key_prefix },
    },
  ],
  run: ({ caller, services }, input) => services.keys.rotate(caller.accountId, input.id),
})

export const revokeKey = operation({
  name: 'keys.revoke',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/keys/:id', { status: 204 }),
  summary: 'Ends an API key.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.null(),
  examples: [{ summary: 'A key that ends', input: { id: key.id }, output: null }],
  run: async ({ caller, services }, input) => {
    await services.keys.revoke(caller.accountId, input.id)
    return null
  },
})
