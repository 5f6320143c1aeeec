import { apiErrorOf } from '@postline/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { trpcClient } from './trpc-client.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const batchOf = (count: number, at: TestApp = app) =>
  at.call('GET', `/trpc/${Array(count).fill('account.verification').join(',')}?batch=1&input=%7B%7D`)

test('calls in one tick share a request, and each has its own result', async () => {
  const { client, exchanges } = trpcClient(app)
  const [verification, unknown, { keys }] = await Promise.all([
    client.account.verification.query(),
    client.messages.get.query({ id: 'msg_unknown' }).catch(apiErrorOf),
    client.keys.list.query(),
  ])
  expect(exchanges).toHaveLength(1)
  expect(exchanges[0]).toMatchObject({
    method: 'GET',
    path: '/trpc/account.verification,messages.get,keys.list',
    status: 207,
  })
  expect(verification.account_id).toBe(app.accountId)
  expect(unknown).toMatchObject({ code: 'not_found' })
  expect(keys.length).toBeGreaterThan(0)
})

test('a batch can have fifty calls; fifty-one are refused', async () => {
  const fifty = await batchOf(50)
  expect([fifty.status, fifty.body.length]).toEqual([200, 50])
  const more = await batchOf(51)
  expect(more.status).toBe(400)
  expect(more.body.error.data.apiError).toMatchObject({
    code: 'invalid_request',
    message: 'A batch can have at most 50 calls; this one has 51.',
  })
})

test('an encoded comma does not hide a call', async () => {
  const path = Array(51).fill('account.verification').join('%2C')
  expect((await app.call('GET', `/trpc/${path}?batch=1`)).status).toBe(400)
  const twice = Array(51).fill('account.verification').join('%252C')
  expect((await app.call('GET', `/trpc/${twice}?batch=1`)).status).toBe(404)
})

test('the client sends at most ten calls per request, mutations by POST, and large inputs alone', async () => {
  const { client, exchanges } = trpcClient(app, { apiKey: await app.testKey() })
  await Promise.all(Array.from({ length: 25 }, () => client.account.verification.query()))
  expect(exchanges.map(({ path }) => path.split(',').length).sort()).toEqual([10, 10, 5])

  exchanges.length = 0
  const large = { subject: 'Large', body_text: 'x'.repeat(150_000) }
  await Promise.all([
    client.messages.send.mutate(aSend() as never),
    client.messages.send.mutate(aSend() as never),
    client.messages.send.mutate(aSend({ payload: large }) as never),
  ])
  expect(exchanges.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'POST /trpc/messages.send',
    'POST /trpc/messages.send,messages.send',
  ])

  exchanges.length = 0
  // Longer than any URL.
  await client.messages.get.query({ id: 'x'.repeat(100_000) }).catch(apiErrorOf)
  expect(exchanges.map(({ method, status }) => [method, status])).toEqual([['POST', 404]])
})

describe('the rate limit', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await startApp({ RATE_LIMIT_PER_SECOND: '10' })
  })
  afterAll(() => limited.close())

  /** Waits until the window is empty. */
  const rested = () =>
    eventually('an empty window', async () => {
      const { headers } = await limited.call('GET', '/v1/account/verification')
      await new Promise((resolve) => setTimeout(resolve, 1_050))
      return headers.get('x-ratelimit-remaining') === '9'
    })

  test('counts each call, and sends the same headers as REST', async () => {
    await rested()
    const six = await batchOf(6, limited)
    expect(six.status).toBe(200)
    expect(six.headers.get('x-ratelimit-limit')).toBe('10')
    expect(six.headers.get('x-ratelimit-remaining')).toBe('4')
    expect(Number(six.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000 - 2)
    const five = await batchOf(5, limited)
    expect(five.status).toBe(429)
    expect(five.headers.get('retry-after')).toBe('1')
    expect(five.headers.get('x-ratelimit-remaining')).toBe('4')
    expect(five.body.error.data).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      apiError: { code: 'rate_limit_exceeded', status: 429 },
    })
    expect((await batchOf(4, limited)).status).toBe(200)
  })

  test('is reported by the client for every call of a batch', async () => {
    await rested()
    const { client } = trpcClient(limited)
    const calls = () =>
      Array.from({ length: 8 }, () => client.account.verification.query().then(() => 'ok', apiErrorOf))
    expect(await Promise.all(calls())).toEqual(Array(8).fill('ok'))
    for (const error of await Promise.all(calls())) expect(error).toMatchObject({ code: 'rate_limit_exceeded' })
  })

  test('reports a batch that can never fit', async () => {
    const { status, body } = await batchOf(11, limited)
    expect(status).toBe(429)
    expect(body.error.message).toBe(
      'A batch of 11 calls exceeds the limit of 10 requests a second. Send smaller batches. On your own deployment, RATE_LIMIT_PER_SECOND raises the limit.',
    )
  })
})
