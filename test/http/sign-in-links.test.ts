import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShiftedClock, shiftedClock } from '../support/clocks.js'
import { expectError } from '../support/expect-error.js'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
let clock: ShiftedClock
beforeAll(async () => {
  clock = shiftedClock()
  app = await startApp({}, { clock })
})
afterAll(() => app.close())

const linkFor = (key: string) => app.app.services.signInLinks.create(key)
const use = (token: unknown, headers = {}) => app.call('POST', '/session/link', { key: null, body: { token }, headers })

test('a link opens a session with the rights of its key', async () => {
  const key = await app.key('read')
  const { status, headers, body } = await use(await linkFor(key))
  const { sections, ...session } = body
  expect([status, session]).toEqual([200, { account_id: app.accountId, scope: 'read', test_mode: false }])
  expect(sections).toContain('/messages')
  expect(sections).not.toContain('/keys')
  expect(headers.get('cache-control')).toBe('no-store')
  const [cookie = ''] = headers.getSetCookie()
  expect(cookie).toMatch(/^postline_session=.*HttpOnly; SameSite=Strict/)
  const asked = { key: null, headers: { cookie: cookie.split(';', 1)[0]! } }
  expect((await app.call('GET', '/v1/messages', asked)).status).toBe(200)
  expect((await app.call('POST', '/v1/send', { ...asked, body: {} })).status).toBe(403)
})

test('a link works once, also if it is used many times at once', async () => {
  const token = await linkFor(app.adminKey)
  const answers = await Promise.all(Array.from({ length: 5 }, () => use(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  expectError(await use(token), 400, 'invalid_token')
})

test('a link works for an hour', async () => {
  const [early, late] = [await linkFor(app.adminKey), await linkFor(app.adminKey)]
  clock.aheadMs = 59 * 60_000
  expect((await use(early)).status).toBe(200)
  clock.aheadMs = 61 * 60_000
  expectError(await use(late), 400, 'invalid_token')
  clock.aheadMs = 0
})

test('a link ends with its key', async () => {
  const { id, key } = (await app.call('POST', '/v1/keys', { body: { scope: 'read' } })).body
  const beforeRotation = await linkFor(key)
  const rotated = await app.call('POST', `/v1/keys/${id}/rotate`)
  expectError(await use(beforeRotation), 400, 'invalid_token')
  const beforeRevocation = await linkFor(rotated.body.key)
  await app.call('DELETE', `/v1/keys/${id}`)
  expectError(await use(beforeRevocation), 400, 'invalid_token')
})

test.each([
  ['an unknown token', 'x'.repeat(43), 'invalid_token'],
  ['no token', undefined, 'invalid_request'],
  ['a number', 5, 'invalid_request'],
  ['an endless text', 'x'.repeat(600), 'invalid_request'],
])('%s opens nothing', async (_what, token, code) => {
  const answer = await use(token)
  expectError(answer, 400, code)
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('another site cannot use a link', async () => {
  const token = await linkFor(app.adminKey)
  expectError(await use(token, { origin: 'https://evil.example' }), 403, 'forbidden')
  expect((await use(token)).status).toBe(200)
})

test('the ledger has no token, only its hash', async () => {
  const token = await linkFor(app.adminKey)
  const rows = await app.app.models.signInLinks.find({ account_id: app.accountId }).lean()
  expect(rows).not.toEqual([])
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('tokens cannot be guessed quickly: failures count against the address', async () => {
  const limited = await startApp({ RATE_LIMIT_PER_SECOND: '3' })
  try {
    const guess = () => limited.call('POST', '/session/link', { key: null, body: { token: 'x'.repeat(43) } })
    const answers = await Promise.all(Array.from({ length: 8 }, guess))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
  } finally {
    await limited.close()
  }
})

test('the audit log shows who signed in', async () => {
  await use(await linkFor(app.adminKey), { 'user-agent': 'a browser' })
  const { body } = await app.call('GET', '/v1/audit-log')
  expect(body.entries[0]).toMatchObject({ operation: 'session.create', user_agent: 'a browser' })
})
