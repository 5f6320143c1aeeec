import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { burst, emptyWindow } from '../support/burst.js'
import { expectError } from '../support/expect-error.js'
import { anotherAccount, anotherProcess } from '../support/more-processes.js'
import { aSend, type CallResult, call, startApp, type TestApp } from '../support/start-app.js'

/** Where plans are sold. Nothing here asks Stripe. */
const SELLS = {
  STRIPE_SECRET_KEY: 'sk_test_stripe',
  STRIPE_WEBHOOK_SECRET: 'whsec_stripe',
  STRIPE_PRICES: '{"pro":{"month":"price_1"}}',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
}
const LIMITED = { ...SELLS, RATE_LIMIT_PER_SECOND: '' }
const WINDOW_MS = 1_000

let app: TestApp
let second: TestApp
beforeAll(async () => {
  app = await startApp(LIMITED)
  second = await anotherProcess(app, LIMITED)
})
afterAll(async () => {
  await second.close()
  await app.close()
})

const verification = '/v1/account/verification'
const ask = (key: string | null, url = app.url, headers: Record<string, string> = {}) =>
  call(url, 'GET', verification, { key, headers })
const askGraphql = (key: string | null) =>
  call(app.url, 'POST', '/graphql', { key, body: { query: '{ account { id } }' } })
const askTrpc = (key: string | null) => call(app.url, 'GET', '/trpc/account.verification', { key })
const passed = (results: CallResult[]) => results.filter(({ status }) => status !== 429)

describe('the rate limit of an account', () => {
  test('is 10 requests in any second, is in the headers, and only a refusal has Retry-After', async () => {
    const results = await burst(30, () => ask(app.adminKey))
    const allowed = passed(results)
    expect(allowed.length).toBe(10)
    expect(allowed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ])
    for (const { headers, status } of results) {
      expect(headers.get('x-ratelimit-limit')).toBe('10')
      const reset = Number(headers.get('x-ratelimit-reset'))
      expect(reset * 1_000).toBeGreaterThanOrEqual(Date.now() - WINDOW_MS)
      expect(reset * 1_000).toBeLessThanOrEqual(Date.now() + 2 * WINDOW_MS)
      expect(headers.get('retry-after')).toBe(status === 429 ? '1' : null)
    }
    const refused = results.find(({ status }) => status === 429)!
    expectError(refused, 429, 'rate_limit_exceeded')
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  })

  test.each([
    ['REST', () => ask(app.adminKey), () => ask(null)],
    ['GraphQL', () => askGraphql(app.adminKey), () => askGraphql(null)],
    ['tRPC', () => askTrpc(app.adminKey), () => askTrpc(null)],
  ])(
    'is in the headers of the IETF draft, and so is that of an address without a key: %s',
    async (_door, own, none) => {
      const standing = ({ headers }: CallResult) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
      const [first] = await burst(1, own)
      expect(standing(first!)).toEqual(['"account";q=10;w=1', '"account";r=9;t=1'])
      const [stranger] = await burst(1, none)
      expect(standing(stranger!)).toEqual(['"address";q=10;w=1', '"address";r=9;t=1'])
      const refused = (await burst(15, own)).find(({ status }) => status === 429)!
      expect(standing(refused)).toEqual(['"account";q=10;w=1', '"account";r=0;t=1'])
    },
  )

  test('is refused with a message that says how an operator raises it', async () => {
    const refused = (await burst(15, () => ask(app.adminKey))).find(({ status }) => status === 429)!
    expect(refused.body.error.message).toBe(
      'More than 10 requests in a second. Wait for the number of seconds in Retry-After. On your own deployment, RATE_LIMIT_PER_SECOND raises the limit.',
    )
  })

  test('never allows more than 10 in any window of a second, and refusals do not count', { retry: 2 }, async () => {
    await emptyWindow()
    const grants: { from: number; to: number }[] = []
    const until = Date.now() + 3 * WINDOW_MS
    while (Date.now() < until) {
      const from = performance.now()
      const results = await Promise.all([ask(app.adminKey), ask(app.adminKey)])
      const to = performance.now()
      for (let passes = passed(results).length; passes > 0; passes -= 1) grants.push({ from, to })
    }
    for (const [index, { to }] of grants.entries()) {
      const eleventh = grants[index + 10]
      // At least one window lies between the latest time of the first and the earliest of the eleventh.
      if (eleventh) expect(eleventh.to - grants[index]!.from).toBeGreaterThanOrEqual(WINDOW_MS - 1)
      expect(to).toBeGreaterThan(0)
    }
    // If refusals counted, continuous requests would block everything.
    expect(grants.length).toBeGreaterThanOrEqual(25)
    expect(grants.length).toBeLessThanOrEqual(42)
  })

  test('is shared by all its keys, live and test, in every process', async () => {
    const keys = await Promise.all([app.key('send'), app.key('read', true), app.key('admin', true)])
    const results = await burst(24, (index) => ask(keys[index % 3]!, (index % 2 ? app : second).url))
    expect(passed(results)).toHaveLength(10)
  })

  test('is separate for each account', async () => {
    const other = await anotherAccount(app)
    const results = await burst(30, (index) => ask(index % 2 ? app.adminKey : other.key))
    expect(passed(results)).toHaveLength(20)
  })

  test('counts a batch of any size as one request', async () => {
    const key = await app.key('send', true)
    await emptyWindow()
    const body = Array.from({ length: 50 }, () => aSend())
    const first = await app.call('POST', '/v1/send/batch', { key, body })
    expect(first.status).toBe(200)
    expect(first.headers.get('x-ratelimit-remaining')).toBe('9')
  })

  test('refuses a request before it has any effect: a refused send can be repeated', async () => {
    const key = await app.key('send', true)
    let bodies: Record<string, unknown>[] = []
    const send = (body: object) => app.call('POST', '/v1/send', { key, body })
    const results = await burst(15, (index) => {
      if (index === 0) bodies = []
      bodies.push(aSend())
      return send(bodies[index]!)
    })
    const refused = bodies.filter((_body, index) => results[index]!.status === 429)
    expect(refused).toHaveLength(5)
    for (const { idempotency_key } of refused) {
      const found = await app.app.models.messages.exists({ idempotency_key: idempotency_key as string })
      expect(found).toBeNull()
    }
    await emptyWindow()
    for (const result of await Promise.all(refused.map(send))) expect(result.status).toBe(201)
  })

  test.each([
    ['starter', '10'],
    ['pro', '25'],
    ['growth', '50'],
    ['scale', '100'],
  ])('grows with the plan: %s %s', async (plan, limit) => {
    const { accountId, key } = await anotherAccount(app, `${plan}@elsewhere.test`)
    await app.app.models.accounts.updateOne({ _id: accountId }, { $set: { plan } })
    expect((await ask(key)).headers.get('x-ratelimit-limit')).toBe(limit)
  })
})

describe('without a valid key', () => {
  test('the limit is per client address: 401 until it is used up, then 429', async () => {
    const results = await burst(20, (index) => ask(index % 2 ? null : `sk_live_${'B'.repeat(43)}`))
    const refused = results.filter(({ status }) => status === 429)
    expect(passed(results)).toHaveLength(10)
    for (const result of passed(results)) expectError(result, 401, 'unauthorized')
    for (const result of refused) expectError(result, 429, 'rate_limit_exceeded')
    // Requests without a key do not block requests with one.
    expect((await ask(app.adminKey)).status).toBe(200)
  })

  test('a forwarded address is ignored unless a proxy is trusted', async () => {
    const results = await burst(20, (index) => ask(null, app.url, { 'x-forwarded-for': `192.0.2.${index}` }))
    expect(passed(results)).toHaveLength(10)
  })

  test('behind a trusted proxy each forwarded address has its own limit', async () => {
    const proxied = await startApp({ ...LIMITED, TRUST_PROXY: 'true' })
    try {
      const results = await burst(36, (index) => ask(null, proxied.url, { 'x-forwarded-for': `192.0.2.${index % 3}` }))
      expect(passed(results)).toHaveLength(30)
    } finally {
      await proxied.close()
    }
  })
})

test('where no plans are sold, an account has 100 requests a second, and an address without a key 10', async () => {
  const own = await startApp({ RATE_LIMIT_PER_SECOND: '' })
  onTestFinished(() => own.close())
  const limitOf = async (key: string | null) => (await ask(key, own.url)).headers.get('x-ratelimit-limit')
  expect([await limitOf(own.adminKey), await limitOf(null)]).toEqual(['100', '10'])
})

test('a deployment can set its own limit for all plans', async () => {
  const own = await startApp({ RATE_LIMIT_PER_SECOND: '3' })
  try {
    await own.app.models.accounts.updateOne({ _id: own.accountId }, { $set: { plan: 'scale' } })
    const results = await burst(12, () => ask(own.adminKey, own.url))
    expect(passed(results)).toHaveLength(3)
    expect(results[0]!.headers.get('x-ratelimit-limit')).toBe('3')
  } finally {
    await own.close()
  }
})

test('a limit of 0 disables the limit and its headers', async () => {
  const own = await startApp({ RATE_LIMIT_PER_SECOND: '0' })
  try {
    const results = await Promise.all(Array.from({ length: 100 }, () => ask(own.adminKey, own.url)))
    expect(results.every(({ status }) => status === 200)).toBe(true)
    for (const name of results[0]!.headers.keys()) expect(name).not.toMatch(/ratelimit|retry/)
  } finally {
    await own.close()
  }
})
