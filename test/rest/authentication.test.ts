import { afterAll, beforeAll, expect, test } from 'vitest'
import { shiftedClock } from '../support/clocks.js'
import { expectError } from '../support/expect-error.js'
import { anotherProcess } from '../support/more-processes.js'
import { call, startApp, type TestApp, whenReady } from '../support/start-app.js'

const clock = shiftedClock()
let app: TestApp
let second: TestApp
beforeAll(async () => {
  app = await startApp({}, { clock })
  second = await anotherProcess(app, {}, { clock })
})
afterAll(async () => {
  await second.close()
  await app.close()
})

const LIST = '/v1/account/verification'
const get = (url: string, authorization?: string) =>
  call(url, 'GET', LIST, { headers: authorization === undefined ? {} : { authorization } })
const unused = `sk_live_${'A'.repeat(43)}`

test.each([
  ['no header', undefined],
  ['an empty header', ''],
  ['a scheme alone', 'Bearer'],
  ['another scheme', 'Basic dXNlcjpwYXNz'],
  ['no scheme', unused],
  ['a malformed key', 'Bearer hunter2'],
  ['a key that is too short', 'Bearer sk_live_short'],
  ['a key of an unknown mode', `Bearer sk_prod_${'A'.repeat(43)}`],
  ['an unknown key', `Bearer ${unused}`],
  ['a very long key', `Bearer sk_live_${'A'.repeat(8_000)}`],
  ['a key with a query in it', `Bearer ${unused}{"$ne":null}`],
])('%s is unauthorized', async (_name, authorization) => {
  expectError(await get(app.url, authorization), 401, 'unauthorized')
})

test('a valid key with a prefix, a suffix or a repetition is unauthorized', async () => {
  for (const header of [
    `Bearer ${app.adminKey} ${app.adminKey}`,
    `Bearer x ${app.adminKey}`,
    `Bearer ${app.adminKey}x`,
    `Bearer ${app.adminKey.slice(0, -1)}`,
    `Bearer ${app.adminKey.toUpperCase()}`,
    `Bearer,${app.adminKey}`,
  ]) {
    expectError(await get(app.url, header), 401, 'unauthorized')
  }
})

test('the scheme is case-insensitive', async () => {
  expect((await get(app.url, `bearer ${app.adminKey}`)).status).toBe(200)
  expect((await get(app.url, `BEARER ${app.adminKey}`)).status).toBe(200)
})

test('a key in the query or in a cookie is ignored', async () => {
  const result = await call(app.url, 'GET', `${LIST}?api_key=${app.adminKey}&authorization=Bearer%20${app.adminKey}`, {
    headers: { cookie: `authorization=Bearer ${app.adminKey}`, 'x-api-key': app.adminKey },
  })
  expectError(result, 401, 'unauthorized')
})

test('the response to an invalid key does not repeat it', async () => {
  const { body } = await get(app.url, `Bearer ${unused}`)
  expect(JSON.stringify(body)).not.toContain(unused)
})

test('a key works until it expires', async () => {
  const expiresAt = new Date(clock.now().getTime() + 3_600_000)
  const made = await app.call('POST', '/v1/keys', { body: { scope: 'read', expires_at: expiresAt.toISOString() } })
  expect(made.body.expires_at).toBe(expiresAt.toISOString())
  expect((await get(app.url, `Bearer ${made.body.key}`)).status).toBe(200)
  clock.aheadMs = 3_600_000
  expectError(await get(app.url, `Bearer ${made.body.key}`), 401, 'unauthorized')
  expectError(await get(second.url, `Bearer ${made.body.key}`), 401, 'unauthorized')
  clock.aheadMs = 0
  expect((await get(app.url, `Bearer ${made.body.key}`)).status).toBe(200)
})

test('after a rotation, only the new secret works, at once and in every process', async () => {
  const made = (await app.call('POST', '/v1/keys', { body: { scope: 'send', test_mode: true } })).body
  expect((await get(second.url, `Bearer ${made.key}`)).status).toBe(200)
  const rotated = await app.call('POST', `/v1/keys/${made.id}/rotate`)
  expect(rotated.status).toBe(200)
  expect(Object.keys(rotated.body).sort()).toEqual(['id', 'key', 'key_prefix'])
  expect(rotated.body.key).not.toBe(made.key)
  expect(rotated.body.key).toMatch(/^sk_test_/)
  for (const url of [second.url, app.url]) {
    expectError(await get(url, `Bearer ${made.key}`), 401, 'unauthorized')
    expect((await get(url, `Bearer ${rotated.body.key}`)).status).toBe(200)
  }
})

test('of concurrent rotations, only the last secret works', async () => {
  const made = (await app.call('POST', '/v1/keys', { body: { scope: 'read' } })).body
  const rotations = await Promise.all(
    Array.from({ length: 8 }, (_none, index) =>
      call((index % 2 ? app : second).url, 'POST', `/v1/keys/${made.id}/rotate`, { key: app.adminKey }),
    ),
  )
  const statuses = await Promise.all(
    rotations.map(async ({ body }) => (await get(app.url, `Bearer ${body.key}`)).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 401)).toHaveLength(7)
})

test('a revoked key stops working at once, in every process', async () => {
  const made = (await app.call('POST', '/v1/keys', { body: { scope: 'admin' } })).body
  expect((await get(second.url, `Bearer ${made.key}`)).status).toBe(200)
  expect((await app.call('DELETE', `/v1/keys/${made.id}`)).status).toBe(204)
  for (const url of [second.url, app.url]) expectError(await get(url, `Bearer ${made.key}`), 401, 'unauthorized')
  expectError(await app.call('POST', `/v1/keys/${made.id}/rotate`), 404, 'not_found')
  expectError(await app.call('DELETE', `/v1/keys/${made.id}`), 404, 'not_found')
})

test('a key that revokes itself is refused afterwards', async () => {
  const made = (await app.call('POST', '/v1/keys', { body: { scope: 'admin' } })).body
  expect((await call(app.url, 'DELETE', `/v1/keys/${made.id}`, { key: made.key })).status).toBe(204)
  expectError(await get(app.url, `Bearer ${made.key}`), 401, 'unauthorized')
})

test('the database contains no secrets of keys', async () => {
  const made = (await app.call('POST', '/v1/keys', { body: { scope: 'send' } })).body
  const rotated = (await app.call('POST', `/v1/keys/${made.id}/rotate`)).body
  const database = app.app.models.connection.db!
  const collections = await database.listCollections().toArray()
  expect(collections.map(({ name }) => name)).toContain('api_keys')
  for (const { name } of collections) {
    const rows = JSON.stringify(await database.collection(name).find().toArray())
    for (const secret of [app.adminKey, made.key, rotated.key]) {
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(secret.slice('sk_live_'.length + 8))
    }
  }
})

test('the health check needs no key', async () => {
  expect((await call(app.url, 'GET', '/healthz')).status).toBe(200)
  expect(await whenReady(app.url)).toEqual({ status: 'ready' })
})

test.each([
  ['REST', 'GET', '/v1/messages'],
  ['GraphQL', 'POST', '/graphql'],
  ['tRPC', 'GET', '/trpc/keys.list'],
  ['a sign-in', 'POST', '/session'],
])('a 401 of %s says how to authenticate, and no other answer does', async (_door, method, path) => {
  const posted = path === '/session' ? { key: unused } : { query: '{ __typename }' }
  const body = { ...(method === 'POST' && { body: posted }) }
  const refused = await call(app.url, method, path, body)
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  const other = await app.call(method, path, { ...body, ...(path === '/session' && { body: {} }) })
  expect(other.status).not.toBe(401)
  expect(other.headers.get('www-authenticate')).toBeNull()
})
