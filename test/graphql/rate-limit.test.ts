import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slotsOf, withDocument } from '../../src/graphql/slots.js'
import { burst } from '../support/burst.js'
import { call, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', RATE_LIMIT_PER_SECOND: '10' })
})
afterAll(() => app.close())

/** Sends one request in an empty window. */
async function ask(body: unknown) {
  const [result] = await burst(1, () => call(app.url, 'POST', '/graphql', { key: app.adminKey, body }))
  return { ...result!, left: Number(result!.headers.get('x-ratelimit-remaining')) }
}

const field = (name: string) => `${name}: createApiKey(input: { scope: READ, testMode: true }) { id }`
const fields = (count: number) => Array.from({ length: count }, (_none, index) => field(`a${index}`)).join(' ')
const keys = () => app.app.models.apiKeys.countDocuments({ account_id: app.accountId })

test('a query takes one slot, whatever it asks for', async () => {
  const accounts = Array.from({ length: 11 }, (_none, index) => `a${index}: apiKeys(first: 1) { nodes { id } }`)
  const { status, left, body } = await ask({ query: `{ ${accounts.join(' ')} }` })
  expect(body.errors).toBeUndefined()
  expect({ status, left }).toEqual({ status: 200, left: 9 })
})

test('a mutation takes a slot for each field that it runs', async () => {
  const { left, body } = await ask({ query: `mutation { ${fields(6)} }` })
  expect(Object.keys(body.data)).toHaveLength(6)
  expect(left).toBe(4)
})

test('fields in fragments count, and a field that is merged with another does not', async () => {
  const query = `mutation Two { ...More ... on Mutation { ${field('b')} } ${field('b')} }
    fragment More on Mutation { ${fields(2)} ...Deep }
    fragment Deep on Mutation { ${field('c')} ${field('a0')} }
    query Other { apiKeys { nodes { id } } }`
  const { left, body } = await ask({ query, operationName: 'Two' })
  expect(Object.keys(body.data).sort()).toEqual(['a0', 'a1', 'b', 'c'])
  expect(left).toBe(6)
})

test('each operation of a batch counts', async () => {
  const query = { query: '{ apiKeys(first: 1) { nodes { id } } }' }
  const { left, body } = await ask([query, { query: `mutation { ${fields(3)} }` }, query])
  expect(body).toHaveLength(3)
  expect(left).toBe(5)
})

test('a persisted mutation counts like its text', async () => {
  const query = `mutation { ${fields(4)} }`
  const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } }
  await ask({ query, extensions })
  const { left, body } = await ask({ extensions })
  expect(Object.keys(body.data)).toHaveLength(4)
  expect(left).toBe(6)
})

test('a document that is stored while a request by its hash waits for its slots is unknown to that request', async () => {
  const query = `mutation { ${fields(3)} }`
  const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } }
  const before = await keys()
  const { left, body } = await ask([{ query, extensions }, { extensions }, { extensions }])
  const codes = body.map(({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code)
  expect(codes).toEqual([undefined, 'PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_FOUND'])
  expect({ left, made: (await keys()) - before }).toEqual({ left: 5, made: 3 })

  // Stored between the count and the execution.
  const documents = new Map<string, string>()
  const own = withDocument({ extensions }, (hash) => documents.get(hash))
  documents.set(extensions.persistedQuery.sha256Hash, query)
  expect(slotsOf([own])).toBe(1)
  expect(JSON.stringify(own)).not.toContain(extensions.persistedQuery.sha256Hash)
  expect(slotsOf([withDocument({ extensions }, (hash) => documents.get(hash))])).toBe(3)
})

test('a request whose slots do not fit is refused as a whole with 429', async () => {
  const before = await keys()
  const refused = await ask([{ query: `mutation { ${fields(6)} }` }, { query: `mutation { ${fields(5)} }` }])
  expect(refused.status).toBe(429)
  expect(refused.body.errors).toEqual([
    { message: expect.stringContaining('11'), extensions: { code: 'rate_limit_exceeded', status: 429 } },
  ])
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('x-ratelimit-limit')).toBe('10')
  expect(await keys()).toBe(before)
})

test('a fragment that contains itself is an invalid request, not an endless count', async () => {
  const { body } = await ask({ query: 'mutation { ...A } fragment A on Mutation { ...A }' })
  expect(body.errors[0].extensions.code).toBe('invalid_request')
})
