import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { routes } from '../../src/rest/routes.js'
import { operatorOf } from '../../src/services/caller.js'
import { postlineHere } from '../cli/support.js'
import { call, startApp, type TestApp } from '../support/start-app.js'
import { graphqlFields } from './graphql-fields.js'

let app: TestApp
let accountId: string
let key: string
let cookie: string

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.app.services.accounts.create('suspended@example.com')
  accountId = account.account_id
  key = account.key
  const signedIn = await call(app.url, 'POST', '/session', { body: { key } })
  cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
})

const cli = async (command: 'suspend' | 'resume') => {
  const { code, stderr } = await postlineHere(app.settings, 'accounts', command, accountId)
  expect(code, stderr).toBe(0)
}

interface Request {
  name: string
  method: string
  path: string
  body?: unknown
}

const rest: Request[] = routes.map(({ method, path }) => ({
  name: `REST ${method} ${path}`,
  method,
  path: path.replaceAll(/:\w+/g, 'x'),
  ...(method !== 'GET' && { body: {} }),
}))
const procedures: Request[] = operationList
  .filter((operation) => !isRestOnly(operation))
  .map(({ name, kind }) => ({
    name: `tRPC ${name}`,
    method: kind === 'mutation' ? 'POST' : 'GET',
    path: `/trpc/${name}`,
    ...(kind === 'mutation' && { body: {} }),
  }))
const fields: Request[] = operationList
  .filter(({ name }) => graphqlFields[name])
  .map(({ name, kind }) => ({
    name: `GraphQL ${name}`,
    method: 'POST',
    path: '/graphql',
    body: { query: `${kind} { ${graphqlFields[name]!.field} }` },
  }))
const others: Request[] = [
  { name: 'tRPC batch', method: 'GET', path: '/trpc/keys.list,messages.list?batch=1&input={}' },
  { name: 'GraphQL by GET', method: 'GET', path: '/graphql?query={__typename}' },
  {
    name: 'GraphQL subscription',
    method: 'POST',
    path: '/graphql',
    body: { query: 'subscription { accountEvents { id } }' },
  },
]
const requests = [...rest, ...procedures, ...fields, ...others]

/** The error code in a response of any door. */
// biome-ignore lint/suspicious/noExplicitAny: whatever JSON comes back
const codeIn = (body: any): unknown =>
  body.error?.data?.apiError.code ?? body.error?.code ?? body.errors?.[0]?.extensions.code

/** The requests that were not refused because of the suspension. */
async function notRefused(headers: Record<string, string>): Promise<string[]> {
  const open: string[] = []
  for (const { name, method, path, body } of requests) {
    const result = await call(app.url, method, path, { body, headers })
    if (result.status !== 403 || codeIn(result.body) !== 'account_suspended') {
      open.push(`${name}: ${result.status} ${JSON.stringify(result.body).slice(0, 200)}`)
    }
  }
  return open
}

describe('a suspended account', () => {
  test('cannot use its keys through any door until it is resumed', async () => {
    await cli('suspend')
    const testKey = (await app.app.services.apiKeys.create(operatorOf(accountId), { scope: 'read', test_mode: true }))
      .key
    expect(await notRefused({ authorization: `Bearer ${key}` })).toEqual([])
    expect(await notRefused({ authorization: `Bearer ${testKey}` })).toEqual([])
    await cli('resume')
    for (const path of ['/v1/messages', '/trpc/messages.list', '/graphql?query={messages{nodes{id}}}']) {
      expect((await call(app.url, 'GET', path, { key })).status, path).toBe(200)
    }
  })

  test('cannot use an open session or open another', async () => {
    await cli('suspend')
    // Public routes ignore sessions.
    const open = await notRefused({ cookie })
    expect(open).toEqual([expect.stringMatching(/^REST POST \/v1\/test-recipients\/verify: 400/)])
    const again = await call(app.url, 'POST', '/session', { body: { key } })
    expect([again.status, again.body.error.code]).toEqual([403, 'account_suspended'])
    await cli('resume')
    const listed = await call(app.url, 'GET', '/v1/messages', { headers: { cookie } })
    expect(listed.status).toBe(200)
  })

  test('loses its open streams, of keys and sessions, and cannot open new ones', async () => {
    const query = 'subscription { accountEvents { id } }'
    const open = (path: string, headers: Record<string, string>, body?: object) =>
      fetch(app.url + path, {
        headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    const callers: Record<string, string>[] = [{ authorization: `Bearer ${key}` }, { cookie }]
    const openAll = () =>
      Promise.all(
        callers.flatMap((headers) => [open('/graphql', headers, { query }), open('/trpc/events.live', headers)]),
      )
    const streams = await openAll()
    await expect.poll(() => app.app.services.eventStreams.open).toBe(4)
    await cli('suspend')
    const texts = await Promise.all(streams.map((stream) => stream.text()))
    for (const text of texts) expect(text).toContain('account_suspended')
    expect(app.app.services.eventStreams.open).toBe(0)
    for (const refused of await openAll()) expect(refused.status).toBe(403)
  })

  test('does not affect other accounts', async () => {
    await cli('suspend')
    expect((await app.call('GET', '/v1/messages')).status).toBe(200)
  })
})
