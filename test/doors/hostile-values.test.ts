import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { unwrap } from '../../src/operations/unknown-fields.js'
import { expectError } from '../support/expect-error.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'
import { graphqlFields } from './graphql-fields.js'
import { doors, routeOf } from './three-doors.js'

/*
 * Values that a database could take for an operator. Computed from the operations: a new one is covered without a line
 * here.
 */

let app: TestApp
let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripeStandIn()
  app = await startApp(stripe.settings)
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

type Path = readonly (string | number)[]

/** The places of an input where only a text, a number or the like can be, in lists at the index 0. */
function scalarsOf(schema: z.core.$ZodType, path: Path = []): Path[] {
  const kinds = unwrap(schema)
  if (kinds.some((kind) => kind instanceof z.ZodRecord || kind instanceof z.ZodAny || kind instanceof z.ZodUnknown))
    return []
  const inner = kinds.flatMap((kind) => {
    if (kind instanceof z.ZodArray) return scalarsOf(kind.element, [...path, 0])
    if (!(kind instanceof z.ZodObject)) return []
    return Object.entries(kind.shape).flatMap(([name, field]) => scalarsOf(field, [...path, name]))
  })
  const isScalar = path.length > 0 && !kinds.some((kind) => kind instanceof z.ZodObject)
  const all = isScalar ? [path, ...inner] : inner
  return [...new Map(all.map((each) => [each.join('.'), each])).values()]
}

/** An input with a value at a path. */
function withAt(input: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  const inner = withAt((input as Record<string, unknown> | undefined)?.[step], rest, value)
  return typeof step === 'number' ? [inner] : { ...(input as object), [step]: inner }
}

const OPERATORS: object[] = [{ $ne: null }, { $gt: '' }, { $regex: '.*' }, { $where: 'true' }]
const everywhere = operationList
  .filter(({ kind }) => kind !== 'subscription')
  .map((operation) => ({
    operation,
    example: operation.examples?.[0]?.input ?? {},
    scalars: scalarsOf(operation.input),
  }))

test('the places are found', () => {
  const count = everywhere.reduce((sum, { scalars }) => sum + scalars.length, 0)
  expect(count).toBeGreaterThan(3 * operationList.length)
  const of = (name: string) => everywhere.find(({ operation }) => operation.name === name)!.scalars.map(String)
  expect(of('messages.list')).toEqual(expect.arrayContaining(['status', 'search', 'recipient', 'cursor']))
  expect(of('contactLists.create')).toContain('filter,conditions,0,value')
})

describe.each(doors)('$name', (door) => {
  const offered = everywhere.flatMap(({ operation, example, scalars }) => {
    const { name } = operation
    const route = routeOf(name)
    const inPath = new Set(route?.path.match(/(?<=:)\w+/g))
    const isOffered = {
      // What is in a query or a path is a text in any case.
      REST: route && route.method !== 'GET' && !route.file && !route.bodyType && !route.bodyField,
      tRPC: !isRestOnly(operation),
      GraphQL: name in graphqlFields,
    }[door.name]
    const places = scalars.filter(([first, ...rest]) => {
      if (door.name === 'REST' && inPath.has(String(first))) return false
      // A limit that is no number is the default. GraphQL has no formats.
      return rest.length > 0 || (first !== 'limit' && !(door.name === 'GraphQL' && first === 'format'))
    })
    return isOffered && places.length > 0 ? [[name, example, places] as const] : []
  })

  test.each(offered)('%s takes no operator for a value', async (name, example, places) => {
    const asked = places.map(async (path, index) => {
      const value = OPERATORS[index % OPERATORS.length]!
      const input = withAt(example, path, value) as Record<string, unknown>
      const { status, code } = await door.run(app.url, name, input, app.adminKey)
      return [path.join('.'), status, code]
    })
    const answers = await Promise.all(asked)
    expect(answers).toEqual(answers.map(([path]) => [path, 400, 'invalid_request']))
  })
})

const queries = everywhere.flatMap(({ operation, example, scalars }) => {
  const route = routeOf(operation.name)
  if (route?.method !== 'GET') return []
  const inPath = new Set(route.path.match(/(?<=:)\w+/g))
  const names = scalars.flatMap(([name, ...rest]) => (rest.length === 0 && !inPath.has(String(name)) ? [name!] : []))
  return names.length > 0 ? [[route.path, example, names] as const] : []
})

test.each(queries)(
  'the query of GET %s takes no operator for a value',
  { timeout: 60_000 },
  async (path, example, names) => {
    const filled = path.replace(/:(\w+)/g, (_match, name: string) => String((example as Record<string, unknown>)[name]))
    const get = async (query: string) => (await app.call('GET', `${filled}?${query}`)).status
    const asked = names.flatMap((name) => [
      ...[`${name}[$ne]`, `${name}[]`, `${name}.$gt`, `$${name}`].map(async (key) => {
        expect([key, await get(`${encodeURIComponent(key)}=x`)]).toEqual([key, 400])
      }),
      // In a query there are texts alone.
      ...['{"$ne":null}', '$ne', '[object Object]', '{$where:true}'].map(async (value) => {
        expect(await get(`${name}=${encodeURIComponent(value)}`), `${name}=${value}`).toBeLessThan(500)
      }),
    ])
    await Promise.all(asked)
  },
)

describe('A text that looks like an operator', () => {
  const contact = (email: string, attributes: object) =>
    app.call('POST', '/v1/contacts', { body: { email, first_name: 'Ada', attributes } })
  const segment = (condition: object) =>
    app.call('POST', '/v1/contact-lists', { body: { name: 'S', filter: { match: 'all', conditions: [condition] } } })
  const membersOf = async ({ status, body }: { status: number; body: { id: string } }) => {
    expect(status, JSON.stringify(body)).toBe(201)
    const { members } = (await app.call('GET', `/v1/contact-lists/${body.id}/members`)).body
    return members.map(({ email }: { email: string }) => email).toSorted()
  }

  test('is compared as a text by segments', async () => {
    await contact('one@values.example', { plan: '$first_name' })
    await contact('two@values.example', { plan: 'Ada' })
    await contact('three@values.example', { plan: '{"$ne":null}' })
    const plan = (op: string, value: unknown) => segment({ attribute: 'plan', op, value })
    expect(await membersOf(await plan('equals', '$first_name'))).toEqual(['one@values.example'])
    expect(await membersOf(await plan('equals', '{"$ne":null}'))).toEqual(['three@values.example'])
    expect(await membersOf(await plan('in', ['$$ROOT', '$first_name']))).toEqual(['one@values.example'])
    expect(await membersOf(await plan('contains', '.*'))).toEqual([])
    expect(await membersOf(await plan('contains', '$'))).toEqual(['one@values.example', 'three@values.example'])
    expect(await membersOf(await plan('greater_than', '$zzz'))).toEqual(['three@values.example', 'two@values.example'])
    expect(await membersOf(await segment({ field: 'first_name', op: 'equals', value: '$email' }))).toEqual([])
  })

  test.each([
    ['an operator for a comparison', { attribute: 'plan', op: '$ne', value: 'x' }],
    ['an operator for an attribute', { attribute: '$where', op: 'equals', value: 'true' }],
    ['a path for an attribute', { attribute: 'plan.$ne', op: 'equals', value: 'x' }],
    ['a prototype for an attribute', { attribute: '__proto__', op: 'equals', value: 'x' }],
    ['another field', { field: 'account_id', op: 'not_equals', value: 'x' }],
    ['a field of a prototype', { field: 'constructor', op: 'exists' }],
    ['a comparison of a prototype', { field: 'email', op: 'toString', value: 'x' }],
    ['an operator among values', { attribute: 'plan', op: 'in', value: ['x', { $ne: null }] }],
    ['an operator beside the value', { attribute: 'plan', op: 'equals', value: 'x', $or: [{}] }],
  ])('%s is refused in a segment', async (_what, condition) => {
    expectError(await segment(condition), 400, 'invalid_request')
  })

  test('is no filter of messages', async () => {
    const own = { destination: { email: app.ownerEmail }, metadata: { $where: '1', 'a.b': { $ne: null } } }
    const sent = await app.call('POST', '/v1/send', { body: aSend({ ...own, tags: { plan: '$ne' } }) })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    const listed = async (query: string) => {
      const { status, body } = await app.call('GET', `/v1/messages?${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.messages.map(({ id }: { id: string }) => id)
    }
    expect(await listed('tag=plan:$ne')).toEqual([sent.body.id])
    expect(await listed('tag=plan:$gt')).toEqual([])
    expectError(await app.call('GET', '/v1/messages?tag=$exists'), 400, 'invalid_request', 'tag')
    expect(await listed(`search=${encodeURIComponent('{"$ne":null}')}`)).toEqual([])
  })
})
