import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.js'
import { aSend, call, startApp, type TestApp } from '../support/start-app.js'

/*
 * 401 → 429 → account_suspended → 404 of a disabled route → 403 of the scope → 400 → 404 of an id → rules. Each request
 * here breaks the named rule and every later one.
 */

let app: TestApp
let limited: TestApp
beforeAll(async () => {
  app = await startApp()
  limited = await startApp({ RATE_LIMIT_PER_SECOND: '1', MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9' })
})
afterAll(async () => {
  await limited.close()
  await app.close()
})

const bad = { key: null, body: '{', headers: { 'content-type': 'text/plain' } }

/** Repeats a request until the rate limit of one request per second is reached. */
async function fullWindow(ask: () => ReturnType<typeof call>) {
  for (let tries = 0; tries < 20; tries += 1) {
    const result = await ask()
    if (result.status === 429) return result
  }
  throw new Error('the window never filled')
}

test('an invalid key is reported before suspension, scope, body and id', async () => {
  expectError(await call(app.url, 'POST', '/v1/messages/msg_none/cancel', bad), 401, 'unauthorized')
  expectError(await call(app.url, 'POST', '/v1/keys', bad), 401, 'unauthorized')
})

test('the rate limit is reported before suspension, disabled routes, scope and body', async () => {
  const key = await limited.key('send')
  await limited.app.services.accounts.suspend(limited.accountId)
  const result = await fullWindow(() => call(limited.url, 'GET', '/dev/outbox', { key }))
  expectError(result, 429, 'rate_limit_exceeded')
  expectError(
    await fullWindow(() => call(limited.url, 'POST', '/v1/keys', { ...bad, key })),
    429,
    'rate_limit_exceeded',
  )
  await limited.app.services.accounts.resume(limited.accountId)
})

test('suspension is reported before disabled routes, scope and body, on every route', async () => {
  const key = await app.key('read')
  const off = await startApp({ MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9' })
  try {
    for (const { url, app: own, accountId, keyOf } of [
      { url: app.url, app: app.app, accountId: app.accountId, keyOf: key },
      { url: off.url, app: off.app, accountId: off.accountId, keyOf: await off.key('send') },
    ]) {
      await own.services.accounts.suspend(accountId)
      for (const [method, path] of [
        ['GET', '/dev/outbox'],
        ['GET', '/v1/account/verification'],
        ['GET', '/v1/messages/msg_none'],
      ] as const) {
        expectError(await call(url, method, path, { key: keyOf }), 403, 'account_suspended')
      }
      for (const path of ['/v1/send', '/v1/send/batch', '/v1/keys', '/v1/messages/msg_none/cancel']) {
        expectError(await call(url, 'POST', path, { ...bad, key: keyOf }), 403, 'account_suspended')
      }
      await own.services.accounts.resume(accountId)
    }
    expect((await call(app.url, 'GET', '/dev/outbox', { key })).status).toBe(200)
  } finally {
    await off.close()
  }
})

test('a disabled route is reported before the scope', async () => {
  const off = await startApp({ MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9' })
  try {
    for (const scope of ['send', 'read', 'admin'] as const) {
      const key = await off.key(scope)
      expectError(await call(off.url, 'GET', '/dev/outbox', { key }), 404, 'not_found')
      expectError(await call(off.url, 'GET', '/dev/outbox/out_none', { key }), 404, 'not_found')
    }
    expectError(await call(off.url, 'GET', '/dev/outbox'), 401, 'unauthorized')
  } finally {
    await off.close()
  }
})

test('a missing scope is reported before the body and the id', async () => {
  const key = await app.key('read')
  for (const path of ['/v1/send', '/v1/send/batch', '/v1/keys', '/v1/keys/key_none/rotate', '/v1/messages/x/cancel']) {
    expectError(await call(app.url, 'POST', path, { ...bad, key }), 403, 'forbidden')
  }
})

test('a malformed body is reported before an unknown id', async () => {
  const key = app.adminKey
  expectError(await call(app.url, 'PUT', '/v1/webhooks/wh_none', { key, body: '{' }), 400, 'invalid_request')
  const body = { is_active: 'yes' }
  expectError(await call(app.url, 'PUT', '/v1/webhooks/wh_none', { key, body }), 400, 'invalid_request', 'is_active')
  expectError(await call(app.url, 'PUT', '/v1/webhooks/wh_none', { key, body: { is_active: true } }), 404, 'not_found')
})

test('an invalid body is reported before any rule of sending', async () => {
  const body = aSend({ channel: 'sms', destination: {}, payload: 5 })
  expectError(await app.call('POST', '/v1/send', { body }), 400, 'invalid_request', 'payload')
})

test('every response that reached the limiter has the rate-limit headers', async () => {
  const own = await startApp({ RATE_LIMIT_PER_SECOND: '1000' })
  try {
    const key = await own.key('read')
    const answers = {
      200: await call(own.url, 'GET', '/v1/messages', { key }),
      400: await call(own.url, 'GET', '/v1/messages?cursor=x', { key }),
      403: await call(own.url, 'POST', '/v1/send', { key }),
      404: await call(own.url, 'GET', '/v1/messages/msg_none', { key }),
      413: await call(own.url, 'POST', '/v1/send', { key: own.adminKey, body: 'x'.repeat(10 * 2 ** 20 + 1) }),
      204: await call(
        own.url,
        'DELETE',
        `/v1/keys/${(await own.app.services.apiKeys.list(own.accountId, { limit: 1 })).items[0]!.id}`,
        {
          key: own.adminKey,
        },
      ),
    }
    for (const [status, { status: actual, headers }] of Object.entries(answers)) {
      expect(actual).toBe(Number(status))
      expect(headers.get('x-ratelimit-limit'), status).toBe('1000')
      expect(Number(headers.get('x-ratelimit-remaining')), status).toBeLessThan(1_000)
      expect(headers.get('x-ratelimit-reset'), status).toMatch(/^\d{10}$/)
      expect(headers.get('retry-after'), status).toBeNull()
    }
  } finally {
    await own.close()
  }
})
