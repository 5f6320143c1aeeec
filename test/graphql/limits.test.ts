import { buildSchema, getIntrospectionQuery, parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS, overLimit } from '../../src/graphql/limits.js'
import { BODY_SIZES } from '../../src/operations/body-sizes.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { ask } from './graphql-client.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

async function refusal(query: string, variables: Record<string, unknown> = {}): Promise<string> {
  const { data, errors } = await ask(app, query, variables)
  expect(data).toBeFalsy()
  expect(errors).toHaveLength(1)
  expect(errors[0].extensions).toEqual({ code: 'invalid_request', status: 400 })
  return errors[0].message
}

async function isTaken(query: string, variables: Record<string, unknown> = {}): Promise<void> {
  expect((await ask(app, query, variables)).errors).toEqual([])
}

test('a query whose cost is too high is refused before any look-up, with its cost and the limit', async () => {
  const query =
    'query ($first: Int) { webhooks(first: $first) { nodes { deliveries(first: 100) { nodes { attempts { error } } } } } }'
  const message = await refusal(query, { first: 100 })
  expect(message).toMatch(new RegExp(`a cost of \\d+; the limit is ${LIMITS.cost}`))
  expect(message).toContain('first')
  await isTaken(query, { first: 10 })
})

test('the cost counts the effective page size: 50 by default, at most 100', async () => {
  const below = (first: string) =>
    `{ webhooks(first: 1000000000) { nodes { deliveries${first} { nodes { attempts { error } } } } } }`
  // One webhook: itself, its connection, and 50 deliveries with about 10 attempts each.
  const cost = 1 + 100 * (1 + 1 + 50 * (1 + 10))
  expect(await refusal(below(''))).toContain(`cost of ${cost};`)
  expect(await refusal(below('(first: 50)'))).toContain(`cost of ${cost};`)
})

test('objects that are looked up by their ids count each with the fields below it', async () => {
  const ids = Array.from({ length: 100 }, (_none, at) => `msg_${at}`)
  const query =
    'query ($ids: [ID!]!) { a: nodes(ids: $ids) { ...F } b: nodes(ids: $ids) { ...F } } fragment F on Message { webhookDeliveries { attempts { error } } }'
  // Each is one object, with about 10 deliveries of about 10 attempts.
  const cost = (count: number) => 2 * count * (1 + 10 + 10 * 10)
  expect(await refusal(query, { ids })).toContain(`cost of ${cost(100)};`)
  await isTaken(query, { ids: ids.slice(0, 90) })
})

test('negative page sizes do not make a query cheap: it costs what a page of one item does', async () => {
  const field = (first: number) =>
    `webhooks(first: ${first}) { nodes { deliveries(first: 100) { nodes { attempts { error } } } } }`
  const many = (first: number) =>
    `{ ${Array.from({ length: 19 }, (_none, at) => `a${at}: ${field(first)}`).join(' ')} }`
  const [cost] = /cost of \d+/.exec(await refusal(many(1)))!
  expect(await refusal(many(-100))).toContain(cost)
})

test('the largest documented page is allowed', async () => {
  await isTaken(`{ messages(first: 100) { nodes {
    id events { id type payload } webhookDeliveries { id status payload attempts { error } }
  } pageInfo { endCursor } } }`)
})

test('a page size is 1 to 100, and any other counts as the nearest of these', async () => {
  for (const first of [1_000, 0, -1]) await isTaken(`{ apiKeys(first: ${first}) { nodes { id } } }`)
})

test('a query that is too deep is refused, with its depth and the limit', () => {
  const schema = buildSchema('type Query { again: Query, name: String }')
  const nested = (depth: number) => ({
    schema,
    document: parse(`{ ${'again { '.repeat(depth - 1)} name ${'}'.repeat(depth - 1)} }`),
  })
  expect(overLimit(nested(LIMITS.depth))).toBeNull()
  expect(overLimit(nested(LIMITS.depth + 1))?.message).toContain(`depth of 11; the limit is ${LIMITS.depth}`)
})

test('only the selected operation is measured', () => {
  const schema = buildSchema('type Query { again: Query, name: String }')
  const deep = `${'again { '.repeat(20)} name ${'}'.repeat(20)}`
  const document = parse(`query Small { name } query Deep { ...F } fragment F on Query { ${deep} }`)
  expect(overLimit({ schema, document, operationName: 'Small' })).toBeNull()
  expect(overLimit({ schema, document, operationName: 'Deep' })?.message).toContain('depth')
})

test('too many aliases are refused, with the limit', async () => {
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: account { accountId }`).join(' ')} }`
  expect(await refusal(aliases(LIMITS.aliases + 1))).toContain(`more than ${LIMITS.aliases} aliases`)
  await isTaken(aliases(LIMITS.aliases))
})

test('aliases in fragments count for each spread', async () => {
  const fields = Array.from({ length: 16 }, (_, index) => `a${index}: accountId`).join(' ')
  expect(await refusal(`fragment F on Account { ${fields} } { account { ...F } b: account { ...F } }`)).toContain(
    'aliases',
  )
})

test('a document with too many tokens is refused, with the limit', async () => {
  expect(await refusal(`{ account { ${'accountId '.repeat(LIMITS.tokens)} } }`)).toContain(`${LIMITS.tokens} tokens`)
})

test('a document that is too long is refused, with the limit; the same text in a variable is accepted', async () => {
  const long = 'x'.repeat(LIMITS.documentChars)
  expect(await refusal(`{ messageByIdempotencyKey(key: "${long}") { id } }`)).toContain(
    `at most ${LIMITS.documentChars}`,
  )
  await isTaken('query ($key: String!) { messageByIdempotencyKey(key: $key) { id } }', { key: long })
})

test('a batch has at most 10 operations, each with its own result', async () => {
  const post = async (count: number) => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${app.adminKey}` },
      body: JSON.stringify(
        Array.from({ length: count }, (_, index) => ({
          query: index === 1 ? '{ nope }' : '{ account { accountId } }',
        })),
      ),
    })
    return { status: response.status, body: await response.json() }
  }
  const { status, body } = await post(LIMITS.batch)
  expect(status).toBe(200)
  expect(body).toHaveLength(LIMITS.batch)
  expect(body[0]).toEqual({ data: { account: { accountId: app.accountId } } })
  expect(body[1].errors[0].extensions).toEqual({ code: 'invalid_request', status: 400 })
  const tooMany = await post(LIMITS.batch + 1)
  expect(tooMany.status).toBe(400)
  expect(tooMany.body.errors[0].message).toContain(`at most ${LIMITS.batch} operations`)
})

test('a body above 10 MiB gets 413 before it is read', async () => {
  const response = await app.app.doors!.server.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      'content-type': 'application/json',
      'content-length': String(BODY_SIZES.mail.maxBytes + 1),
      authorization: `Bearer ${app.adminKey}`,
    },
    body: '{}',
  })
  expect(response.statusCode).toBe(413)
  expect(response.json().errors[0].extensions).toEqual({ code: 'payload_too_large', status: 413 })
})

test('a body of many MiB is accepted', async () => {
  const { errors } = await ask(app, 'query ($key: String!) { messageByIdempotencyKey(key: $key) { id } }', {
    key: 'x'.repeat(9 * 1024 * 1024),
  })
  expect(errors).toEqual([])
})

test('the deep introspection query is allowed, unless introspection is disabled', async () => {
  await isTaken(getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }))
  const own = await startApp({ ROLES: 'api', GRAPHQL_INTROSPECTION: 'false' })
  const { data, errors } = await ask(own, '{ __schema { types { name } } }')
  expect(data).toBeFalsy()
  expect(errors[0].extensions).toEqual({ code: 'invalid_request', status: 400 })
  expect((await ask(own, '{ account { __typename } }')).data).toEqual({ account: { __typename: 'Account' } })
  await own.close()
})
