import { createHash } from 'node:crypto'
import { execute, getIntrospectionQuery, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { introspectionIn } from '../../src/graphql/introspection.js'
import { LIMITS } from '../../src/graphql/limits.js'
import { schema } from '../../src/graphql/schema.js'
import { aSend, call, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const post = (body: unknown, key: string | null = app.adminKey) => call(app.url, 'POST', '/graphql', { key, body })

/** Everything about each type, under many names. */
const FULL =
  'fragment S on __Schema { types { name description fields { name description args { name type { name } } } } }'
const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_none, index) => `a${index}: __schema { ...S }`).join(' ')} } ${FULL}`

describe('the usual introspection query', () => {
  test.each([
    ['as this version writes it', getIntrospectionQuery()],
    ['with all options', getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, schemaDescription: true })],
    ['with other blanks', getIntrospectionQuery({ descriptions: false }).replaceAll(/\s+/g, ' ')],
  ])('%s answers what its execution does', async (_name, query) => {
    const { status, body } = await post({ query, operationName: 'IntrospectionQuery' })
    expect(status).toBe(200)
    expect(body).toEqual(JSON.parse(JSON.stringify(await execute({ schema, document: parse(query) }))))
    const again = await call(app.url, 'GET', `/graphql?query=${encodeURIComponent(query)}`, { key: app.adminKey })
    expect(again.body).toEqual(body)
  })

  test('is answered by its hash, once it was sent with it', async () => {
    const query = getIntrospectionQuery()
    const sha256Hash = createHash('sha256').update(query).digest('hex')
    const extensions = { persistedQuery: { version: 1, sha256Hash } }
    expect((await post({ extensions })).body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND')
    const { body } = await post({ query, extensions })
    expect(body.data.__schema.types.length).toBeGreaterThan(100)
    expect((await post({ extensions })).body).toEqual(body)
    const wrong = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } }
    expect((await post({ query, extensions: wrong })).body.errors[0].message).toContain('Mismatch')
  })

  test('needs a key', async () => {
    expect((await post({ query: getIntrospectionQuery() }, null)).status).toBe(401)
  })
})

describe('other introspection', () => {
  test('costs what it answers, in fragments and under aliases each time', () => {
    const costOf = (text: string) => {
      const document = parse(text)
      const [operation] = document.definitions
      return introspectionIn(schema, operation as never, document).objects
    }
    const one = costOf(aliases(1))
    expect(costOf(aliases(29))).toBeCloseTo(29 * one, 0)
    expect(one).toBeGreaterThan(Object.keys(schema.getTypeMap()).length)
    expect(costOf('{ __typename }')).toBe(0)
    expect(costOf('{ messages { nodes { id } } }')).toBe(0)
  })

  test('is refused above the limit, alone and in a batch together', async () => {
    const { body } = await post({ query: aliases(29) })
    expect(body.data).toBeUndefined()
    expect(body.errors[0].message).toContain(`the limit is ${LIMITS.cost}`)
    const small = { query: `{ __schema { types { name fields { name args { name type { name } } } } } }` }
    const batch = await post(Array.from({ length: 10 }, () => small))
    const refused = batch.body.filter(({ errors }: { errors?: unknown[] }) => errors)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.at(-1).errors[0].message).toContain('the operations before it in the batch leave')
    expect((await post(small)).body.errors).toBeUndefined()
  })

  test('counts the text of its answer too, in a batch together, and that of nothing else', async () => {
    const descriptions = (count: number) =>
      Array.from({ length: count }, (_none, index) => `a${index}: description`).join(' ')
    const long = { query: `{ __schema { types { fields { ${descriptions(15)} } } } account { accountId } }` }
    const answer = await call(app.url, 'POST', '/graphql', { key: app.adminKey, body: [long, long, long, long] })
    const [first, ...others] = answer.body
    expect(first.data.account.accountId).toBe(app.accountId)
    expect(others.at(-1)).not.toHaveProperty('data')
    const texts = others.flatMap(({ errors }: { errors?: { message: string }[] }) => errors ?? [])
    expect(texts[0].message).toMatch(/The description of the schema has about \d+ characters; the cost that is left/)
    expect(JSON.stringify(answer.body).length).toBeLessThan(LIMITS.cost * LIMITS.descriptionChars)
    // As long a text, of another field.
    const body_text = 'x'.repeat(LIMITS.cost * LIMITS.descriptionChars)
    const send = aSend({ destination: { email: app.ownerEmail }, payload: { subject: 'S', body_text } })
    const { body: sent } = await app.call('POST', '/v1/send', { body: send })
    const query = `{ message(id: "${sent.id}") { content { bodyText } } __type(name: "Query") { name } }`
    const { body } = await post({ query })
    expect(body.errors).toBeUndefined()
    expect(body.data.message.content.bodyText).toHaveLength(body_text.length)
  })

  test('in a fragment that repeats itself is refused', async () => {
    const query =
      '{ __schema { ...A } } fragment A on __Schema { types { fields { type { ...B } } } } fragment B on __Type { fields { type { ...B } } }'
    expect((await post({ query })).body.errors[0].extensions.code).toBe('invalid_request')
  })
})
