import type { Examples } from './exchange.js'

const key = {
  id: 'key_01kajqx5t2n8w4e6r9y7m3b1c0',
  key_prefix: 'sk_live_Zk3f',
  scope: 'send' as const,
  test_mode: false,
  expires_at: null,
  created_at: '2026-11-21T09:00:00.000Z',
}
const secret = 'sk_live_Zk3fT9bQ1mXw7RrJ5cVd2LhN8sKyPaE4uG6oB0iY'

export const keyExamples = {
  'keys.create': [
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
  'keys.list': [{ summary: 'All keys', input: { limit: 50 }, output: { keys: [key], next_cursor: null } }],
  'keys.rotate': [
    {
      summary: 'A new secret',
      input: { id: key.id },
      output: { id: key.id, key: secret, key_prefix: key.key_prefix },
    },
  ],
  'keys.revoke': [{ summary: 'A key that ends', input: { id: key.id }, output: null }],
} satisfies Examples
