import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorOf } from '../../../../src/services/caller.js'
import { anotherAccount, anotherProcess } from '../../../support/more-processes.js'
import { type CallOptions, call, startApp, type TestApp } from '../../../support/start-app.js'

const HOUR_MS = 3_600_000
const BROWSER = 'Mozilla/5.0 (Test)'

let aheadMs = 0
let app: TestApp
const clock = { now: () => new Date(Date.now() + aheadMs), random: Math.random }
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', TRUST_PROXY: '1' }, { clock })
})
afterAll(() => app.close())

/** Moves the clock to the start of the next hour, so that a test sees no other hour begin. */
const startAnHour = () => {
  aheadMs += HOUR_MS - ((Date.now() + aheadMs) % HOUR_MS)
}

/** The client claims an address; the proxy adds the real one. */
const fromBrowser = { 'x-forwarded-for': '203.0.113.66, 198.51.100.7', 'user-agent': BROWSER }
const signIn = (key: string, more: CallOptions = {}) =>
  call(app.url, 'POST', '/session', { body: { key }, headers: fromBrowser, ...more })
const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]!.split(';', 1)[0]!
const makeKey = (more = {}, accountId = app.accountId) =>
  app.app.services.apiKeys.create(operatorOf(accountId), { scope: 'read', ...more })
const revoke = (id: string) => app.app.services.apiKeys.revoke(operatorOf(app.accountId), id)

/** The entries of an account about a key, oldest first. */
async function about(keyId: string, admin = app.adminKey) {
  const { body } = await app.call('GET', '/v1/audit-log?limit=100', { key: admin })
  return body.entries.filter(({ target }: { target: string }) => target === keyId).reverse()
}

const operationsOf = async (keyId: string): Promise<string[]> =>
  (await about(keyId)).map(({ operation }: { operation: string }) => operation)

const entry = (keyId: string, operation: string, type = 'key') => ({
  id: expect.stringMatching(/^aud_/),
  actor: { type, id: keyId },
  operation,
  target: keyId,
  address: '198.51.100.7',
  user_agent: BROWSER,
  created_at: expect.any(String),
})

describe('the audit log records', () => {
  test('sign-ins and sign-outs, with the address and user agent of the client', async () => {
    const { id, key } = await makeKey()
    const cookie = cookieOf(await signIn(key))
    const signOut = () => call(app.url, 'DELETE', '/session', { headers: { ...fromBrowser, cookie } })
    expect((await signOut()).status).toBe(204)
    // There is no session left to end.
    expect((await signOut()).status).toBe(204)
    expect(await about(id)).toEqual([entry(id, 'session.create'), entry(id, 'session.delete', 'session')])
  })

  test('a sign-in with a revoked key', async () => {
    const { id, key } = await makeKey()
    await revoke(id)
    expect((await signIn(key)).status).toBe(401)
    expect(await about(id)).toEqual([entry(id, 'session.refuse')])
  })

  test('a sign-in with an expired key', async () => {
    const { id, key } = await makeKey()
    await app.app.models.apiKeys.updateOne({ _id: id }, { expires_at: new Date(Date.now() - 1) })
    expect((await signIn(key)).status).toBe(401)
    expect(await about(id)).toEqual([entry(id, 'session.refuse')])
  })

  test('a sign-in to a suspended account', async () => {
    const { accountId, key: admin } = await anotherAccount(app)
    const { id, key } = await makeKey({}, accountId)
    await app.app.services.accounts.suspend(accountId)
    expect((await signIn(key)).status).toBe(403)
    await app.app.services.accounts.resume(accountId)
    expect(await about(id, admin)).toEqual([entry(id, 'session.refuse')])
  })

  test('no sign-in with something that is not a key of an account', async () => {
    const { id, key } = await makeKey()
    await app.app.services.apiKeys.rotate(operatorOf(app.accountId), id)
    const before = await app.app.models.auditEntries.countDocuments()
    for (const other of [key, `sk_live_${'x'.repeat(43)}`, 'nonsense']) expect((await signIn(other)).status).toBe(401)
    expect(await app.app.models.auditEntries.countDocuments()).toBe(before)
  })

  test('only the start of a long user agent', async () => {
    const { id, key } = await makeKey()
    await signIn(key, { headers: { ...fromBrowser, 'user-agent': 'x'.repeat(5_000) } })
    expect((await about(id))[0].user_agent).toBe('x'.repeat(512))
  })

  test('refusals of a session, a stream and the mode of a key, but none of another site', async () => {
    const reader = await makeKey()
    const cookie = cookieOf(await signIn(reader.key))
    expect((await call(app.url, 'GET', '/v1/keys', { headers: { cookie } })).status).toBe(403)
    expect((await about(reader.id))[1]).toMatchObject({ operation: 'keys.list.refuse', actor: { type: 'session' } })

    const sender = await makeKey({ scope: 'send' })
    const body = { query: 'subscription { accountEvents { id } }' }
    await call(app.url, 'POST', '/graphql', { key: sender.key, body, headers: { accept: 'text/event-stream' } })
    expect(await operationsOf(sender.id)).toEqual(['events.live.refuse'])

    const tester = await makeKey({ scope: 'admin', test_mode: true })
    await call(app.url, 'POST', '/v1/keys', { key: tester.key, body: { scope: 'read' } })
    await call(app.url, 'PUT', '/v1/spend-caps', { key: tester.key, body: { hard_limit_micros: 1 } })
    expect(await operationsOf(tester.id)).toEqual(['keys.create.refuse', 'spendCaps.set.refuse'])

    const admin = await makeKey({ scope: 'admin' })
    const headers = { cookie: cookieOf(await signIn(admin.key)), origin: 'https://evil.example' }
    expect((await call(app.url, 'DELETE', '/v1/keys/key_none', { headers })).status).toBe(403)
    expect(await operationsOf(admin.id)).toEqual(['session.create'])
  })
})

describe('a refused key cannot fill the audit log:', () => {
  test('each operation gets one entry an hour, from all processes together', async () => {
    const { id, key } = await makeKey()
    const other = await anotherProcess(app, {}, { clock })
    const aliases = Array.from({ length: 5 }, (_none, n) => `a${n}: apiKeys { nodes { id } }`).join(' ')
    const ask = ({ url }: TestApp) => [
      call(url, 'POST', '/v1/keys', { key, body: { scope: 'read' } }),
      call(url, 'GET', '/v1/keys', { key }),
      call(url, 'POST', '/graphql', { key, body: { query: `{ ${aliases} }` } }),
      call(url, 'GET', '/trpc/keys.list,keys.list,auditLog.list?batch=1&input={}', { key }),
    ]
    const flood = () => Promise.all(Array.from({ length: 5 }, () => [...ask(app), ...ask(other)]).flat())
    const once = ['auditLog.list.refuse', 'keys.create.refuse', 'keys.list.refuse']
    try {
      startAnHour()
      await flood()
      expect((await operationsOf(id)).sort()).toEqual(once)
      startAnHour()
      await flood()
      expect((await operationsOf(id)).sort()).toEqual([...once, ...once].sort())
    } finally {
      await other.close()
    }
  })

  test('and so does its sign-in', async () => {
    const { id, key } = await makeKey()
    await revoke(id)
    startAnHour()
    await Promise.all(Array.from({ length: 20 }, () => signIn(key)))
    expect(await operationsOf(id)).toEqual(['session.refuse'])
  })
})
