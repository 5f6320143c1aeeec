import { execute, getIntrospectionQuery, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { introspectionCost } from '../../src/graphql/introspection.js'
import { LIMITS } from '../../src/graphql/limits.js'
import { schema } from '../../src/graphql/schema.js'
import { call, startApp, type TestApp } from '../support/start-app.js'

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

  test('needs a key', async () => {
    expect((await post({ query: getIntrospectionQuery() }, null)).status).toBe(401)
  })
})

describe('other introspection', () => {
  test('costs what it answers, in fragments and under aliases each time', () => {
    const costOf = (text: string) => {
      const document = parse(text)
      const [operation] = document.definitions
      return introspectionCost(schema, operation as never, document)
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

  test('in a fragment that repeats itself is refused', async () => {
    const query =
      '{ __schema { ...A } } fragment A on __Schema { types { fields { type { ...B } } } } fragment B on __Type { fields { type { ...B } } }'
    expect((await post({ query })).body.errors[0].extensions.code).toBe('invalid_request')
  })
})
