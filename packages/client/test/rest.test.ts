import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { anImage } from '../../../test/support/images.js'
import { aLogo } from '../../../test/support/logo.js'
import { eventually, startApp, type TestApp } from '../../../test/support/start-app.js'
import { createClient, PostlineError, type Schemas } from '../src/index.js'
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const clientOf = ({ url, adminKey }: TestApp, more = {}) => createClient({ baseUrl: url, apiKey: adminKey, ...more })
const mail = (more: object = {}) => ({
  channel: 'email' as const,
  destination: { email: app.ownerEmail },
  payload: { subject: 'Hello', body_text: 'A text.' },
  ...more,
})
const subjectIs = async (target: TestApp, subject: string) =>
  (await target.call('GET', `/v1/messages?search=${subject}`)).body.messages.length

describe('a call', () => {
  test('makes an idempotency key for a send without one, and keeps a given key', async () => {
    const client = clientOf(app)
    const made = await client.POST('/v1/send', { body: mail() })
    expect(made.response.status).toBe(201)
    expect(made.data.idempotency_key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    const own = await client.POST('/v1/send', { body: mail({ idempotency_key: 'my-own' }) })
    expect(own.data.idempotency_key).toBe('my-own')
    expectTypeOf(own.data).toEqualTypeOf<Schemas['SendResponse']>()
  })

  test('makes a key for each item of a batch without one', async () => {
    const { data } = await clientOf(app).POST('/v1/send/batch', {
      body: [mail(), mail({ idempotency_key: 'second' }), mail()],
    })
    const keys = data.map((item) => (item.success ? item.response.idempotency_key : item.error.message))
    expect(keys[1]).toBe('second')
    expect(new Set(keys).size).toBe(3)
  })

  test('takes path and query parameters, and returns the typed response', async () => {
    const client = clientOf(app)
    const { data: sent } = await client.POST('/v1/send', { body: mail() })
    const { data: message } = await client.GET('/v1/messages/{id}', { params: { path: { id: sent.id } } })
    expectTypeOf(message).toEqualTypeOf<Schemas['Message']>()
    expect(message.id).toBe(sent.id)
    const { data: page } = await client.GET('/v1/messages', { params: { query: { limit: 1 } } })
    expectTypeOf(page.messages).toEqualTypeOf<Schemas['MessageSummary'][]>()
    expect(page.messages).toHaveLength(1)
    expect((await client.GET('/v1/webhooks')).data.webhooks).toEqual([])
  })

  test('reads the content of a message, sends it again and deletes it', async () => {
    const client = clientOf(app)
    const { data: sent } = await client.POST('/v1/send', { body: mail() })
    const params = { path: { id: sent.id } }
    const { data: content } = await client.GET('/v1/messages/{id}/content', { params })
    expectTypeOf(content).toEqualTypeOf<Schemas['MessageContent']>()
    expect(content.subject).toBe('Hello')
    const { data: again } = await client.POST('/v1/messages/{id}/resend', { params })
    expectTypeOf(again).toEqualTypeOf<Schemas['SendResponse']>()
    expect(again.id).not.toBe(sent.id)
    const deleteContent = () => client.DELETE('/v1/messages/{id}/content', { params }).catch(() => null)
    await eventually('deleted', async () => (await deleteContent())?.response.status === 204)
    await expect(client.GET('/v1/messages/{id}/content', { params })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('finds a message by its idempotency key', async () => {
    const client = clientOf(app)
    const { data: sent } = await client.POST('/v1/send', { body: mail() })
    const { data: message } = await client.getByIdempotencyKey(sent.idempotency_key)
    expectTypeOf(message).toEqualTypeOf<Schemas['Message']>()
    expect(message.id).toBe(sent.id)
    await expect(client.getByIdempotencyKey('never used')).rejects.toMatchObject({ code: 'not_found', status: 404 })
  })

  test('sends an image as a form', async () => {
    const file = new File([anImage('image/gif')], 'dot.gif')
    const { data, response } = await clientOf(app).POST('/v1/uploads', { body: { file } })
    expect([response.status, data.content_type]).toEqual([201, 'image/gif'])
    expectTypeOf(data).toEqualTypeOf<Schemas['Upload']>()
    expect((await app.app.models.uploads.findById(data.id))!.filename).toBe('dot.gif')
  })

  test('sends contacts as CSV', async () => {
    const client = clientOf(app)
    const csv = 'email,first_name\n"csv@example.com","A ""B"""\n'
    const headers = { 'x-request-id': 'csv' }
    const { data: stored, response } = await client.POST('/v1/contacts/imports', { body: csv, headers })
    expect(response.headers.get('x-request-id')).toBe('csv')
    expectTypeOf(stored.storage_key).toEqualTypeOf<string>()
    const { data } = await client.POST('/v1/contacts/import', { body: { storage_key: stored.storage_key } })
    expect(data).toMatchObject({ imported: 1, skipped: 0 })
    const { data: page } = await client.GET('/v1/contacts', { params: { query: { search: 'csv@example.com' } } })
    expect(page.contacts).toMatchObject([{ email: 'csv@example.com', first_name: 'A "B"' }])
  })

  test('sends the logo of a domain, and reports what is wrong with an invalid one', async () => {
    const client = clientOf(app)
    const { data: domain } = await client.POST('/v1/domains', { body: { domain: 'shop.example' } })
    const params = { path: { domain: domain.domain } }
    const file = (content: string) => new File([content], 'logo.svg', { type: 'image/svg+xml' })
    const { response } = await client.POST('/v1/domains/{domain}/bimi/logo', { params, body: { file: file(aLogo()) } })
    expect(response.status).toBe(200)
    const wrong = client.POST('/v1/domains/{domain}/bimi/logo', { params, body: { file: file('<svg/>') } })
    await expect(wrong).rejects.toBeInstanceOf(PostlineError)
  })

  test('rejects unknown paths, methods and parameters at compile time', () => {
    const client = clientOf(app)
    const wrong = [
      // @ts-expect-error the look-up by key has its own method
      () => client.GET('/v1/messages', { params: { query: { idempotency_key: 'x' } } }),
      // @ts-expect-error no such path
      () => client.GET('/v1/nothing'),
      // @ts-expect-error a file must be a blob
      () => client.POST('/v1/uploads', { body: { file: 'x' } }),
      // @ts-expect-error messages cannot be deleted
      () => client.DELETE('/v1/messages/{id}'),
      // @ts-expect-error the id is missing
      () => client.GET('/v1/messages/{id}'),
      // @ts-expect-error the destination is missing
      () => client.POST('/v1/send', { body: { channel: 'email' } }),
      // @ts-expect-error not a scope
      () => client.POST('/v1/keys', { body: { scope: 'everything' } }),
    ]
    expect(wrong).toHaveLength(7)
  })

  test("rejects with the error's code, status, fields and request id", async () => {
    const broken = { ...mail(), payload: { subject: 5 } } as unknown as ReturnType<typeof mail>
    const failure = await clientOf(app)
      .POST('/v1/send', { body: broken, headers: { 'x-request-id': 'mine' } })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PostlineError)
    expect(failure).toMatchObject({ code: 'invalid_request', status: 400, requestId: 'mine' })
    expect((failure as PostlineError).details.map(({ path }) => path)).toEqual(['payload.subject'])
  })

  test('returns undefined for a response without a body', async () => {
    const client = clientOf(app)
    const { data: key } = await client.POST('/v1/keys', { body: { scope: 'read' } })
    const { response } = await client.DELETE('/v1/keys/{id}', { params: { path: { id: key.id } } })
    expect(response.status).toBe(204)
  })
})

test('a client that is printed shows no key', () => {
  const client = createClient({ baseUrl: 'https://mail.example.com', apiKey: 'sk_test_secret' })
  const shown = [inspect(client, { depth: null, showHidden: true }), JSON.stringify(client), String(client)]
  expect(shown.join()).toContain('paginate')
  expect(shown.join()).not.toContain('secret')
})

describe('a client of a service that allows two requests a second', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await startApp({ RATE_LIMIT_PER_SECOND: '2' })
  })
  afterAll(() => limited.close())

  test('waits as long as Retry-After says, then succeeds', async () => {
    const statuses: number[] = []
    const client = clientOf(limited, { maxRetries: 5, fetch: recording(statuses) })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        client.POST('/v1/webhooks', { body: { endpoint_url: 'http://127.0.0.1:1029/' } }),
      ),
    )
    expect(answers.map(({ response }) => response.status)).toEqual([201, 201, 201, 201, 201])
    expect(statuses).toContain(429)
  })

  test('rejects with the 429 error if retries are disabled', async () => {
    const client = clientOf(limited, { maxRetries: 0 })
    const refused = await Promise.allSettled(Array.from({ length: 6 }, () => client.GET('/v1/webhooks')))
    const reasons = refused.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(reasons.length).toBeGreaterThanOrEqual(3)
    for (const reason of reasons) expect(reason).toMatchObject({ code: 'rate_limit_exceeded', status: 429 })
  })

  test('stops waiting when its signal aborts', async () => {
    const statuses: number[] = []
    const client = clientOf(limited, { maxRetries: 1_000, fetch: recording(statuses) })
    const ending = new AbortController()
    const calls = Array.from({ length: 8 }, () => client.GET('/v1/webhooks', { signal: ending.signal }))
    const results = Promise.allSettled(calls)
    await eventually('a refusal', () => statuses.includes(429))
    ending.abort(new Error('enough'))
    const reasons = (await results).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(reasons.length).toBeGreaterThan(0)
    for (const { code, cause } of reasons) expect([code, cause.message]).toEqual(['aborted', 'enough'])
  })
})

describe('when the connection breaks after the request arrived', () => {
  let proxy: CuttingProxy
  beforeAll(async () => {
    proxy = await startCuttingProxy(app.url)
  })
  afterEach(() => proxy.heal())
  afterAll(() => proxy.close())

  const viaProxy = (more = {}) => createClient({ baseUrl: proxy.url, apiKey: app.adminKey, ...more })

  test.each(['before the response', 'in the middle of the response'] as const)(
    'a send that is cut %s is retried with the same key, and sends once',
    async (moment) => {
      const subject = `cut${moment.length}`
      proxy.cutNext(1, moment)
      const { data } = await viaProxy().POST('/v1/send', { body: mail({ payload: { subject, body_text: 'A text.' } }) })
      expect(proxy.requests()).toBe(2)
      expect(await subjectIs(app, subject)).toBe(1)
      const { body } = await app.call('GET', `/v1/messages?idempotency_key=${data.idempotency_key}`)
      expect(body.id).toBe(data.id)
    },
  )

  test('a batch is retried and sends each item once', async () => {
    const batch = Array.from({ length: 3 }, () => mail({ payload: { subject: 'cutbatch', body_text: 'A text.' } }))
    proxy.cutNext(2, 'before the response')
    const { data } = await viaProxy().POST('/v1/send/batch', { body: batch })
    expect(data.every(({ success }) => success)).toBe(true)
    expect(proxy.requests()).toBe(3)
    expect(await subjectIs(app, 'cutbatch')).toBe(3)
  })

  test('a read is retried', async () => {
    proxy.cutNext(1, 'before the response')
    expect((await viaProxy().GET('/v1/keys')).data.keys.length).toBeGreaterThan(0)
    expect(proxy.requests()).toBe(2)
  })

  test('another write is not retried, because it may have taken effect', async () => {
    proxy.cutNext(1, 'before the response')
    const lost = viaProxy().POST('/v1/keys', { body: { scope: 'read' } })
    await expect(lost).rejects.toMatchObject({ code: 'connection_failed', idempotencyKey: null })
    expect(proxy.requests()).toBe(1)
  })

  test('the client gives up after the last retry and reports the cause', async () => {
    proxy.cutNext(9, 'before the response')
    const lost = viaProxy({ maxRetries: 1 }).POST('/v1/send', { body: mail() })
    await expect(lost).rejects.toMatchObject({ code: 'connection_failed', status: 0, cause: expect.any(TypeError) })
    expect(proxy.requests()).toBe(2)
  })
})

describe('error responses', () => {
  const answering = (responses: Response[]) => {
    const asked: Request[] = []
    const client = createClient({
      baseUrl: 'http://service.test',
      apiKey: 'sk_test_x',
      fetch: async (request) => {
        asked.push(request)
        return responses[asked.length - 1]!
      },
    })
    return { client, asked }
  }
  const failing = (status: number, code: string) =>
    Response.json({ error: { code, message: 'No.', status } }, { status, headers: { 'retry-after': '0' } })

  test('with status 429 are retried for every request', async () => {
    const { client, asked } = answering([failing(429, 'rate_limit_exceeded'), Response.json({}, { status: 201 })])
    await client.POST('/v1/keys', { body: { scope: 'read' } })
    expect(asked).toHaveLength(2)
  })

  test.each([
    [500, 'internal_error'],
    [503, 'overloaded'],
  ])('are retried only for reads and sends: %i %s', async (status, code) => {
    const write = answering([failing(status, code)])
    await expect(write.client.POST('/v1/keys', { body: { scope: 'read' } })).rejects.toMatchObject({ status, code })
    expect(write.asked).toHaveLength(1)
    const read = answering([failing(status, code), Response.json({ keys: [] })])
    await read.client.GET('/v1/keys')
    expect(read.asked).toHaveLength(2)
    const send = answering([failing(status, code), Response.json({}, { status: 201 })])
    await send.client.POST('/v1/send', { body: { channel: 'email', destination: {} } })
    const bodies = await Promise.all(send.asked.map((request) => request.json()))
    expect(bodies[0].idempotency_key).toBeTruthy()
    expect(bodies[1]).toEqual(bodies[0])
  })

  test('that say what a deployment lacks are not retried', async () => {
    const { client, asked } = answering([failing(503, 'test_send_not_configured')])
    await expect(client.GET('/v1/keys')).rejects.toMatchObject({ code: 'test_send_not_configured' })
    expect(asked).toHaveLength(1)
  })

  test('of a proxy are reported as unexpected_response', async () => {
    const { client } = answering([new Response('<html>Bad gateway</html>', { status: 404 })])
    await expect(client.GET('/v1/keys')).rejects.toMatchObject({ code: 'unexpected_response', status: 404 })
  })

  test('with a very long Retry-After are not retried', async () => {
    const long = Response.json(
      { error: { code: 'test_send_daily_limit', message: 'No.', status: 429 } },
      { status: 429, headers: { 'retry-after': '3600' } },
    )
    const { client, asked } = answering([long])
    await expect(client.GET('/v1/keys')).rejects.toMatchObject({ code: 'test_send_daily_limit' })
    expect(asked).toHaveLength(1)
  })
})

function recording(statuses: number[]) {
  return async (request: Request) => {
    const response = await fetch(request)
    statuses.push(response.status)
    return response
  }
}
