import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/start-app.js'

const PAGE = 'https://app.example.com'
const SECOND = 'http://localhost:5173'

let app: TestApp
let closed: TestApp
beforeAll(async () => {
  app = await startApp({ CORS_ORIGINS: `${PAGE}, ${SECOND}`, RATE_LIMIT_PER_SECOND: '1000' })
  closed = await startApp({ ROLES: 'api' })
})
afterAll(async () => {
  await closed.close()
  await app.close()
})

async function ask(
  path: string,
  { origin = PAGE, at = app, ...init }: RequestInit & { origin?: string; at?: TestApp } = {},
) {
  const response = await fetch(at.url + path, { ...init, headers: { origin, ...init.headers } })
  await response.body?.cancel()
  return response
}
const auth = () => ({ authorization: `Bearer ${app.adminKey}` })
const posted = (body: unknown) => ({
  method: 'POST',
  headers: { ...auth(), 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const corsIn = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

const STREAM = { accept: 'text/event-stream' }
const answers: [string, number, () => Promise<Response>][] = [
  ['REST', 200, () => ask('/v1/messages', { headers: auth() })],
  ['a refusal of REST', 401, () => ask('/v1/messages')],
  ['an unknown path', 404, () => ask('/nowhere')],
  ['a path that cannot be decoded', 400, () => ask('/%zz')],
  ['GraphQL', 200, () => ask('/graphql', posted({ query: '{ __typename }' }))],
  ['a refusal of GraphQL', 401, () => ask('/graphql?query={__typename}')],
  ['tRPC', 200, () => ask('/trpc/keys.list', { headers: auth() })],
  ['a refusal of tRPC', 401, () => ask('/trpc/keys.list')],
  [
    'a stream of GraphQL',
    200,
    () => ask('/graphql?query=subscription{accountEvents{id}}', { headers: { ...auth(), ...STREAM } }),
  ],
  ['a stream of tRPC', 200, () => ask('/trpc/events.live', { headers: { ...auth(), ...STREAM } })],
]

describe('a page of an allowed origin can read', () => {
  test.each(answers)('%s', async (_what, status, answer) => {
    const response = await answer()
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGE)
    expect(response.headers.get('vary')).toMatch(/^(trpc-accept, accept, )?Origin(, Accept)?$/)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('the headers that a client acts on', async () => {
    const { headers } = await ask('/v1/messages', { origin: SECOND, headers: auth() })
    expect(headers.get('access-control-allow-origin')).toBe(SECOND)
    const exposed = headers.get('access-control-expose-headers')!.toLowerCase().split(', ')
    const sent = [...headers.keys()].filter((name) => name.includes('ratelimit'))
    expect(sent.length).toBe(5)
    expect(exposed).toEqual(expect.arrayContaining([...sent, 'x-request-id', 'retry-after', 'idempotent-replayed']))
  })
})

describe('a preflight', () => {
  const preflight = (path: string, method: string, options = {}) =>
    ask(path, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': method, 'access-control-request-headers': 'authorization,x-own' },
      ...options,
    })

  test.each([
    ['/v1/send', 'POST'],
    ['/v1/keys/key_x', 'DELETE'],
    ['/v1/templates/tpl_x', 'PUT'],
    ['/graphql', 'POST'],
    ['/trpc/messages.send', 'POST'],
  ])('of %s for %s is answered without a key', async (path, method) => {
    const { status, headers } = await preflight(path, method)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(PAGE)
    expect(headers.get('access-control-allow-methods')).toContain(method)
    expect(headers.get('access-control-allow-headers')).toBe('authorization,x-own')
    expect(headers.get('access-control-max-age')).toBe('7200')
    expect(headers.get('vary')).toBe('Origin, Access-Control-Request-Headers')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('of another origin, or where no origin is allowed, is refused like any unknown route', async () => {
    for (const refused of [
      await preflight('/v1/send', 'POST', { origin: 'https://evil.example' }),
      await preflight('/v1/send', 'POST', { origin: `${PAGE}.evil.example` }),
      await preflight('/v1/send', 'POST', { at: closed }),
      await ask('/v1/send', { method: 'OPTIONS' }),
    ]) {
      expect(refused.status).toBe(404)
      expect(refused.headers.get('access-control-allow-methods')).toBeNull()
    }
  })
})

test('pages of other origins can read nothing, and caches know that it depends on the origin', async () => {
  for (const origin of ['https://evil.example', 'http://app.example.com', `${PAGE}:8443`, 'null']) {
    const response = await ask('/v1/messages', { origin, headers: auth() })
    expect(response.status).toBe(200)
    expect(corsIn(response)).toEqual([])
    expect(response.headers.get('vary')).toBe('Origin')
  }
})

test('without CORS_ORIGINS no page of another origin can read anything', async () => {
  const response = await ask('/v1/messages', { at: closed, headers: { authorization: `Bearer ${closed.adminKey}` } })
  expect(response.status).toBe(200)
  expect(corsIn(response)).toEqual([])
  expect(response.headers.get('vary')).toBeNull()
})

test('a page of an allowed origin changes nothing with the session cookie, and no browser lets it read with it', async () => {
  const signedIn = await app.call('POST', '/session', { key: null, body: { key: app.adminKey } })
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';', 1)[0]!
  const read = await ask('/v1/messages', { headers: { cookie } })
  expect(read.headers.get('access-control-allow-credentials')).toBeNull()
  const { headers, ...change } = posted({ scope: 'read' })
  const changed = await ask('/v1/keys', { ...change, headers: { 'content-type': headers['content-type'], cookie } })
  expect(changed.status).toBe(403)
  expect((await ask('/session', posted({ key: app.adminKey }))).status).toBe(403)
})
