import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { startDnsServer } from '../support/dns-server.js'
import { call, startApp, type TestApp } from '../support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'
import { successCases } from './cases.js'
import { accountsForCases } from './mailbox-account.js'
import { doors } from './three-doors.js'

/** Operations that test keys cannot run with any input, listed here so that a change is noticed. */
const CONCERN_MONEY = ['billing.checkout', 'billing.portal', 'spendCaps.set', 'spendCaps.delete']
/** An erasure concerns all data about a person, live or not. */
const REFUSED = [...CONCERN_MONEY, 'recipients.erase']

let app: TestApp
let dns: Awaited<ReturnType<typeof startDnsServer>>
let stripe: StripeStandIn
let testKey: string
let accountFor: (operation: string) => TestApp

beforeAll(async () => {
  dns = await startDnsServer({ records: {} })
  stripe = await startStripeStandIn()
  app = await startApp({ DNS_SERVERS: dns.address, ...stripe.settings })
  testKey = await app.key('admin', true)
  accountFor = await accountsForCases(app)
})
afterAll(async () => {
  await app.close()
  await dns.close()
  await stripe.close()
})

/** The first successful case of each operation. */
const calls = operationList.flatMap(({ name }) => successCases.find(({ operation }) => operation === name) ?? [])

test('exactly the operations that concern money, and the erasure, are marked so', () => {
  const walled = operationList.filter(({ liveAction }) => liveAction).map(({ name }) => name)
  expect(walled.sort()).toEqual([...REFUSED].sort())
  const writesMoney = operationList.filter(({ name, kind }) => /^(spendCaps|billing)/.test(name) && kind !== 'query')
  expect(writesMoney.map(({ name }) => name).sort()).toEqual([...CONCERN_MONEY].sort())
})

test('every operation of all three doors is called', () => {
  const called = calls.map(({ operation }) => operation)
  const missing = operationList.filter((each) => each.kind !== 'subscription' && !isRestOnly(each))
  expect(missing.map(({ name }) => name).filter((name) => !called.includes(name))).toEqual([])
})

/** All doors run an operation in the same way, which `doors.test.ts` proves; that each knows a test key is proved by what it refuses. */
const doorsFor = (operation: string) => (REFUSED.includes(operation) ? doors : [doors[0]!])

test.each(calls)(
  'a test key is refused $operation only if it concerns money or is the erasure',
  async ({ operation, input }) => {
    const account = accountFor(operation)
    const key = account === app ? testKey : await account.testKey()
    for (const door of doorsFor(operation)) {
      const { code, message } = await door.run(app.url, operation, await input(account), key)
      if (REFUSED.includes(operation)) expect(code, door.name).toBe('forbidden')
      else expect(code, message).not.toBe('forbidden')
    }
  },
)

describe.each(doors)('through $name', (door) => {
  // The others are called with one in `doors.test.ts`.
  const ofTestKeys = calls.filter(({ key }) => key === 'test')
  test.each(ofTestKeys)('a live admin key is never refused $operation', async ({ operation, input }) => {
    const account = accountFor(operation)
    const { code, message } = await door.run(app.url, operation, await input(account), account.adminKey)
    expect(code, message).not.toBe('forbidden')
  })

  test('a test key can make, rotate and revoke test keys, but no live keys', async () => {
    const run = (operation: string, input: Record<string, unknown>) => door.run(app.url, operation, input, testKey)
    const live = await app.call('POST', '/v1/keys', { body: { scope: 'read' } })
    const before = await app.app.models.apiKeys.find({ test_mode: false }).lean()
    for (const [operation, input] of [
      ['keys.create', { scope: 'admin' }],
      ['keys.create', { scope: 'admin', test_mode: false }],
      ['keys.rotate', { id: live.body.id }],
      ['keys.revoke', { id: live.body.id }],
    ] as const) {
      expect(await run(operation, input), operation).toMatchObject({ code: 'forbidden', status: 403 })
    }
    expect(await app.app.models.apiKeys.find({ test_mode: false }).lean()).toEqual(before)

    const made = await run('keys.create', { scope: 'admin', test_mode: true })
    const { id } = made.data as { id: string }
    expect((await run('keys.rotate', { id })).data).toMatchObject({ key: expect.stringMatching(/^sk_test_/) })
    expect((await run('keys.revoke', { id })).code).toBeNull()
  })
})

test('a session of a test key has the same limits', async () => {
  const { headers } = await call(app.url, 'POST', '/session', { body: { key: testKey } })
  const cookie = headers.getSetCookie()[0]!.split(';', 1)[0]!
  const query = 'mutation { createApiKey(input: { scope: ADMIN }) { id } }'
  const by = (body: unknown) => ({ body, headers: { cookie } })
  const rest = await call(app.url, 'POST', '/v1/keys', by({ scope: 'admin' }))
  const trpc = await call(app.url, 'POST', '/trpc/keys.create', by({ scope: 'admin' }))
  const graphql = await call(app.url, 'POST', '/graphql', by({ query }))
  expect(rest.body.error.code).toBe('forbidden')
  expect(trpc.body.error.data.apiError.code).toBe('forbidden')
  expect(graphql.body.errors[0].extensions.code).toBe('forbidden')
})
