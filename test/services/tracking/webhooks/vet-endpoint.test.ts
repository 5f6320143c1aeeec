import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../support/start-app.js'

// With the settings of a deployment that has changed nothing: https only, and public addresses only.
let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', WEBHOOK_ALLOW_HTTP: 'false', WEBHOOK_ALLOW_CIDRS: '' })
})
afterAll(() => app.close())

const messageFor = async (endpoint_url: string): Promise<string> => {
  const { status, body } = await app.call('POST', '/v1/webhooks', { body: { endpoint_url } })
  expect(status).toBe(400)
  return body.error.message
}

describe('the refusal of an endpoint', () => {
  test.each([
    'http://localhost:4000/hook',
    'http://127.0.0.1:4000',
    'https://localhost/',
    'https://127.1.2.3/',
    'http://[::1]:4000/',
  ])('on the own machine, %s, says how to allow it', async (url) => {
    expect(await messageFor(url)).toMatch(
      /^endpoint_url: must .+; to use an endpoint on your own machine, start Postline with WEBHOOK_ALLOW_HTTP=true and WEBHOOK_ALLOW_CIDRS=127\.0\.0\.0\/8,::1\/128$/,
    )
  })

  test.each([
    ['https://10.0.0.1/', 'endpoint_url: must not lead to a non-public address'],
    [
      'https://8.8.8.8:22/',
      'endpoint_url: must have the usual port, or one from 1024 on that belongs to no other protocol than HTTP',
    ],
    ['https://8.8.8.8/a\r\nb', 'endpoint_url: must not contain spaces or control characters'],
    ['http://localhost.example.com/', 'endpoint_url: must be an https URL'],
  ])('elsewhere, %s, does not', async (url, message) => {
    expect(await messageFor(url)).toBe(message)
  })
})

test('the URL is stored as it is used', async () => {
  const { status, body } = await app.call('POST', '/v1/webhooks', {
    body: { endpoint_url: 'HTTPS://8.8.8.8:443/a/../b' },
  })
  expect([status, body.endpoint_url]).toEqual([201, 'https://8.8.8.8/b'])
  const refused = await app.call('PUT', `/v1/webhooks/${body.id}`, { body: { endpoint_url: 'https://8.8.8.8/\tc' } })
  const { message } = refused.body.error
  expect([refused.status, message]).toEqual([400, 'endpoint_url: must not contain spaces or control characters'])
})
