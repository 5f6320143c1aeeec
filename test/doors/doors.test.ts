import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.js'
import { ID_PREFIXES } from '../../src/ids.js'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { call } from '../support/start-app.js'
import { expectEntry, newestEntry } from './audit-entries.js'
import { errorCases, successCases } from './cases.js'
import { type CasesApp, startCasesApp } from './cases-app.js'
import { graphqlFields } from './graphql-fields.js'
import { doors, routeOf } from './three-doors.js'

let cases: CasesApp
beforeAll(async () => {
  cases = await startCasesApp()
})
afterAll(() => cases.close())

const doorNames = doors.map(({ name }) => name).join(', ')

/** REST-only operations have their own tests. */
const calls = operationList.filter((operation) => operation.kind !== 'subscription' && !isRestOnly(operation))

test.each(successCases)('every door answers and records $operation in the same way', async (given) => {
  const { operation, input } = given
  const { app, accountFor, keyOf } = cases
  const key = keyOf(operation, given.key)
  const outcomes = []
  const isQuery = operationList.find(({ name }) => name === operation)!.kind === 'query'
  const account = accountFor(operation)
  const same = isQuery ? await input(account) : null
  for (const door of doors) {
    const asked = same ?? (await input(account))
    const before = await newestEntry(account)
    const outcome = await door.run(app.url, operation, asked, key)
    expect(outcome, `${door.name}: ${outcome.message}`).toMatchObject({ code: null })
    await expectEntry(account, before, { operation, input: asked, key, outcome })
    outcomes.push(withoutWhatIsNew(outcome.data))
  }
  const [rest, graphql, trpc] = outcomes
  expect(trpc).toEqual(rest)
  // In GraphQL a type always has all its fields.
  if (typeof rest === 'object' && rest !== null) expect(graphql).toMatchObject(rest)
  else expect(graphql).toEqual(rest)
})

test('every door refuses every operation to a suspended account', async () => {
  const { app } = cases
  const suspended = await app.app.services.accounts.create('suspended@example.com')
  await app.app.services.accounts.suspend(suspended.account_id)
  for (const door of doors) {
    for (const { operation, input } of errorCases.filter(({ code }) => code === 'not_found')) {
      const outcome = await door.run(app.url, operation, input as Record<string, unknown>, suspended.key)
      expect(outcome, `${door.name} ${operation}`).toMatchObject({ code: 'account_suspended', status: 403 })
    }
  }
})

describe('every operation', () => {
  test('has a REST route', () => {
    const missing = calls.filter(({ name }) => !routeOf(name))
    expect(missing.map(({ name }) => `${name}: no route in REST`)).toEqual([])
  })

  test('has a field in the GraphQL schema', () => {
    const missing = operationList.filter((operation) => !isRestOnly(operation) && !graphqlFields[operation.name])
    expect(missing.map(({ name }) => `${name}: no field in GraphQL (src/graphql/resources)`)).toEqual([])
    expect(Object.keys(schema.getSubscriptionType()!.getFields())).toEqual(
      expect.arrayContaining(['messageTimeline', 'accountEvents']),
    )
  })

  test('has a tRPC procedure', async () => {
    for (const { name, kind } of calls) {
      const { status } = await call(cases.app.url, kind === 'query' ? 'GET' : 'POST', `/trpc/${name}`, { key: null })
      expect(status, `${name}: the procedure in tRPC`).toBe(401)
    }
  })

  test('has an entry in the OpenAPI document', async () => {
    const { body } = await call(cases.app.url, 'GET', '/openapi.json')
    const paths = Object.entries(body.paths as Record<string, Record<string, unknown>>)
    const described = new Set(paths.flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`)))
    for (const { name } of calls) {
      const { method, path } = routeOf(name)!
      expect(described, `${name}: OpenAPI`).toContain(`${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
    }
  })

  test('has a scope', () => {
    for (const { name, scope } of calls) expect(['send', 'read', 'admin', 'any', 'public'], name).toContain(scope)
  })

  test('has a case that succeeds and one that is refused', () => {
    const succeed = new Set(successCases.map(({ operation }) => operation))
    const fail = new Set(errorCases.map(({ operation }) => operation))
    const missing = calls.flatMap(({ name }) => [
      ...(succeed.has(name) ? [] : [`${name}: no success case, so ${doorNames} are not compared (test/doors/cases)`]),
      ...(fail.has(name) ? [] : [`${name}: no error case, so ${doorNames} are not compared (test/doors/cases)`]),
    ])
    expect(missing).toEqual([])
  })

  test('that a case names exists', () => {
    const known = new Set(calls.map(({ name }) => name))
    const named = [...successCases, ...errorCases].map(({ operation }) => operation)
    expect(named.filter((name) => !known.has(name)).map((name) => `${name}: no such operation`)).toEqual([])
  })
})

const IDENTIFIER = new RegExp(`(?<![a-z])(${Object.values(ID_PREFIXES).join('|')})[0-9a-z]{26}\\b`, 'g')

/** A response without the values that differ from call to call: ids, times, secrets and measured durations. */
function withoutWhatIsNew(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWhatIsNew(item, key))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, own]) => [
        name,
        withoutWhatIsNew(own, key === 'request_headers' ? `${key}.${name}` : name),
      ]),
    )
  }
  if (key === 'duration_ms') return 0
  // Signatures and their times.
  if (key === 'request_headers.value') return key
  if (typeof value !== 'string') return value
  if (
    [
      'idempotency_key',
      'signing_secret',
      'standard_secret',
      'verification_key',
      'storage_key',
      'key',
      'key_prefix',
      'slug',
      'digest',
      'mime',
      'payload',
      'next_cursor',
      'message',
    ].includes(key)
  )
    return key
  return value
    .replace(IDENTIFIER, '$1')
    .replace(/wkr_[0-9a-f]{64}/g, 'wkr')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
}
