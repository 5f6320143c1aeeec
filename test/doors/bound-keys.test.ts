import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Binding } from '../../src/graphql/resolve.js'
import { schema } from '../../src/graphql/schema.js'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { routes } from '../../src/rest/routes.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { call, startApp, type TestApp } from '../support/start-app.js'
import { BOUND_OPERATIONS } from './bound-operations.js'

/*
 * What is not declared for keys that are bound to inboxes is refused to them, through every door. What is declared for them
 * is tested in bound-mail.test.ts.
 */

const DOMAIN = 'bound.test'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startApp()
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  const { body: inbox } = await app.call('POST', '/v1/mail/inboxes', { body: { address: `support@${DOMAIN}` } })
  key = (await app.call('POST', '/v1/keys', { body: { scope: 'admin', inbox_ids: [inbox.id] } })).body.key
})
afterAll(() => app.close())

const closed = operationList.filter(({ scope, forBoundKeys }) => scope !== 'public' && !forBoundKeys)

test('the operations for keys that are bound to inboxes are known', () => {
  const open = operationList.filter(({ forBoundKeys }) => forBoundKeys).map(({ name }) => name)
  expect(open.sort()).toEqual([...BOUND_OPERATIONS].sort())
  expect(operationList.filter(({ scope }) => scope === 'public').map(({ name }) => name)).toEqual([
    'testRecipients.verify',
  ])
})

describe('a key that is bound to inboxes is refused', () => {
  test.each(closed.filter(({ rest }) => rest).map(({ name }) => name))('%s over REST', async (name) => {
    for (const { method, path } of routes.filter(({ operation }) => operation.name === name)) {
      const url = path.replaceAll(/:\w+/g, 'x')
      const { status, body } = await call(app.url, method, url, { key })
      expect([status, body.error?.code], `${method} ${path}`).toEqual([403, 'bound_key'])
    }
  })

  test.each(closed.filter((operation) => !isRestOnly(operation)))('$name over tRPC', async ({ name, kind }) => {
    const { body } = await call(app.url, kind === 'mutation' ? 'POST' : 'GET', `/trpc/${name}`, {
      key,
      ...(kind === 'mutation' && { body: {} }),
    })
    expect(body.error?.data.apiError.code, JSON.stringify(body)).toBe('bound_key')
  })

  test.each(closed.filter((operation) => !isRestOnly(operation)))('$name over GraphQL', async ({ name, kind }) => {
    const documents = documentsOf(name)
    for (const query of documents) {
      const { body } = await call(app.url, 'POST', '/graphql', {
        key,
        body: { query },
        headers: { accept: kind === 'subscription' ? 'text/event-stream' : 'application/json' },
      })
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      expect(/"code":"(\w+)"/.exec(text)?.[1], text).toBe('bound_key')
    }
    // Fields of objects that run an operation are tested with their objects.
    if (documents.length === 0) expect(NESTED).toContain(name)
  })
})

/** Operations that are only fields of objects, which have other operations. */
const NESTED = ['messages.content', 'webhooks.deliveries', 'contactLists.members.list', 'templates.versions']

/** A request of each root field of an operation. */
function documentsOf(operation: string): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  return roots.flatMap((root, index) =>
    Object.values(root!.getFields())
      .filter(({ extensions }) => (extensions as unknown as Binding).operation === operation)
      .map(({ name, args, type }) => {
        const given = args
          .filter(({ type: own }) => isNonNullType(own))
          .map((arg) => `${arg.name}: ${literalOf(arg.type)}`)
        const named = isNonNullType(type) ? type.ofType : type
        const selection = isObjectType(isListType(named) ? getNullableType(named.ofType) : named)
          ? '{ __typename }'
          : ''
        const kind = ['query', 'mutation', 'subscription'][index]!
        return `${kind} { ${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selection} }`
      }),
  )
}

/** Some value of a type, as GraphQL writes it. */
function literalOf(given: GraphQLInputType): string {
  const type = getNullableType(given)
  if (isListType(type)) return `[${literalOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]!.name
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
    return `{ ${required.map(({ name, type: own }) => `${name}: ${literalOf(own)}`).join(', ')} }`
  }
  const scalars: Record<string, string> = { Boolean: 'true', Int: '1', Float: '1', Micros: '1', JSON: '{ a: 1 }' }
  return scalars[type.name] ?? (type.name === 'DateTime' ? '"2099-01-01T00:00:00Z"' : '"x"')
}
