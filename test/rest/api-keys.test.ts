import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.js'
import { call, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const create = (body: unknown) => app.call('POST', '/v1/keys', { body })

test.each(['send', 'read', 'admin'])(
  'a new %s key is live by default, and its secret is shown only once',
  async (scope) => {
    const made = await create({ scope })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      name: null,
      key: expect.stringMatching(/^sk_live_[\w-]{32,}$/),
      key_prefix: made.body.key.slice(0, 12),
      scope,
      test_mode: false,
      inbox_ids: null,
      send_to: null,
      expires_at: null,
      last_used_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
  },
)

test('a test key has a prefix of its own', async () => {
  const { body } = await create({ scope: 'send', test_mode: true })
  expect(body.key).toMatch(/^sk_test_/)
  expect(body.key_prefix).toMatch(/^sk_test_.{4}$/)
  expect(body.test_mode).toBe(true)
})

test('keys are listed newest first, without secrets and revoked keys', async () => {
  const older = (await create({ scope: 'read' })).body
  const newer = (await create({ scope: 'read' })).body
  const revoked = (await create({ scope: 'read' })).body
  await app.call('DELETE', `/v1/keys/${revoked.id}`)
  const { status, body } = await app.call('GET', '/v1/keys')
  expect(status).toBe(200)
  const ids = body.keys.map((key: { id: string }) => key.id)
  expect(ids.indexOf(newer.id)).toBe(0)
  expect(ids.indexOf(older.id)).toBe(1)
  expect(ids).not.toContain(revoked.id)
  expect(body.next_cursor).toBeNull()
  for (const key of body.keys) {
    expect(Object.keys(key).sort()).toEqual([
      'created_at',
      'expires_at',
      'id',
      'inbox_ids',
      'key_prefix',
      'last_used_at',
      'name',
      'scope',
      'send_to',
      'test_mode',
    ])
  }
  expect(JSON.stringify(body)).not.toContain(newer.key)
})

test('a key keeps the name that it was given', async () => {
  const { status, body } = await create({ name: '  Web shop ', scope: 'send' })
  expect([status, body.name]).toEqual([201, 'Web shop'])
  await app.call('POST', `/v1/keys/${body.id}/rotate`)
  const { keys } = (await app.call('GET', '/v1/keys')).body
  expect(keys.find(({ id }: { id: string }) => id === body.id)).toMatchObject({ name: 'Web shop' })
})

test('keys can be paginated', async () => {
  for (let made = 0; made < 5; made += 1) await create({ scope: 'read' })
  const all = (await app.call('GET', '/v1/keys')).body.keys.map((key: { id: string }) => key.id)
  const walked: string[] = []
  let cursor: string | null = null
  do {
    const page = await app.call('GET', `/v1/keys?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    walked.push(...page.body.keys.map((key: { id: string }) => key.id))
    cursor = page.body.next_cursor
  } while (cursor)
  expect(walked).toEqual(all)
})

test.each([
  ['no scope', {}, 'scope'],
  ['an unknown scope', { scope: 'owner' }, 'scope'],
  ['several scopes', { scope: ['send', 'read'] }, 'scope'],
  ['a mode that is not a boolean', { scope: 'send', test_mode: 'yes' }, 'test_mode'],
  ['an empty name', { name: ' ', scope: 'send' }, 'name'],
  ['a name of two lines', { name: 'a\nb', scope: 'send' }, 'name'],
  ['a very long name', { name: 'n'.repeat(101), scope: 'send' }, 'name'],
  ['an invalid expiry', { scope: 'send', expires_at: 'tomorrow' }, 'expires_at'],
  ['an expiry in the past', { scope: 'send', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
])('%s is refused', async (_name, body, path) => {
  expectError(await create(body), 400, 'invalid_request', path)
})

test('an account without a verified domain is in the sandbox', async () => {
  const key = await app.key('send', true)
  const { status, body } = await call(app.url, 'GET', '/v1/account/verification', { key })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    account_id: app.accountId,
    owner_email: app.ownerEmail,
    sandbox_mode: true,
    shared_email_sender: 'hello@sandbox.postline.localhost',
  })
  expect(body.channels.map(({ channel }: { channel: string }) => channel)).toEqual([
    ...['email', 'sms', 'push', 'voice', 'webhook'],
  ])
  expect(body.channels).toContainEqual({ channel: 'email', status: 'sandbox', verified: false })
  expect(body.channels).toContainEqual({ channel: 'webhook', status: 'not_configured', verified: false })
})

test('an active webhook makes the webhook channel ready; a paused one does not', async () => {
  const webhook = async () => {
    const { body } = await app.call('GET', '/v1/account/verification')
    return body.channels.find(({ channel }: { channel: string }) => channel === 'webhook')
  }
  const { id } = (await app.call('POST', '/v1/webhooks', { body: { endpoint_url: 'http://127.0.0.1:1029/' } })).body
  expect(await webhook()).toEqual({ channel: 'webhook', status: 'ready', verified: false })
  await app.call('PUT', `/v1/webhooks/${id}`, { body: { is_active: false } })
  expect(await webhook()).toEqual({ channel: 'webhook', status: 'not_configured', verified: false })
})

describe('the last live admin key of an account', () => {
  const revoke = (key: string, id: string) => call(app.url, 'DELETE', `/v1/keys/${id}`, { key })
  const idOf = async (accountId: string) =>
    (await app.app.models.apiKeys.findOne({ account_id: accountId, scope: 'admin' }).lean())!._id

  test('cannot be revoked, until there is another that works', async () => {
    const { account_id, key } = await app.app.services.accounts.create('last@keys.example')
    const id = await idOf(account_id)
    const made = async (more: object) =>
      (await call(app.url, 'POST', '/v1/keys', { key, body: { scope: 'admin', ...more } })).body
    // None of these could manage the account.
    const expired = await made({ expires_at: '2999-01-01T00:00:00Z' })
    await app.app.models.apiKeys.updateOne({ _id: expired.id }, { expires_at: new Date(Date.now() - 1) })
    await made({ test_mode: true })
    await made({ send_to: ['example.com'] })
    for (const scope of ['send', 'read']) await made({ scope })
    expectError(await revoke(key, id), 409, 'last_admin_key')
    expect((await call(app.url, 'GET', '/v1/keys', { key })).status).toBe(200)

    const other = await made({})
    expect((await revoke(key, id)).status).toBe(204)
    expectError(await revoke(other.key, other.id), 409, 'last_admin_key')
    expect((await revoke(other.key, expired.id)).status).toBe(204)
  })

  test('stays when two admin keys revoke each other at once', async () => {
    const { account_id, key } = await app.app.services.accounts.create('duel@keys.example')
    const id = await idOf(account_id)
    for (let round = 0; round < 5; round += 1) {
      const other = (await call(app.url, 'POST', '/v1/keys', { key, body: { scope: 'admin' } })).body
      const answers = await Promise.all([revoke(key, other.id), revoke(key, id)])
      const left = await app.app.models.apiKeys.countDocuments({ account_id, scope: 'admin', revoked_at: null })
      expect(left, JSON.stringify(answers.map(({ body }) => body))).toBe(1)
      if (answers[1]!.status === 204) break
    }
  })

  test('can be revoked by the operator', async () => {
    const { account_id } = await app.app.services.accounts.create('operator@keys.example')
    const id = await idOf(account_id)
    expect(await app.app.services.apiKeys.revokeOfAnyAccount(id)).toMatchObject({ id, account_id })
  })
})
