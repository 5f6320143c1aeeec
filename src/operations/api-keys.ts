import { ApiKeyPage, ApiKeyWithSecret, NewApiKey, RotatedApiKey } from '../contract/api-keys.js'
import { ById, Nothing, PageRequest } from '../contract/fields.js'
import { DECIDES_ON_ACCESS, del, get, operation, post, SHOWS_A_SECRET, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'API keys', description: 'Keys of the account, each with one scope.', order: 6 }

const key = {
  id: 'key_01kajqx5t2n8w4e6r9y7m3b1c0',
  name: 'Web shop',
  key_prefix: 'sk_live_Zk3f',
  scope: 'send' as const,
  test_mode: false,
  inbox_ids: null,
  send_to: null,
  expires_at: null,
  last_used_at: null,
  created_at: '2026-11-21T09:00:00.000Z',
}
const inboxId = 'inbox_01kajqv2d4f6h8k0m2p4r6t8v0'
const secret = 'sk_live_Zk3fT9bQ1mXw7RrJ5cVd2LhN8sKyPaE4uG6oB0iY'

export const createApiKey = operation({
  name: 'keys.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/keys', { status: 201 }),
  noTool: SHOWS_A_SECRET,
  summary: 'Creates an API key. Its secret is shown only in this response.',
  errors: ['too_many_api_keys'],
  reachesAnyone: 'create an API key',
  input: NewApiKey,
  output: ApiKeyWithSecret,
  examples: [
    { summary: 'A key for sending', input: { name: 'Web shop', scope: 'send' }, output: { ...key, key: secret } },
    {
      summary: 'A key for an agent that answers the mail of one inbox, and writes only to customers of one company',
      input: { name: 'Agent', scope: 'admin', inbox_ids: [inboxId], send_to: ['example.com'] },
      output: { ...key, name: 'Agent', scope: 'admin', inbox_ids: [inboxId], send_to: ['example.com'], key: secret },
    },
    {
      summary: 'A test key that expires',
      input: { scope: 'admin', test_mode: true, expires_at: '2099-12-31T23:59:59Z' },
      output: {
        ...key,
        name: null,
        scope: 'admin',
        test_mode: true,
        expires_at: '2099-12-31T23:59:59.000Z',
        key_prefix: 'sk_test_p0Qa',
        key: 'sk_test_p0QaW8nD3vYc6TfH1zKx5SgM7jRb9LeU2iO4hJ0t',
      },
    },
  ],
  run: ({ caller, services }, key) => services.apiKeys.create(caller, key),
})

export const listApiKeys = operation({
  name: 'keys.list',
  kind: 'query',
  scope: 'admin',
  rest: get('/v1/keys'),
  noTool: DECIDES_ON_ACCESS,
  summary: 'Lists the API keys that are not revoked, without secrets.',
  errors: [],
  input: PageRequest,
  output: ApiKeyPage,
  examples: [
    {
      summary: 'All keys',
      input: { limit: 50 },
      output: { keys: [{ ...key, last_used_at: '2026-11-21T09:14:00.000Z' }], next_cursor: null },
    },
  ],
  run: ({ caller, services }, page) => answerPage('keys', services.apiKeys.list(caller.accountId, page)),
})

export const rotateApiKey = operation({
  name: 'keys.rotate',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/keys/:id/rotate'),
  noTool: SHOWS_A_SECRET,
  summary: 'Creates a new secret for an API key, shown only in this response. The old one stops working at once.',
  errors: ['not_found'],
  reachesAnyone: 'get the secret of an API key',
  input: ById,
  output: RotatedApiKey,
  examples: [
    {
      summary: 'A new secret',
      input: { id: key.id },
      output: { id: key.id, key: secret, key_prefix: key.key_prefix },
    },
  ],
  run: async ({ caller, services, facts }, input) => {
    const rotated = await services.apiKeys.rotate(caller, input.id)
    facts.rotatedKey = rotated
    return { id: rotated.id, key: rotated.key, key_prefix: rotated.key_prefix }
  },
})

export const revokeApiKey = operation({
  name: 'keys.revoke',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/keys/:id', { status: 204 }),
  noTool: DECIDES_ON_ACCESS,
  summary: 'Revokes an API key. The last live admin key of an account cannot be revoked.',
  errors: ['not_found', 'last_admin_key'],
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A revoked key', input: { id: key.id }, output: null }],
  run: async ({ caller, services }, input) => {
    await services.apiKeys.revoke(caller, input.id)
    return null
  },
})
