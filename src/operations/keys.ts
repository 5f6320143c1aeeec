import { z } from 'zod'
import { KEY_SCOPES } from '../models/api-key.js'
import { operation } from './operation.js'
import { id, idParam, instant, nextCursor, optional, pageCursor, pageLimit, timestamp } from './schemas.js'

const apiKey = z.object({
  id: id('apiKey'),
  key_prefix: z.string(),
  scope: z.enum(KEY_SCOPES),
  test_mode: z.boolean(),
  expires_at: timestamp().nullable(),
  created_at: timestamp(),
})

const ApiKey = apiKey.meta({ id: 'ApiKey' })

export const createKey = operation({
  name: 'keys.create',
  kind: 'mutation',
  scope: 'admin',
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
  run: ({ caller, services }, { scope, test_mode, expires_at }) =>
    services.keys.create(caller.accountId, { scope, testMode: test_mode, expiresAt: expires_at }),
})

export const listKeys = operation({
  name: 'keys.list',
  kind: 'query',
  scope: 'admin',
  summary: 'Lists the API keys that have not been revoked, without their secrets.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ keys: z.array(ApiKey), next_cursor: nextCursor() }),
  run: async ({ caller, services }, page) => {
    const { items, nextCursor } = await services.keys.list(caller.accountId, page)
    return { keys: items, next_cursor: nextCursor }
  },
})

export const rotateKey = operation({
  name: 'keys.rotate',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Gives an API key a new secret, shown this once; the old one stops at once.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.object({ id: id('apiKey'), key: z.string(), key_prefix: z.string() }),
  run: ({ caller, services }, input) => services.keys.rotate(caller.accountId, input.id),
})

export const revokeKey = operation({
  name: 'keys.revoke',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Ends an API key.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.null(),
  run: async ({ caller, services }, input) => {
    await services.keys.revoke(caller.accountId, input.id)
    return null
  },
})
