import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { type AppRouter, apiErrorOf, TRPCClientError } from '@postline/client'
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError, ERROR_TABLE } from '../../src/errors.js'
import { shapeOf } from '../../src/trpc/errors.js'
import { anotherAccount } from '../support/more-processes.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'
import { trpcClient } from './trpc-client.js'

let app: TestApp
let logged: Record<string, unknown>[] = []
beforeAll(async () => {
  const lines = new Writable({
    write: (line, _encoding, done) => {
      logged.push(JSON.parse(String(line)))
      done()
    },
  })
  app = await startApp({}, { log: pino({ level: 'error' }, lines) })
})
beforeEach(() => {
  logged = []
})
afterAll(() => app.close())

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON comes back
type Json = any

/** The error of a failed call. */
async function failure(call: Promise<unknown>): Promise<TRPCClientError<AppRouter>> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(TRPCClientError)
  return error as TRPCClientError<AppRouter>
}

const post = (path: string, body: unknown, more = {}) => app.call('POST', `/trpc/${path}`, { body, ...more })
const get = (path: string, more = {}) => app.call('GET', `/trpc/${path}`, more)

test('every status of the error table has a tRPC code', () => {
  for (const code of Object.keys(ERROR_TABLE) as (keyof typeof ERROR_TABLE)[]) {
    const shape = shapeOf(new ApiError(code))
    expect(shape.data.code, code).toEqual(expect.any(String))
    expect(shape.code, code).toBeLessThan(-32_000)
    expect(shape.data.httpStatus).toBe(ERROR_TABLE[code].status)
  }
})

describe('an error has the tRPC code of its status and contains the error of the API:', () => {
  const client = () => trpcClient(app).client

  test.each<[string, unknown, string]>([
    ['messages.send', '"text"', 'must be an object with `idempotency_key` and `destination`'],
    ['messages.sendBatch', [{ channel: 'email' }], 'must be an object with `items`'],
    ['templates.create', 5, 'must be an object with `name` and `body_html`'],
    ['webhooks.test', [], 'must be an object with `id`'],
  ])('an input that is not an object, to %s: it says which fields are expected', async (name, input, message) => {
    const { status, body } = await post(name, input)
    expect([status, body.error.data.apiError.details]).toEqual([400, [{ path: '', message }]])
    expect(body.error.message).toBe(`The input ${message}`)
  })

  test('an invalid input', async () => {
    const error = await failure(client().messages.send.mutate({ channel: 'email' } as never))
    expect(error.data).toMatchObject({ code: 'BAD_REQUEST', httpStatus: 400, path: 'messages.send' })
    expect(error.data).not.toHaveProperty('stack')
    expect(apiErrorOf(error)).toMatchObject({ code: 'invalid_request', status: 400 })
    expect(apiErrorOf(error)?.details?.map(({ path }) => path)).toContain('idempotency_key')
    expect(error.message).toBe(apiErrorOf(error)?.message)
  })

  test('an unknown resource', async () => {
    const error = await failure(client().messages.get.query({ id: 'msg_unknown' }))
    expect(error.data).toMatchObject({ code: 'NOT_FOUND', apiError: { code: 'not_found', status: 404 } })
  })

  test('a conflict', async () => {
    const { client: sender } = trpcClient(app, { apiKey: await app.key('send', true) })
    const request = aSend() as never
    await sender.messages.send.mutate(request)
    const other = { ...(request as object), payload: { subject: 'Other', body_text: 'x' } } as never
    const error = await failure(sender.messages.send.mutate(other))
    expect(error.data).toMatchObject({ code: 'CONFLICT', apiError: { code: 'idempotency_key_reused', status: 409 } })
  })

  test('a batch that is too large', async () => {
    const items = Array(1_001).fill({})
    const error = await failure(client().messages.sendBatch.mutate({ items }))
    expect(error.data).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', apiError: { code: 'batch_too_large', status: 413 } })
  })

  test('a broken rule', async () => {
    const error = await failure(client().messages.send.mutate(aSend({ channel: 'sms' }) as never))
    expect(error.data).toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
      apiError: { code: 'channel_not_enabled', status: 422 },
    })
  })

  test('an invalid key', async () => {
    const { client: stranger } = trpcClient(app, { apiKey: `sk_live_${'x'.repeat(43)}` })
    const error = await failure(stranger.messages.list.query({}))
    expect(error.data).toMatchObject({ code: 'UNAUTHORIZED', apiError: { code: 'unauthorized', status: 401 } })
  })

  test('an insufficient scope, before anything is read', async () => {
    const { client: reader } = trpcClient(app, { apiKey: await app.key('read') })
    const error = await failure(reader.messages.send.mutate({} as never))
    expect(error.data).toMatchObject({ code: 'FORBIDDEN', apiError: { code: 'forbidden', status: 403 } })
  })

  test.each([
    ['an input in the URL', (key: string) => get('keys.list?input=%7B', { key })],
    ['the body', (key: string) => post('keys.create', '{', { key })],
    ['the body of a batch', (key: string) => post('keys.create,webhooks.create?batch=1', '{', { key })],
    ['the input of a batch in the URL', (key: string) => get('keys.list,webhooks.list?batch=1&input=%7B', { key })],
  ])('an insufficient scope, before %s is parsed', async (_what, ask) => {
    const { status, body } = await ask(await app.key('send'))
    expect([status, body.error.data.apiError.code]).toEqual([403, 'forbidden'])
  })

  test('an insufficient scope for some calls of a batch, while the others run', async () => {
    const { status, body } = await get('account.verification,keys.list?batch=1', { key: await app.key('send') })
    expect([status, body[0].result.data.account_id]).toEqual([207, app.accountId])
    expect(body[1].error.data.apiError.code).toBe('forbidden')
  })

  test('a suspended account', async () => {
    const { accountId, key } = await anotherAccount(app)
    await app.app.services.accounts.suspend(accountId)
    const { client: suspended } = trpcClient(app, { apiKey: key })
    const calls = [() => suspended.messages.list.query({}), () => suspended.keys.create.mutate({} as never)]
    for (const call of calls) {
      const error = await failure(call())
      expect(error.data).toMatchObject({ code: 'FORBIDDEN', apiError: { code: 'account_suspended', status: 403 } })
    }
  })

  test('an unexpected error, which is masked and logged once', async () => {
    const { messages } = app.app.services
    const list = messages.list
    messages.list = () => Promise.reject(new Error('the secret of the house'))
    try {
      const error = await failure(client().messages.list.query({}))
      expect(error.data).toMatchObject({
        code: 'INTERNAL_SERVER_ERROR',
        httpStatus: 500,
        apiError: { code: 'internal_error', status: 500 },
      })
      expect(JSON.stringify(error.shape)).not.toContain('secret')
      expect(logged).toHaveLength(1)
      expect(JSON.stringify(logged[0])).toContain('the secret of the house')
    } finally {
      messages.list = list
    }
  })

  test('an unexpected error in a stream, likewise', async () => {
    const { eventStreams } = app.app.services
    const subscribe = eventStreams.subscribe
    eventStreams.subscribe = async function* () {
      yield* []
      throw new Error('the secret of the stream')
    }
    try {
      const { body } = await get('events.live')
      expect(body).toContain('event: serialized-error')
      expect(body).toContain('"internal_error"')
      expect(body).not.toContain('secret')
      expect(logged).toHaveLength(1)
    } finally {
      eventStreams.subscribe = subscribe
    }
  })
})

test('a mutation without body and content type is told which fields are missing', async () => {
  const answer = await app.call('POST', '/trpc/keys.create')
  const { apiError } = answer.body.error.data
  expect([answer.status, apiError]).toEqual([400, (await post('keys.create', '{}')).body.error.data.apiError])
  expect(apiError.message).toContain('scope')
})

test('an overload has Retry-After', async () => {
  const { sender } = app.app.services
  const send = sender.send
  sender.send = () => Promise.reject(new ApiError('overloaded', undefined, { retryAfterSeconds: 7 }))
  try {
    const answer = await post('messages.send', aSend())
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(answer.body.error.data).toMatchObject({ code: 'SERVICE_UNAVAILABLE', apiError: { code: 'overloaded' } })
  } finally {
    sender.send = send
  }
})

describe('a malformed request is refused without a 500:', () => {
  const apiError = (body: Json) => [body].flat()[0].error.data.apiError

  test.each([
    ['a body that is not JSON', () => post('keys.create', '{'), 400],
    ['an empty body', () => post('keys.create', ''), 400],
    ['a body of another type', () => post('keys.create', 'x', { headers: { 'content-type': 'text/plain' } }), 400],
    ['a form', () => post('keys.create', 'x', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }), 400],
    ['bytes', () => post('keys.create', 'x', { headers: { 'content-type': 'application/octet-stream' } }), 400],
    ['no body and no type', () => app.call('POST', '/trpc/keys.create'), 400],
    ['an input of the wrong type', () => post('keys.create', '"text"'), 400],
    ['a null input', () => post('keys.create', 'null'), 400],
    ['an input in the URL that is not JSON', () => get('messages.get?input=%7B'), 400],
    ['a batch whose inputs are a list', () => get('keys.list,keys.list?batch=1&input=[1]'), 400],
    ['a batch whose inputs are a number', () => post('keys.create?batch=1', '5'), 400],
    ['a batch of queries and mutations', () => post('keys.create,keys.list?batch=1', '{}'), 400],
    ['a batch of subscriptions', () => get('events.live,events.live?batch=1'), 400],
    [
      'a stream of answers that is no batch',
      () => get('keys.list', { headers: { 'trpc-accept': 'application/jsonl' } }),
      400,
    ],
    ['connection parameters that are not JSON', () => get('keys.list?connectionParams=x'), 400],
    ['a mutation by GET', () => get('keys.create?input=%7B%22scope%22:%22read%22%7D'), 404],
    ['an unknown procedure', () => get('keys.nothing'), 404],
    ['an unknown procedure with an input that is not JSON', () => get('keys.nothing?input=%7B'), 404],
    ['what only REST has', () => post('uploads.create', {}), 404],
    ['a property name of all objects', () => get('constructor'), 404],
    ['another property name of all objects', () => get('__proto__.toString'), 404],
    ['an empty name in a batch', () => get(',?batch=1'), 404],
    ['a list outside a batch', () => get('keys.list,keys.list'), 404],
    ['an encoded percent sign', () => get('%25'), 404],
  ])('%s', async (_what, ask, status) => {
    const { status: answered, headers, body } = await ask()
    expect(answered, JSON.stringify(body)).toBe(status)
    expect(headers.get('content-type')).toContain('application/json')
    expect(headers.get('x-request-id')).toBeTruthy()
    expect(apiError(body)).toMatchObject({ code: status === 400 ? 'invalid_request' : 'not_found', status })
    expect(JSON.stringify(body)).not.toMatch(/"stack"|\.js:|node_modules/)
    expect(logged).toEqual([])
  })

  test('a body above the limit', async () => {
    const { status, body } = await post('messages.send', `{"x":"${'x'.repeat(10 * 1024 * 1024)}"}`)
    expect([status, apiError(body).code]).toEqual([413, 'payload_too_large'])
  })

  test('but a batch of sends can be as large as over REST', async () => {
    const items = [{ x: 'x'.repeat(11 * 1024 * 1024) }]
    const results = (await trpcClient(app).client.messages.sendBatch.mutate({ items: items as never })) as Json
    expect(results[0].error.code).toBe('invalid_request')
    const { status } = await post('messages.sendBatch', `{"x":"${'x'.repeat(32 * 1024 * 1024)}"}`)
    expect(status).toBe(413)
  })

  test('another method or a longer path is 404, as everywhere', async () => {
    for (const [method, path] of [
      ['PUT', '/trpc/keys.list'],
      ['GET', '/trpc/keys/list'],
      ['GET', '/trpc'],
    ] as const) {
      const { status, body } = await app.call(method, path)
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    }
  })
})

test('a client made with another copy of tRPC has errors of another class, which are told all the same', async () => {
  // The build for require() is a copy of its own.
  const copy = createRequire(import.meta.url)('@trpc/client') as typeof import('@trpc/client')
  expect(copy.TRPCClientError).not.toBe(TRPCClientError)
  const headers = { authorization: `Bearer ${app.adminKey}` }
  const client = copy.createTRPCClient<AppRouter>({ links: [copy.httpBatchLink({ url: `${app.url}/trpc`, headers })] })
  const error = await client.messages.get.query({ id: 'msg_unknown' }).catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(TRPCClientError)
  expect(apiErrorOf(error)).toMatchObject({ code: 'not_found', status: 404 })
})

test.each([null, undefined, 'x', new Error('x'), { data: null }, { data: { apiError: { code: 5 } } }])(
  '%o has no error of the API',
  (error) => {
    expect(apiErrorOf(error)).toBeNull()
  },
)

test('a batch with streamed responses has the same errors', async () => {
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchStreamLink({ url: `${app.url}/trpc`, headers: { authorization: `Bearer ${app.adminKey}` } })],
  })
  const [keys, error] = await Promise.all([
    client.keys.list.query({}),
    failure(client.messages.get.query({ id: 'msg_unknown' })),
  ])
  expect(keys.keys.length).toBeGreaterThan(0)
  expect(apiErrorOf(error)).toMatchObject({ code: 'not_found', status: 404 })
})
