import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLogger } from '../../src/log.js'
import { rawRequest } from '../support/raw-request.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'

const lines: string[] = []
const destination = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk).trim())) })

let app: TestApp
let readKey: string
beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'debug' }, { log: createLogger({ level: 'debug', roles: 'api', destination }) })
  readKey = await app.key('read')
})
afterAll(() => app.close())
beforeEach(() => void lines.splice(0))

let counter = 0
interface Case {
  method?: string
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
}

/** The only line about one request. */
async function lineOf(path: string, { method = 'GET', key = readKey, body, headers }: Case = {}) {
  counter += 1
  const id = `req-${counter}`
  await fetch(app.url + path, {
    method,
    headers: {
      'x-request-id': id,
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
  }).then((response) => response.text())
  await eventually('the request is logged', () => lines.some((line) => line.includes(id)))
  const [line, ...more] = lines.filter((text) => text.includes(`"requestId":"${id}"`))
  expect(more).toEqual([])
  // With a key twice, the text would differ.
  expect(JSON.stringify(JSON.parse(line!))).toBe(line)
  return JSON.parse(line!)
}

const INFO = 30
const ERROR = 50
const DEBUG = 20

test.each([
  ['a scope that does not suffice', '/v1/keys', {}, 403, 'forbidden', '/v1/keys', true],
  ['no key', '/v1/messages', { key: null }, 401, 'unauthorized', '/v1/messages', false],
  ['an unknown id', '/v1/messages/msg_ada@example.com', {}, 404, 'not_found', '/v1/messages/:id', true],
  ['an unknown path', '/ada@example.com', {}, 404, 'not_found', 'none', false],
  ['a tRPC call', '/trpc/keys.list', {}, 403, 'forbidden', '/trpc/:path', true],
  [
    'a callback',
    '/v1/callbacks/ses',
    { method: 'POST', body: {}, key: null },
    403,
    'invalid_signature',
    '/v1/callbacks/ses',
    false,
  ],
  [
    'a session',
    '/session',
    { method: 'POST', body: { key: 'ada@example.com' }, key: null },
    401,
    'unauthorized',
    '/session',
    false,
  ],
  ['a page behind a link', '/unsubscribe/ada@example.com', { key: null }, 400, undefined, '/unsubscribe/:token', false],
] as const)('a refusal is one line at info: %s', async (_what, path, request, status, code, route, hasAccount) => {
  const line = await lineOf(path, request as Case)
  expect(line).toMatchObject({ level: INFO, msg: 'a request was refused', status, ms: expect.any(Number) })
  if (code) expect(line).toMatchObject({ code })
  if (route) expect(line).toMatchObject({ route })
  expect(line.accountId).toBe(hasAccount ? app.accountId : undefined)
  expect(line.keyId).toEqual(hasAccount ? expect.stringMatching(/^key_/) : undefined)
  expect(JSON.stringify(line)).not.toMatch(/ada|sk_live/)
})

test('a GraphQL request with a refused field is logged as refused, although its status is 200', async () => {
  const query = '{ apiKeys { data { id } } __typename }'
  expect(await lineOf('/graphql', { method: 'POST', body: { query } })).toMatchObject({
    level: INFO,
    method: 'POST',
    route: '/graphql',
    accountId: app.accountId,
    code: expect.any(String),
  })
})

test('a request that succeeds is one line at debug, with the account and the key', async () => {
  const line = await lineOf('/v1/messages?search=ada@example.com')
  expect(line).toEqual({
    level: DEBUG,
    time: expect.any(Number),
    roles: 'api',
    requestId: expect.any(String),
    accountId: app.accountId,
    keyId: expect.stringMatching(/^key_/),
    method: 'GET',
    route: '/v1/messages',
    status: 200,
    ms: expect.any(Number),
    msg: 'a request',
  })
})

test('a failure is one line at error, with the stack', async () => {
  await app.app.models.connection.db!.command({ collMod: 'api_keys', validator: { impossible: { $exists: true } } })
  const line = await lineOf('/v1/keys', { method: 'POST', key: app.adminKey, body: { scope: 'send' } })
  const err = { stack: expect.stringContaining('\n    at ') }
  expect(line).toMatchObject({ level: ERROR, msg: 'a request failed', status: 500, code: 'internal_error', err })
})

test.each([
  ['a path that cannot be decoded', ['GET /%zz HTTP/1.1', 'host: x', 'connection: close']],
  ['input that is not HTTP', ['nonsense']],
])('%s is one line at info', async (_what, text) => {
  await rawRequest(app.url, text)
  const found = await eventually('the request is logged', () => lines.filter((line) => line.includes('refused'))[0])
  expect(JSON.parse(found)).toMatchObject({ level: INFO, status: 400, code: 'invalid_request', route: 'none' })
  expect(lines.filter((line) => line.includes('refused'))).toHaveLength(1)
})
