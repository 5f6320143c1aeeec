import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, PostlineError } from '../src/index.js'
import { CSV_PATHS, IDEMPOTENT_PATHS } from '../src/rest.js'

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

interface Body {
  $ref?: string
  items?: Body
  properties?: Record<string, Body>
}

/** The paths of the API whose bodies, or the items of these, have idempotency keys. */
async function keyedPaths(): Promise<string[]> {
  const { paths, components } = JSON.parse(await readFile('openapi.json', 'utf8'))
  const hasKey = ({ $ref, items, properties = {} }: Body): boolean => {
    if ($ref) return hasKey(components.schemas[$ref.split('/').at(-1)!])
    return items ? hasKey(items) : 'idempotency_key' in properties
  }
  const posts = Object.entries<{ post?: { requestBody?: { content: Record<string, { schema: Body }> } } }>(paths)
  const keyed = posts.filter(([, { post }]) =>
    Object.values(post?.requestBody?.content ?? {}).some(({ schema }) => hasKey(schema)),
  )
  return keyed.map(([path]) => path).toSorted()
}

test('all requests whose bodies have idempotency keys get them, in Python, too', async () => {
  const paths = await keyedPaths()
  expect(IDEMPOTENT_PATHS.toSorted()).toEqual(paths)
  const source = await readFile('packages/python/src/postline/_requests.py', 'utf8')
  const pattern = new RegExp(`^${/_KEYED = re\.compile\(\s*r"(.*)"\s*\)/.exec(source)?.[1]}$`)
  const { paths: all } = JSON.parse(await readFile('openapi.json', 'utf8'))
  const inPython = Object.keys(all).filter((path) => pattern.test(path.replaceAll('{id}', 'x')))
  expect(inPython.toSorted()).toEqual(paths)
})

test('all requests whose bodies are CSV are sent as such', async () => {
  const { paths } = JSON.parse(await readFile('openapi.json', 'utf8'))
  const posts = Object.entries<{ post?: { requestBody?: { content: object } } }>(paths)
  const csv = posts.filter(([, { post }]) => 'text/csv' in (post?.requestBody?.content ?? {}))
  expect(csv.map(([path]) => path)).toEqual(CSV_PATHS)
})

test('a reply that is repeated keeps its key', async () => {
  const sent: string[] = []
  const fetch = async (request: Request) => {
    sent.push((await request.clone().json()).idempotency_key)
    return new Response('x', { status: 502 })
  }
  const client = clientOf({ fetch, maxRetries: 1 })
  const replying = client.POST('/v1/mail/threads/{id}/reply', {
    params: { path: { id: 'thr_x' } },
    body: { body_text: 'Thanks.' },
  })
  const failure = await failureOf(replying)
  expect(sent).toEqual([failure.idempotencyKey, failure.idempotencyKey])
})
