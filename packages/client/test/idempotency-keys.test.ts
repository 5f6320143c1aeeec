import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, PostlineError } from '../src/index.js'

/*
 * Errors of a send carry its idempotency key, so that the caller can repeat the send or look it up, even if the client
 * made the key and got no response.
 */

let silent: Server
let url: string
beforeAll(async () => {
  silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
})
afterAll(() => {
  silent.closeAllConnections()
  silent.close()
})

const clientOf = (more: object) => createClient({ baseUrl: url, apiKey: 'sk_test_x', maxRetries: 0, ...more })
const mail = { channel: 'email' as const, destination: { email: 'ada@example.com' } }
const refusal = () => Response.json({ error: { code: 'forbidden', message: 'No.', status: 403 } }, { status: 403 })

async function failureOf(sending: Promise<unknown>): Promise<PostlineError> {
  const failure = await sending.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PostlineError)
  return failure as PostlineError
}

/** The keys that were sent, and the resulting error. */
async function sendBy(fetch: (request: Request) => Promise<Response>, more: object = {}) {
  const sent: string[] = []
  const recording = async (request: Request) => {
    sent.push((await request.clone().json()).idempotency_key)
    return fetch(request)
  }
  const failure = await failureOf(clientOf({ fetch: recording, ...more }).POST('/v1/send', { body: mail }))
  return { sent, failure }
}

test.each([
  ['that was refused', 'forbidden', async () => refusal()],
  ['whose connection failed', 'connection_failed', () => Promise.reject(new TypeError('fetch failed'))],
  [
    'that something other than the service responded to',
    'unexpected_response',
    async () => new Response('x', { status: 502 }),
  ],
])('the error of a send %s has the key that was sent', async (_what, code, fetch) => {
  const { sent, failure } = await sendBy(fetch)
  expect(failure.code).toBe(code)
  expect(failure.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent).toEqual([failure.idempotencyKey])
})

test('the error of a send without a response in time has the key too, and all attempts used the same key', async () => {
  const { sent, failure } = await sendBy(fetch, { timeoutMs: 50, maxRetries: 1 })
  expect(failure).toMatchObject({ code: 'timed_out', status: 0, message: 'No response within 50 ms.' })
  expect(sent).toEqual([failure.idempotencyKey, failure.idempotencyKey])
})

test('the error of a send that its caller aborted has the key too', async () => {
  const ending = new AbortController()
  const sending = clientOf({}).POST('/v1/send', { body: { ...mail, idempotency_key: 'mine' }, signal: ending.signal })
  ending.abort(new Error('enough'))
  expect(await failureOf(sending)).toMatchObject({
    code: 'aborted',
    idempotencyKey: 'mine',
    cause: { message: 'enough' },
  })
})

test('the error of a batch has the keys of all items, in order', async () => {
  const body = [mail, { ...mail, idempotency_key: 'mine' }, mail]
  const { idempotencyKeys } = await failureOf(clientOf({ timeoutMs: 50 }).POST('/v1/send/batch', { body }))
  expect(idempotencyKeys).toHaveLength(3)
  expect(idempotencyKeys[1]).toBe('mine')
  expect(new Set(idempotencyKeys).size).toBe(3)
})

test('a resend has a key too, made or given, so that it can be retried', async () => {
  const params = { path: { id: 'msg_x' } }
  const client = clientOf({ timeoutMs: 50 })
  const made = await failureOf(client.POST('/v1/messages/{id}/resend', { params }))
  expect(made.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  const given = client.POST('/v1/messages/{id}/resend', { params, body: { idempotency_key: 'mine' } })
  expect((await failureOf(given)).idempotencyKey).toBe('mine')
})

test('other requests have no keys, and a time limit that a call can override', async () => {
  const listing = clientOf({}).GET('/v1/keys', { timeoutMs: 50 })
  expect(await failureOf(listing)).toMatchObject({ code: 'timed_out', idempotencyKey: null, idempotencyKeys: [] })
})

test('the time limit includes the response body', async () => {
  const endless = createServer((_request, response) => void response.write('{')).listen(0, '127.0.0.1')
  await once(endless, 'listening')
  const baseUrl = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
  try {
    expect((await failureOf(clientOf({ baseUrl, timeoutMs: 50 }).GET('/v1/keys'))).code).toBe('timed_out')
  } finally {
    endless.closeAllConnections()
    endless.close()
  }
})
