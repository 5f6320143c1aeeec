import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_TABLE } from '../../src/errors.js'
import { type CallResult, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const PROBLEM = 'application/problem+json'
const asking = (accept: string) => ({ headers: { accept, 'x-request-id': 'request-1' } })

const refusals: [string, number, (accept: string) => Promise<CallResult>][] = [
  ['a wrong field', 400, (accept) => app.call('POST', '/v1/keys', { ...asking(accept), body: {} })],
  ['a body that is not JSON', 400, (accept) => app.call('POST', '/v1/keys', { ...asking(accept), body: '{' })],
  ['no key', 401, (accept) => app.call('GET', '/v1/messages', { ...asking(accept), key: null })],
  [
    'a wrong scope',
    403,
    async (accept) => app.call('GET', '/v1/keys', { ...asking(accept), key: await app.key('read') }),
  ],
  ['an unknown id', 404, (accept) => app.call('GET', '/v1/messages/msg_none', asking(accept))],
  ['an unknown path', 404, (accept) => app.call('GET', '/nowhere', asking(accept))],
  ['a path that cannot be decoded', 400, (accept) => app.call('GET', '/%zz', asking(accept))],
  ['a failed sign-in', 401, (accept) => app.call('POST', '/session', { ...asking(accept), body: { key: 'none' } })],
]

describe('with Accept: application/problem+json an error is a problem of RFC 9457:', () => {
  test.each(refusals)('%s', async (_what, status, refused) => {
    const [problem, usual] = [await refused(PROBLEM), await refused('application/json')]
    const { code, message, details } = usual.body.error
    expect([problem.status, usual.status]).toEqual([status, status])
    expect(problem.headers.get('content-type')).toBe(PROBLEM)
    expect(usual.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(problem.body).toEqual({
      type: `urn:postline:error:${code}`,
      title: ERROR_TABLE[code as keyof typeof ERROR_TABLE].message,
      status,
      detail: message,
      instance: 'urn:postline:request:request-1',
      code,
      ...(details && { details }),
    })
    for (const { headers } of [problem, usual]) expect(headers.get('vary')).toBe('Accept')
  })
})

describe('the client decides by weight:', () => {
  const typeFor = async (accept: string) =>
    (await app.call('GET', '/v1/nowhere', asking(accept))).headers.get('content-type')!.split(';')[0]

  test.each([
    'application/json, application/problem+json',
    'application/json;q=0.9, application/problem+json',
    'application/problem+json, */*',
    'application/problem+json;q=0.2, */*;q=0.1',
    'Application/Problem+JSON;charset=utf-8',
    'text/html, application/problem+json;q=0.5',
  ])('%s gets a problem', async (accept) => {
    expect(await typeFor(accept)).toBe(PROBLEM)
  })

  test.each([
    '*/*',
    'application/*',
    'application/json',
    'text/html',
    'application/json, application/problem+json;q=0.9',
    'application/problem+json;q=0.1, application/*;q=0.2',
    'application/problem+json;q=0',
    'application/problem+jsonx',
  ])('%s gets the usual error', async (accept) => {
    expect(await typeFor(accept)).toBe('application/json')
  })
})

test('GraphQL and tRPC keep the formats of their protocols', async () => {
  const graphql = await app.call('POST', '/graphql', {
    ...asking(PROBLEM),
    key: null,
    body: { query: '{ __typename }' },
  })
  expect(graphql.body.errors[0].extensions.code).toBe('unauthorized')
  const trpc = await app.call('GET', '/trpc/keys.list', { ...asking(PROBLEM), key: null })
  expect(trpc.body.error.data.apiError.code).toBe('unauthorized')
})

test('a success is not affected', async () => {
  const { status, headers } = await app.call('GET', '/v1/messages', asking(PROBLEM))
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
})
