import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.js'
import { aSend, call, startApp, type TestApp } from '../support/start-app.js'

const MIB = 2 ** 20

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startApp()
  key = await app.testKey()
})
afterAll(() => app.close())

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  call(app.url, 'POST', path, { key, body, headers })

describe.each(['/v1/send', '/v1/keys', '/v1/webhooks'])('POST %s', (path) => {
  test.each([
    ['no JSON', 'hello'],
    ['half an object', '{"channel":'],
    ['two objects', '{}{}'],
    ['single quotes', "{'channel':'email'}"],
    ['a prototype', '{"__proto__":{"scope":"admin"}}'],
    ['NaN', '{"channel":NaN}'],
  ])('%s is an invalid request', async (_name, body) => {
    expectError(await post(path, body), 400, 'invalid_request')
  })

  test.each(['null', '5', '"text"', 'true', '[]', '[{}]'])(
    '%s instead of an object is an invalid request',
    async (body) => {
      const result = await post(path, body)
      expectError(result, 400, 'invalid_request')
      expect(result.body.error.message).toContain('object')
    },
  )

  test('an empty body lacks every required field', async () => {
    expectError(await post(path, ''), 400, 'invalid_request')
    expectError(await call(app.url, 'POST', path, { key }), 400, 'invalid_request')
    expectError(await post(path, '{}'), 400, 'invalid_request')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-patch+json',
    'nonsense',
  ])('a body of type %s is an invalid request that names the right type', async (type) => {
    const result = await post(path, JSON.stringify(aSend()), { 'content-type': type })
    expectError(result, 400, 'invalid_request')
    expect(result.body.error.message).toContain('application/json')
  })
})

const A_SEND = 'must be an object with `idempotency_key` and `destination`'

test.each<[string, object | string, string, string]>([
  ['a list instead of an object', [], 'body', A_SEND],
  ['a text instead of an object', '"x"', 'body', A_SEND],
  ['a number instead of a text', { payload: { body_text: 5 } }, 'payload.body_text', 'must be a string'],
  ['a text instead of a flag', { test_send: 'yes' }, 'test_send', 'must be true or false'],
  ['a text instead of a list', { destination: { cc: 'a@b.test' } }, 'destination.cc', 'must be a list'],
  ['a text instead of an object', { tags: 'x' }, 'tags', 'must be an object'],
])('%s is told in words that say what to do', async (_name, wrong, path, message) => {
  const isPart = typeof wrong === 'object' && !Array.isArray(wrong)
  const body = isPart ? { ...aSend(), destination: { email: 'a@b.test' }, ...wrong } : wrong
  const { status, body: answer } = await call(app.url, 'POST', '/v1/send', { key, body })
  expect([status, answer.error.details]).toEqual([400, [{ path, message }]])
  expect(answer.error.message).toBe(`${path}: ${message}`)
})

test.each([
  ['POST', '/v1/templates/tmpl_x/render', 'must be an object that can have `vars`'],
  ['PUT', '/v1/domains/example.com/from-name', 'must be an object with `from_name`'],
])(
  'a body that is no object is told the fields that it can have, without those of the path: %s %s',
  async (method, path, message) => {
    const { status, body } = await app.call(method, path, { body: ['x'] })
    expect([status, body.error.details]).toEqual([400, [{ path: 'body', message }]])
    expect(body.error.message).toBe(`body: ${message}`)
  },
)

test('a field that is missing is told as required', async () => {
  const { body } = await call(app.url, 'POST', '/v1/validate', { key, body: {} })
  expect(body.error.details).toEqual([{ path: 'email', message: expect.stringMatching(/^is required/) }])
})

test('a cursor that is too long is told its limit', async () => {
  const { body } = await app.call('GET', `/v1/messages?cursor=${'x'.repeat(513)}`)
  expect(body.error.details).toEqual([{ path: 'cursor', message: 'must have at most 512 characters' }])
})

describe('POST /v1/send/batch', () => {
  test.each([
    ['an object', '{}'],
    ['a request by itself', JSON.stringify(aSend())],
    ['a text', '"x"'],
    ['null', 'null'],
    ['nothing', ''],
    ['an empty list', '[]'],
  ])('%s is an invalid request', async (_name, body) => {
    const result = await post('/v1/send/batch', body)
    expectError(result, 400, 'invalid_request', 'body')
    expect(result.body.error.message).toMatch(/^body: must (be|have) .*1.* send request/)
  })

  test('1,000 items are a batch, 1,001 are too many whatever they are', async () => {
    expect((await post('/v1/send/batch', JSON.stringify(Array(1_000).fill(0)))).status).toBe(200)
    expectError(await post('/v1/send/batch', JSON.stringify(Array(1_001).fill(0))), 413, 'batch_too_large')
    const good = JSON.stringify(Array.from({ length: 1_001 }, () => aSend()))
    expectError(await post('/v1/send/batch', good), 413, 'batch_too_large')
    expect((await app.call('GET', '/v1/messages')).body.messages).toEqual([])
  })

  test('more than 32 MiB are too large, more than 10 are not', async () => {
    expectError(await post('/v1/send/batch', sized(32 * MIB + 1)), 413, 'payload_too_large')
    const result = await post('/v1/send/batch', `[${sized(11 * MIB)}]`)
    expect(result.status).toBe(200)
    expect(result.body[0]).toMatchObject({ success: false, error: { code: 'invalid_request' } })
  })
})

test('10 MiB are taken, one byte more is too large, with a length told or not', async () => {
  expectError(await post('/v1/send', sized(10 * MIB)), 400, 'invalid_request')
  expectError(await post('/v1/send', sized(10 * MIB + 1)), 413, 'payload_too_large')
  expectError(await post('/v1/keys', sized(MIB / 4 + 1)), 413, 'payload_too_large')
  const chunked = await fetch(`${app.url}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: new Blob([sized(10 * MIB + 1)]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(chunked.status).toBe(413)
})

test('a body is not read from a caller who may not send it', async () => {
  const body = sized(10 * MIB + 1)
  expectError(await call(app.url, 'POST', '/v1/send', { body }), 401, 'unauthorized')
  expectError(await call(app.url, 'POST', '/v1/send', { body, key: await app.key('read') }), 403, 'forbidden')
})

test('JSON is known by its type in any case and with a charset', async () => {
  for (const type of ['APPLICATION/JSON', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']) {
    expect((await post('/v1/send', JSON.stringify(aSend()), { 'content-type': type })).status).toBe(201)
  }
})

test('unknown fields are refused at every level, except where the names are those of the caller', async () => {
  const body = aSend({
    colour: 'red',
    destination: { email: 'a@example.com', phone: '1' },
    payload: { subject: 's', body_text: 't', amp: '<amp>' },
    metadata: { campaign: 'x' },
  })
  const result = await app.call('POST', '/v1/send', { key, body })
  expectError(result, 400, 'invalid_request')
  const paths = result.body.error.details.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(['destination.phone', 'payload.amp', 'colour'])
})

test.each([
  ['GET', '/v1'],
  ['GET', '/v1/nothing'],
  ['GET', '/v2/messages'],
  ['GET', '/V1/messages'],
  ['GET', '/v1//messages'],
  ['GET', '/v1/send'],
  ['PATCH', '/v1/messages'],
  ['DELETE', '/v1/messages/msg_x'],
  ['PUT', '/v1/send'],
  ['OPTIONS', '/v1/send'],
  ['POST', '/v1/messages/msg_x'],
])('%s %s does not exist, with or without a key, whatever comes with it', async (method, path) => {
  const hasBody = method !== 'GET'
  for (const options of [
    { key: null },
    { key },
    ...(hasBody
      ? [
          { key, body: '{' },
          { key: null, body: 'x', headers: { 'content-type': 'text/plain' } },
        ]
      : []),
  ]) {
    const result = await call(app.url, method, path, options)
    expectError(result, 404, 'not_found')
    expect(result.body.error.message).toContain(path)
  }
})

test.each(['my-id-1', 'A.b_c:d-9', 'x'.repeat(128)])('a sane X-Request-Id is kept: %s', async (id) => {
  const headers = { 'x-request-id': id }
  expect((await call(app.url, 'GET', '/healthz', { headers })).headers.get('x-request-id')).toBe(id)
  expect((await call(app.url, 'GET', '/v1/messages', { headers })).headers.get('x-request-id')).toBe(id)
  expect((await call(app.url, 'GET', '/nowhere', { headers })).headers.get('x-request-id')).toBe(id)
})

test.each(['', 'with blank', 'x'.repeat(129), '<script>', 'a"b', 'a,b'])(
  'an unfit X-Request-Id is replaced: %s',
  async (id) => {
    const { headers } = await call(app.url, 'GET', '/healthz', { headers: { 'x-request-id': id } })
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  },
)

test('no two requests get the same X-Request-Id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await call(app.url, 'GET', '/healthz')).headers.get('x-request-id')),
  )
  expect(new Set(ids).size).toBe(20)
})

test('a malformed path is an invalid request', async () => {
  expectError(await app.call('GET', '/v1/messages/%ZZ'), 400, 'invalid_request')
})

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['an unknown verb', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['a length that is none', 'POST /v1/send HTTP/1.1\r\nHost: x\r\nContent-Length: five\r\n\r\n'],
  ['two lengths', 'POST /v1/send HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n'],
])('%s is answered in the envelope, and the connection ends', async (_name, text) => {
  const [head = '', body = ''] = (await talk(text)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}/)
  expect(JSON.parse(body)).toEqual({
    error: { code: 'invalid_request', message: expect.stringMatching(/\S/), status: 400 },
  })
})

test('a tag that the database would take for something else is 400, and its neighbours are accepted', async () => {
  const body = (tags: object) => JSON.stringify(aSend({ tags }))
  const answers = await Promise.all(
    [{ a: 'b' }, { _bsontype: 'x' }, { c: 'd' }].map((tags) => post('/v1/send', body(tags))),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 201])
})

/** Says something raw to the service and answers what it says until it hangs up. */
function talk(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

/** A JSON text of so many bytes. */
function sized(bytes: number): string {
  return JSON.stringify('x'.repeat(bytes - 2))
}
