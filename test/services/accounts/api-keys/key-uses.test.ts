import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorOf } from '../../../../src/services/caller.js'
import { postlineHere } from '../../../cli/support.js'
import { call, eventually, startApp, type TestApp } from '../../../support/start-app.js'

const MINUTE_MS = 60_000

let aheadMs = 0
let app: TestApp
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + aheadMs), random: Math.random }
  app = await startApp({ ROLES: 'api' }, { clock })
})
afterAll(() => app.close())

const makeKey = () => app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'admin' })
const use = (key: string) => call(app.url, 'GET', '/v1/account/verification', { key })
const listed = async (id: string) =>
  (await app.call('GET', '/v1/keys?limit=100')).body.keys.find((key: { id: string }) => key.id === id).last_used_at
const minuteOf = (ms: number) => new Date(ms - (ms % MINUTE_MS)).toISOString()
const now = () => Date.now() + aheadMs

test('a key is listed with the minute of its last use, by every API and the command line', async () => {
  const { id, key } = await makeKey()
  expect(await listed(id)).toBeNull()
  const before = minuteOf(now())
  await use(key)
  const used = await eventually('the first use', () => listed(id))
  expect([before, minuteOf(now())]).toContain(used)
  aheadMs += 5 * MINUTE_MS
  await use(key)
  await eventually('the second use', async () => (await listed(id)) > used)
  const last = await listed(id)

  const trpc = await app.call('GET', '/trpc/keys.list?input={"limit":1}')
  expect(trpc.body.result.data.keys[0]).toMatchObject({ id, last_used_at: last })
  const query = '{ apiKeys(first: 1) { nodes { id lastUsedAt } } }'
  const graphql = await app.call('POST', '/graphql', { body: { query } })
  expect(graphql.body.data.apiKeys.nodes[0]).toEqual({ id, lastUsedAt: last })
  const { stdout } = await postlineHere(app.settings, 'keys', 'list', '--account', app.accountId)
  expect(stdout.split('\n').find((line) => line.startsWith(id))).toContain(last)
})

test('a session counts as a use of its key until it ends', async () => {
  const { id, key } = await makeKey()
  const signedIn = await call(app.url, 'POST', '/session', { body: { key } })
  const headers = { cookie: signedIn.headers.getSetCookie()[0]!.split(';', 1)[0]! }
  const signIn = await eventually('the sign-in', () => listed(id))
  aheadMs += 5 * MINUTE_MS
  await call(app.url, 'GET', '/v1/account/verification', { headers })
  await eventually('the session', async () => (await listed(id)) > signIn)
  const last = await listed(id)
  await call(app.url, 'DELETE', '/session', { headers })
  aheadMs += 5 * MINUTE_MS
  expect((await call(app.url, 'GET', '/v1/account/verification', { headers })).status).toBe(401)
  await app.app.keyUses.close()
  expect(await listed(id)).toBe(last)
})

/** Replaces the writes of uses while `work` runs. */
async function withWrites(write: (original: () => Promise<unknown>) => unknown, work: () => Promise<void>) {
  const { collection } = app.app.models.apiKeys
  const updateMany = collection.updateMany.bind(collection)
  collection.updateMany = ((...given: Parameters<typeof updateMany>) => write(() => updateMany(...given))) as never
  try {
    await work()
  } finally {
    collection.updateMany = updateMany
  }
}

test('many uses in a minute are one write', async () => {
  const { id, key } = await makeKey()
  let writes = 0
  const count = (original: () => Promise<unknown>) => {
    writes += 1
    return original()
  }
  await withWrites(count, async () => {
    const startedAt = minuteOf(now())
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 20 }, () => use(key)))
    const minutes = 1 + (Date.parse(minuteOf(now())) - Date.parse(startedAt)) / MINUTE_MS
    await eventually('written', () => listed(id))
    // The admin key that lists is used too.
    expect(writes).toBeLessThanOrEqual(2 * minutes)
    expect(writes).toBeGreaterThan(0)
  })
})

test('no request waits for the write, and after a failure the next minute tries again', async () => {
  const { id, key } = await makeKey()
  let fail: (error: Error) => void = () => {}
  const hang = () =>
    new Promise((_resolve, reject) => {
      fail = reject
    })
  await withWrites(hang, async () => {
    aheadMs += 2 * MINUTE_MS
    expect((await use(key)).status).toBe(200)
    expect((await use(key)).status).toBe(200)
    fail(new Error('no space left'))
    await app.app.keyUses.close()
  })
  expect((await app.app.models.apiKeys.findById(id).lean())!.last_used_at).toBeUndefined()
  aheadMs += 2 * MINUTE_MS
  await use(key)
  await eventually('the next minute', () => listed(id))
})
