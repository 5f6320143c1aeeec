import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSend, startApp, type TestApp } from '../support/start-app.js'
import { ask } from './graphql-client.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const GRAPHQL_JSON = { accept: 'application/graphql-response+json' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** A raw request. */
async function raw(
  method: string,
  path: string,
  { body, headers }: { body?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(app.url + path, {
    method,
    headers: { authorization: `Bearer ${app.adminKey}`, ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

test('a field error keeps the status 200, has its path, and makes only that field null', async () => {
  const { status, data, errors } = await ask(
    app,
    '{ account { accountId } apiKeys { nodes { id } } }',
    {},
    { key: await app.key('read') },
  )
  expect(status).toBe(200)
  expect(data).toEqual({ account: { accountId: app.accountId }, apiKeys: null })
  expect(errors).toHaveLength(1)
  expect(errors[0]).toEqual({
    message: expect.stringContaining('admin'),
    path: ['apiKeys'],
    locations: [{ line: 1, column: 25 }],
    extensions: { code: 'forbidden', status: 403 },
  })
})

test('a field error has a code, a status and details with the names of the arguments', async () => {
  const input = {
    channel: 'EMAIL',
    idempotencyKey: '',
    destination: { email: 'a@example.com' },
    payload: { subject: 'a\nb' },
  }
  const { data, errors } = await ask(app, 'mutation ($input: SendInput!) { sendMessage(input: $input) { id } }', {
    input,
  })
  expect(data).toEqual({ sendMessage: null })
  expect(errors[0].extensions).toEqual({
    code: 'invalid_request',
    status: 400,
    details: [
      { path: 'input.idempotencyKey', message: 'must not be empty' },
      { path: 'input.payload.subject', message: 'must not contain line breaks' },
    ],
  })
})

test.each(['abc', 5, true, ['x']])('own metadata must be an object, and %j is none', async (custom) => {
  const send = () => ({ ...aSend(), channel: 'EMAIL' })
  const toInput = ({ idempotency_key, ...rest }: Record<string, unknown>) => ({
    ...{ ...rest, idempotencyKey: idempotency_key, payload: { subject: 'Hello', bodyText: 'x' } },
    metadata: { fromEmail: null, custom },
  })
  const single = await ask(app, 'mutation ($input: SendInput!) { sendMessage(input: $input) { id } }', {
    input: toInput(send()),
  })
  const many = await ask(
    app,
    'mutation ($input: [SendInput!]!) { sendBatch(input: $input) { error { code details { path } } } }',
    { input: [toInput(send())] },
  )
  expect(single.data).toEqual({ sendMessage: null })
  expect(single.errors[0].extensions).toMatchObject({
    code: 'invalid_request',
    details: [{ path: 'input.metadata.custom' }],
  })
  expect(many.data.sendBatch).toEqual([{ error: { code: 'invalid_request', details: [{ path: 'metadata.custom' }] } }])
})

test.each([
  ['that is not GraphQL', '{ account {', {}],
  ['with an unknown field', '{ nope }', {}],
  ['with a wrong argument', '{ message(id: 1.5) { id } }', {}],
  ['without a required variable', 'query ($id: ID!) { message(id: $id) { id } }', {}],
  [
    'with a word that no enum has',
    'query ($s: MessageStatus) { messages(status: $s) { nodes { id } } }',
    { s: 'NOPE' },
  ],
  ['with a timestamp that is not a string', 'query ($f: DateTime) { messages(from: $f) { nodes { id } } }', { f: 12 }],
  [
    'with a field of an input that is none',
    'mutation ($i: SendInput!) { sendMessage(input: $i) { id } }',
    { i: { nope: 1 } },
  ],
  ['with null for an argument with a default', 'query ($id: ID = "x") { message(id: $id) { id } }', { id: null }],
])('a query %s is an invalid request: 200 as JSON, 400 as a GraphQL response', async (_what, query, variables) => {
  const asJson = await ask(app, query, variables)
  expect(asJson.status).toBe(200)
  expect(asJson.errors[0].extensions).toMatchObject({ code: 'invalid_request', status: 400 })
  expect(Object.keys(asJson.errors[0].extensions).filter((key) => key !== 'details')).toEqual(['code', 'status'])
  const asResponse = await ask(app, query, variables, { headers: GRAPHQL_JSON })
  if (!asResponse.data) expect(asResponse.status).toBe(400)
})

test('an invalid timestamp is an error of the operation, at its argument', async () => {
  const { errors } = await ask(app, '{ messages(from: "yesterday") { nodes { id } } }')
  expect(errors[0].extensions).toMatchObject({ code: 'invalid_request', details: [{ path: 'from' }] })
})

test('the arguments of a list are checked before its object is missed, unless the list is skipped', async () => {
  const query = `query ($skip: Boolean!, $from: DateTime) { webhook(id: "wh_nothing") { ...Log } }
    fragment Log on Webhook { log: deliveries(from: $from) @skip(if: $skip) { nodes { id } } }`
  const variables = { skip: false, from: 'yesterday' }
  const { errors } = await ask(app, query, variables)
  expect(errors[0].extensions).toMatchObject({ code: 'invalid_request', details: [{ path: 'from' }] })
  for (const fine of [
    { ...variables, skip: true },
    { ...variables, from: '2026-11-21T09:00:00Z' },
  ]) {
    const answer = await ask(app, query, fine)
    expect(answer).toMatchObject({ data: { webhook: null }, errors: [] })
  }
})

test('a missing or wrong key gets 401 and nothing else', async () => {
  for (const key of [null, 'sk_live_nonsense', `${app.adminKey}x`]) {
    const { status, data, errors } = await ask(app, '{ account { accountId } }', {}, { key })
    expect(status).toBe(401)
    expect(data).toBeUndefined()
    expect(errors).toEqual([{ message: expect.any(String), extensions: { code: 'unauthorized', status: 401 } }])
  }
})

test('a suspended account gets 403 for every query', async () => {
  const { account_id, key } = await app.app.services.accounts.create('suspended@example.com')
  await app.app.services.accounts.suspend(account_id)
  const { status, errors } = await ask(app, '{ account { accountId } }', {}, { key })
  expect(status).toBe(403)
  expect(errors[0].extensions).toEqual({ code: 'account_suspended', status: 403 })
})

test('a query counts once against the rate limit, whatever its fields, has the rate-limit headers, and gets 429 above the limit', async () => {
  const own = await startApp({ RATE_LIMIT_PER_SECOND: '3' })
  const ask = () =>
    fetch(`${own.url}/graphql`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `Bearer ${own.adminKey}` },
      body: JSON.stringify({ query: '{ a: account { accountId } b: account { accountId } }' }),
    })
  const first = await ask()
  expect(first.status).toBe(200)
  expect(first.headers.get('x-ratelimit-limit')).toBe('3')
  expect(first.headers.get('x-ratelimit-remaining')).toBe('2')
  expect(Number(first.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000 - 5)
  const others = await Promise.all([ask(), ask(), ask(), ask()])
  const refused = others.find(({ status }) => status === 429)!
  expect(refused).toBeDefined()
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  expect((await refused.json()).errors[0].extensions).toEqual({ code: 'rate_limit_exceeded', status: 429 })
  await own.close()
})

test('an unexpected error is masked and logged once', async () => {
  const logged: string[] = []
  const { pino } = await import('pino')
  const own = await startApp({}, { log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }) })
  own.app.services.messages.getMany = async () => {
    throw new Error('secret: the database is on fire')
  }
  await own.call('POST', '/v1/send', { body: aSend({ destination: { email: own.ownerEmail } }) })
  const { status, data, errors } = await ask(own, '{ account { accountId } messages { nodes { idempotencyKey } } }')
  expect(status).toBe(200)
  expect(data).toEqual({ account: { accountId: own.accountId }, messages: null })
  expect(errors[0].extensions).toEqual({ code: 'internal_error', status: 500 })
  expect(JSON.stringify(errors)).not.toContain('fire')
  expect(logged.filter((line) => line.includes('on fire'))).toHaveLength(1)
  await own.close()
})

test.each([
  ['not JSON', '{"query":', JSON_TYPE],
  ['empty', '', JSON_TYPE],
  ['not an object', '"{ account { accountId } }"', JSON_TYPE],
  ['an empty object', '{}', JSON_TYPE],
  ['an empty list', '[]', JSON_TYPE],
  ['of another type', 'query={account{accountId}}', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['text, which any web page can send', '{"query":"{ account { accountId } }"}', { 'content-type': 'text/plain' }],
])('a body that is %s gets 400', async (_what, body, headers) => {
  const result = await raw('POST', '/graphql', { body, headers })
  expect(result.status).toBe(400)
  expect(result.headers.get('content-type')).toContain('application/json')
  expect(result.headers.get('x-request-id')).toBeTruthy()
  expect(result.body.errors[0].extensions).toEqual({ code: 'invalid_request', status: 400 })
})

test.each([
  ['a missing query', { variables: {} }],
  ['a query that is not a string', { query: 7 }],
  ['variables that are not an object', { query: '{ account { accountId } }', variables: 'x' }],
  ['an unknown field', { query: '{ account { accountId } }', nope: 1 }],
  ['an unknown operation name', { query: 'query A { account { accountId } }', operationName: 'B' }],
  [
    'no word which of two operations is meant',
    { query: 'query A { account { accountId } } query B { account { accountId } }' },
  ],
])('%s is an invalid request', async (_what, body) => {
  const result = await raw('POST', '/graphql', { body: JSON.stringify(body), headers: JSON_TYPE })
  expect([200, 400]).toContain(result.status)
  expect(result.body.errors[0].extensions).toEqual({ code: 'invalid_request', status: 400 })
})

test('a query can use GET, a mutation cannot', async () => {
  const get = (query: string, more = '') => raw('GET', `/graphql?query=${encodeURIComponent(query)}${more}`)
  const answer = await get(
    'query ($id: ID!) { message(id: $id) { id } }',
    `&variables=${encodeURIComponent('{"id":"x"}')}`,
  )
  expect(answer).toMatchObject({ status: 200, body: { data: { message: null } } })
  const refused = await get('mutation { revokeApiKey(id: "x") }')
  expect(refused.status).toBe(405)
  expect(refused.body.errors[0].extensions).toEqual({ code: 'invalid_request', status: 400 })
  const broken = await get('{ account { accountId } }', '&variables={')
  expect(broken.status).toBe(400)
  expect(broken.body.errors[0].extensions.details[0].path).toBe('variables')
  expect((await raw('GET', '/graphql')).body.errors[0].extensions.code).toBe('invalid_request')
})

test('methods other than GET and POST are not found', async () => {
  expect((await raw('PUT', '/graphql', { body: '{}', headers: JSON_TYPE })).status).toBe(404)
})

test('a persisted query is sent once and then known by its hash', async () => {
  const query = '{ account { sandboxMode } }'
  const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } }
  const post = (body: object) => raw('POST', '/graphql', { body: JSON.stringify(body), headers: JSON_TYPE })
  const unknown = await post({ extensions })
  expect(unknown.body.errors[0]).toMatchObject({
    message: 'PersistedQueryNotFound',
    extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
  })
  expect((await post({ query, extensions })).body.data).toEqual({ account: { sandboxMode: true } })
  expect((await post({ extensions })).body.data).toEqual({ account: { sandboxMode: true } })
  const wrong = await post({ query: '{ account { accountId } }', extensions })
  expect(wrong.body.errors[0].extensions.code).toBe('invalid_request')
})
