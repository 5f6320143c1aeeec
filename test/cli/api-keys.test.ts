import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSend, startApp, type TestApp } from '../support/start-app.js'
import { postlineHere } from './support.js'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const keys = (...args: string[]) => postlineHere(app.settings, 'keys', ...args)

test('keys create makes a key with the given scope, mode and expiry', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const made = await keys(
    'create',
    ...['--account', app.accountId, '--scope', 'send', '--test', '--expires-at', expiresAt, '--json'],
  )
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.json()).toMatchObject({ scope: 'send', test_mode: true, expires_at: expiresAt })
  const { key } = made.json()
  expect(key).toMatch(/^sk_test_/)
  expect((await app.call('POST', '/v1/send', { key, body: aSend() })).status).toBe(201)
  expect((await app.call('GET', '/v1/keys', { key })).status).toBe(403)
})

test('keys list shows all keys without their secrets, even more than a page', async () => {
  await Promise.all(Array.from({ length: 101 }, () => app.key('read')))
  const { stdout, json } = await keys('list', '--account', app.accountId, '--json')
  expect(json().keys.length).toBeGreaterThan(101)
  expect(stdout).not.toContain(app.adminKey)
  const table = (await keys('list', '--account', app.accountId)).stdout
  expect(table.split('\n')[0]).toMatch(/^KEY +STARTS WITH +SCOPE +MODE +EXPIRES +LAST USED +CREATED +ACCOUNT$/)
  expect(table).toMatch(/key_\w+ +sk_live_\S{4}… +read +live +never +never +\d{4}-\S+ +acc_\w+$/m)
})

test('keys list without an account shows the keys of all accounts, and whose they are', async () => {
  const other = await app.app.services.accounts.create('other@example.com')
  const { json } = await keys('list', '--json')
  const owners = new Map(json().keys.map((key: { id: string; account_id: string }) => [key.id, key.account_id]))
  expect(new Set(owners.values())).toEqual(new Set([app.accountId, other.account_id]))
  const [own, others] = await Promise.all(
    [app.accountId, other.account_id].map(async (id) => (await keys('list', '--account', id, '--json')).json().keys),
  )
  expect(json().keys).toEqual([...own, ...others])
})

test('keys revoke finds a key by its id alone, and the key gets 401 at once', async () => {
  const { id, key } = (await keys('create', '--account', app.accountId, '--scope', 'read', '--json')).json()
  expect((await app.call('GET', '/v1/messages', { key })).status).toBe(200)
  const revoked = await keys('revoke', id, '--json')
  expect(revoked.json()).toEqual({ id, account_id: app.accountId, revoked_at: expect.stringMatching(/Z$/) })
  expect((await app.call('GET', '/v1/messages', { key })).status).toBe(401)

  const again = await keys('revoke', id)
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toBe(`error: There is no key ${id}, or it is revoked already.\n`)
})

test.each([['create', '--scope', 'read'], ['list']])(
  'keys %s of an unknown account is an error that says so',
  async (...args) => {
    const { code, stderr } = await keys(...args, '--account', 'acc_none')
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: There is no account acc_none.\n' })
  },
)

test('an expiry in the past is refused', async () => {
  const { code, stderr } = await keys(
    'create',
    ...['--account', app.accountId, '--scope', 'read', '--expires-at', '2020-01-01T00:00:00Z'],
  )
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: --expires-at: must be in the future\n' })
})

test.each([
  ['--send-to', 'foo bar', 'must be an address, like user@example.com, or a domain, like example.com'],
  ['--inbox', 'inbox_none', 'is not the id of an inbox'],
])('a wrong value of %s is refused by the name of the option', async (option, value, message) => {
  const { code, stderr } = await keys(
    'create',
    ...['--account', app.accountId, '--scope', 'admin', '--test', option, value],
  )
  expect({ code, stderr }).toEqual({ code: 1, stderr: `error: ${option}: ${message}\n` })
})
