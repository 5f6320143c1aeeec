import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_TABLE } from '../../src/errors.js'
import { schema } from '../../src/graphql/schema.js'
import { ID_PREFIXES } from '../../src/ids.js'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { operatorOf } from '../../src/services/caller.js'
import { type DnsApp, startDnsApp } from '../support/dns-app.js'
import { assertDocumented } from '../support/documented-errors.js'
import { call, type TestApp } from '../support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'
import type { ErrorCase } from './case.js'
import { identities, prepareDomains } from './cases/domains.js'
import { errorCases, successCases } from './cases.js'
import { graphqlFields } from './graphql-fields.js'
import { accountsForCases } from './mailbox-account.js'
import { doors, routeOf } from './three-doors.js'

let app: DnsApp
let stripe: StripeStandIn
let accountFor: (operation: string) => TestApp
const keys: Record<string, string | null> = { none: null }

beforeAll(async () => {
  stripe = await startStripeStandIn()
  app = await startDnsApp({ records: { 'broken.test': 'SERVFAIL' }, settings: stripe.settings, ports: { identities } })
  accountFor = await accountsForCases(app)
  const revoked = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'admin' })
  await app.app.services.apiKeys.revoke(operatorOf(app.accountId), revoked.id)
  const capped = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'send' })
  await app.app.services.spend.set(app.accountId, { key_id: capped.id, hard_limit_micros: 0 })
  Object.assign(keys, {
    ...(await prepareDomains(app)),
    capped: capped.key,
    test: await app.testKey(),
    send: await app.key('send'),
    read: await app.key('read'),
    revoked: revoked.key,
  })
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

const doorNames = doors.map(({ name }) => name).join(', ')

const keyOf = (operation: string, name = 'admin') =>
  (name === 'admin' ? accountFor(operation).adminKey : keys[name]) ?? null
/** REST-only operations have their own tests. */
const calls = operationList.filter((operation) => operation.kind !== 'subscription' && !isRestOnly(operation))

describe.each(doors)('$name answers', (door) => {
  test.each(errorCases)('$operation: $title is $code', async (given: ErrorCase) => {
    const account = accountFor(given.operation)
    const input = typeof given.input === 'function' ? await given.input(account) : given.input
    const outcome = await door.run(app.url, given.operation, input, keyOf(given.operation, given.key))
    expect(outcome).toMatchObject({ code: given.code, status: given.status ?? ERROR_TABLE[given.code].status })
    assertDocumented(routeOf(given.operation)!, given.code)
    if (!given.field) return
    // GraphQL refuses invalid types before any operation runs, and only its message names the field.
    if (outcome.fields.length > 0) expect(outcome.fields).toContain(given.field)
    else
      expect(outcome.message.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).toContain(
        lastNameOf(given.field),
      )
  })
})

const lastNameOf = (path: string) => path.split('.').findLast((part) => !/^\d+$/.test(part))!

test.each(successCases)('every door answers $operation in the same way', async ({ operation, input, key }) => {
  const outcomes = []
  const isQuery = operationList.find(({ name }) => name === operation)!.kind === 'query'
  const account = accountFor(operation)
  const same = isQuery ? await input(account) : null
  for (const door of doors) {
    const outcome = await door.run(app.url, operation, same ?? (await input(account)), keyOf(operation, key))
    expect(outcome, `${door.name}: ${outcome.message}`).toMatchObject({ code: null })
    outcomes.push(withoutWhatIsNew(outcome.data))
  }
  const [rest, graphql, trpc] = outcomes
  expect(trpc).toEqual(rest)
  // In GraphQL a type always has all its fields.
  if (typeof rest === 'object' && rest !== null) expect(graphql).toMatchObject(rest)
  else expect(graphql).toEqual(rest)
})

test('every door refuses every operation to a suspended account', async () => {
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
      const { status } = await call(app.url, kind === 'query' ? 'GET' : 'POST', `/trpc/${name}`, { key: null })
      expect(status, `${name}: the procedure in tRPC`).toBe(401)
    }
  })

  test('has an entry in the OpenAPI document', async () => {
    const { body } = await call(app.url, 'GET', '/openapi.json')
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
      'storage_key',
      'key',
      'key_prefix',
      'slug',
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
