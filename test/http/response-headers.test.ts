import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { routes } from '../../src/rest/routes.js'
import { successCases } from '../doors/cases.js'
import { graphqlFields } from '../doors/graphql-fields.js'
import { accountsForCases } from '../doors/mailbox-account.js'
import { routeOf } from '../doors/three-doors.js'
import { anImage } from '../support/images.js'
import { rawRequest } from '../support/raw-request.js'
import { startApp, type TestApp, whenReady } from '../support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'
import { uploadFile } from '../support/upload-file.js'

let app: TestApp
let stripe: StripeStandIn
let accountFor: (operation: string) => TestApp
let uploadPath: string
beforeAll(async () => {
  stripe = await startStripeStandIn()
  app = await startApp(stripe.settings)
  accountFor = await accountsForCases(app)
  uploadPath = new URL((await uploadFile(app, '/v1/uploads', anImage())).body.url).pathname
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(app.url + path, { redirect: 'manual', ...init, signal: AbortSignal.timeout(10_000) })
const auth = ({ adminKey } = app) => ({ authorization: `Bearer ${adminKey}` })
const posted = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...auth(), 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const askRaw = (...lines: string[]) => rawRequest(app.url, lines)

describe('every answer forbids browsers to guess its type:', () => {
  const streamed = { accept: 'text/event-stream' }
  const strict = { accept: 'application/graphql-response+json' }
  const answers: [string, number, () => Promise<Response>][] = [
    ['a list', 200, () => ask('/v1/messages', { headers: auth() })],
    ['a creation', 201, () => ask('/v1/keys', posted({ scope: 'read' }))],
    ['no content', 204, () => ask('/session', { method: 'DELETE' })],
    ['no key', 401, () => ask('/v1/messages')],
    ['a wrong body', 400, () => ask('/v1/keys', posted({}))],
    ['a body that is not JSON', 400, () => ask('/v1/keys', { ...posted({}), body: '{' })],
    ['an unknown path', 404, () => ask('/nowhere')],
    ['an unknown method', 404, () => ask('/v1/keys', { method: 'PATCH' })],
    ['a path that cannot be decoded', 400, () => ask('/%zz')],
    ['the health', 200, () => ask('/healthz')],
    ['the readiness', 200, () => whenReady(app.url).then(() => ask('/readyz'))],
    ['the document', 200, () => ask('/openapi.json')],
    ['a page of the documentation', 200, () => ask('/docs')],
    ['no page of the documentation', 404, () => ask('/docs/none', { headers: { accept: 'text/html' } })],
    ['its script', 200, () => ask('/docs/api/try.js')],
    ['what a cache still has', 304, () => ask('/docs', { headers: { 'if-none-match': '*' } })],
    ['a picture', 200, () => ask(uploadPath)],
    ['the head of a picture', 200, () => ask(uploadPath, { method: 'HEAD' })],
    ['no picture', 404, () => ask('/uploads/upl_none')],
    ['an open', 200, () => ask('/o/none.gif')],
    ['a broken link', 404, () => ask('/c/none')],
    ['a broken unsubscription', 400, () => ask('/unsubscribe/none', { headers: { accept: 'text/html' } })],
    ['a broken preference page', 400, () => ask('/preferences/none', { headers: { accept: 'text/html' } })],
    ['a page with an error', 400, () => ask('/verify/none')],
    ['a refused callback', 403, () => ask('/v1/callbacks/ses', { method: 'POST', body: '{}' })],
    ['a sign-in', 200, () => ask('/session', posted({ key: app.adminKey }))],
    ['GraphQL', 200, () => ask('/graphql', posted({ query: '{ __typename }' }))],
    ['an error of GraphQL', 400, () => ask('/graphql', posted({ query: '{' }, strict))],
    ['GraphQL without a key', 401, () => ask('/graphql?query={__typename}')],
    ['GraphiQL', 200, () => ask('/graphql', { headers: { accept: 'text/html' } })],
    [
      'a stream of GraphQL',
      200,
      () => ask('/graphql', posted({ query: 'subscription { accountEvents { id } }' }, streamed)),
    ],
    ['tRPC', 200, () => ask('/trpc/keys.list', { headers: auth() })],
    ['a batch of tRPC', 207, () => ask('/trpc/keys.list,messages.get?batch=1&input={}', { headers: auth() })],
    ['an error of tRPC', 404, () => ask('/trpc/nothing', { headers: auth() })],
    ['tRPC without a key', 401, () => ask('/trpc/keys.list')],
    ['a stream of tRPC', 200, () => ask('/trpc/events.live', { headers: auth() })],
  ]

  test.each(answers)('%s', async (_what, status, answer) => {
    const response = await answer()
    await response.body?.cancel()
    expect(response.status).toBe(status)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-request-id')).toBeTruthy()
  })

  const close = 'Connection: close'
  test.each([
    ['no HTTP', 400, ['nonsense']],
    ['no Host', 400, ['GET /healthz HTTP/1.1', close]],
    ['headers that are too large', 400, ['GET / HTTP/1.1', 'Host: a', `X-Large: ${'x'.repeat(20_000)}`]],
    ['an expectation', 200, ['GET /healthz HTTP/1.1', 'Host: a', 'Expect: nonsense', close]],
    ['HTTP/1.0', 200, ['GET /healthz HTTP/1.0']],
  ])('%s', async (_what, status, lines) => {
    const text = await askRaw(...lines)
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(text.toLowerCase()).toContain('\r\nx-content-type-options: nosniff\r\n')
  })

  test('any route', async () => {
    for (const { method, path } of routes) {
      const { headers } = await ask(path.replaceAll(/:\w+/g, 'x'), { method })
      expect(headers.get('x-content-type-options'), `${method} ${path}`).toBe('nosniff')
    }
  })
})

describe('no cache stores what an operation answers:', () => {
  const cases = successCases.filter(({ operation }) => routeOf(operation))
  const firstCases = [...new Map(cases.map((each) => [each.operation, each])).values()]

  test.each(firstCases)('$operation over REST, also refused', async ({ operation, input, key }) => {
    const { method, path, bodyField, bodyType, file } = routeOf(operation)!
    const account = accountFor(operation)
    const fields = (await input(account)) as Record<string, string>
    const own = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(fields[name])))
    const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name!))
    const left = Object.fromEntries(Object.entries(fields).filter(([name]) => !inPath.has(name)))
    const headers = { authorization: `Bearer ${key === 'test' ? await account.testKey() : account.adminKey}` }
    if (!file) {
      const body = bodyType ? left[bodyField!]! : JSON.stringify(bodyField ? left[bodyField] : left)
      const sent = { method, headers: { ...headers, 'content-type': bodyType ?? 'application/json' }, body }
      const done = await (method === 'GET' ? ask(`${own}?${new URLSearchParams(left)}`, { headers }) : ask(own, sent))
      expect(done.status, await done.text()).toBeLessThan(300)
      expect(done.headers.get('cache-control')).toBe('no-store')
    }
    const refused = await ask(own, { method })
    expect(refused.headers.get('cache-control')).toBe('no-store')
  })

  test('any route of the table', async () => {
    for (const { method, path } of routes) {
      const { headers } = await ask(path.replaceAll(/:\w+/g, 'x'), { method, headers: auth() })
      expect(headers.get('cache-control'), `${method} ${path}`).toBe('no-store')
    }
  })

  test('nor any of GraphQL and tRPC', async () => {
    for (const { name, kind } of operationList.filter((each) => each.kind !== 'subscription' && !isRestOnly(each))) {
      const call = kind === 'query' ? { headers: auth() } : posted({})
      const trpc = await ask(`/trpc/${name}`, call)
      expect(trpc.headers.get('cache-control'), name).toBe('no-store')
      const query = `${kind} { ${graphqlFields[name]!.field} }`
      const graphql = await ask('/graphql', posted({ query }))
      expect(graphql.headers.get('cache-control'), name).toBe('no-store')
    }
    const created = await ask(
      '/graphql',
      posted({ query: 'mutation { createApiKey(input: { scope: READ }) { key } }' }),
    )
    expect(await created.text()).toContain('sk_live_')
    expect(created.headers.get('cache-control')).toBe('no-store')
    expect((await ask('/graphql?query={__typename}')).headers.get('cache-control')).toBe('no-store')
    expect((await ask('/trpc/nothing')).headers.get('cache-control')).toBe('no-store')
  })

  test('nor that of a sign-in, also of a refused one', async () => {
    for (const key of [app.adminKey, 'sk_live_none']) {
      expect((await ask('/session', posted({ key }))).headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('a request names one host:', () => {
  const requests = ['GET /healthz', 'GET /nowhere', 'POST /graphql', 'GET /trpc/x', 'GET /verify/x']
  const ways: [string, string[]][] = [
    ['two are refused', ['Host: a.example', 'Host: b.example']],
    ['the same twice is refused', ['Host: a.example', 'host: a.example']],
    ['none is refused', []],
    ['a list is refused', ['Host: a.example, b.example']],
    ['what is no host is refused', ['Host: a.example/b@c']],
    ['an empty one is refused', ['Host:']],
  ]

  test.each(ways)('%s', async (_what, hosts) => {
    for (const request of requests) {
      const text = await askRaw(`${request} HTTP/1.1`, ...hosts, 'Connection: close')
      expect(text, request).toMatch(/^HTTP\/1.1 400 /)
      expect(text).toContain('Host header')
    }
  })

  test('one is answered', async () => {
    expect(await askRaw('GET /healthz HTTP/1.1', 'hOsT: a', 'Connection: close')).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a body is sent in chunks or with its length:', () => {
  const head = (...headers: string[]) => [
    'POST /v1/send HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    ...headers,
  ]
  const chunks = ['2', '{}', '0']
  test.each([
    ['identity beside chunked', ['Transfer-Encoding: identity, chunked']],
    ['identity in a header of its own', ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked']],
    ['another coding beside chunked', ['Transfer-Encoding: gzip, chunked']],
    ['chunked twice', ['Transfer-Encoding: chunked, chunked']],
    ['identity', ['Transfer-Encoding: identity']],
    ['chunked and a length', ['Transfer-Encoding: chunked', 'Content-Length: 2']],
  ])('%s is 400, and ends the connection', async (_what, headers) => {
    const smuggled = ['', 'GET /healthz HTTP/1.1', 'Host: a']
    const text = await askRaw(...head(...headers), '', ...chunks, ...smuggled)
    expect(text).toMatch(/^HTTP\/1.1 400 /)
    expect(text).toContain('invalid_request')
    expect(text).not.toContain('HTTP/1.1 200 ')
  })

  test('chunked in any case is taken', async () => {
    const text = await askRaw(...head('Transfer-Encoding: Chunked', 'Connection: close'), '', ...chunks)
    expect(text).toMatch(/^HTTP\/1.1 401 /)
  })
})
