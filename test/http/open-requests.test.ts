import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Admitted, LoadLimit } from '../../src/lib/concurrency/load-limit.js'
import { expectError } from '../support/expect-error.js'
import { aSend, call, eventually, startApp, type TestApp, whenReady } from '../support/start-app.js'

const MOST = 40
const KEY = `sk_live_${'0'.repeat(48)}`

let limit: LoadLimit
let app: TestApp
let others: Admitted[]

beforeAll(async () => {
  // Whatever rate it measures while tests fill and empty it.
  limit = new LoadLimit({ targetMs: 400, least: MOST, initial: MOST, most: MOST })
  app = await startApp({ COMPAT_APIS: 'all', CORS_ORIGINS: 'https://console.example.com' }, { requestLimit: limit })
})
afterAll(() => app.close())

/** The requests of others take all places. */
function fill(): void {
  for (let index = 0; ; index += 1) {
    const answer = limit.enter({ owner: `${index}`, origin: `${index}` })
    if ('retryAfterSeconds' in answer) return
    others.push(answer)
  }
}
function empty(): void {
  for (const place of others.splice(0)) place.leave()
}
beforeEach(() => {
  others = []
})
afterEach(async () => {
  empty()
  await nothingOpen()
})
/** A request to send, as it goes over a socket. */
function sendText(idempotencyKey: string): { head: string; body: string } {
  const body = JSON.stringify(aSend({ idempotency_key: idempotencyKey, destination: { email: app.ownerEmail } }))
  const lines = ['POST /v1/send HTTP/1.1', 'host: postline', `authorization: Bearer ${app.adminKey}`]
  lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body }
}
const nothingOpen = () => eventually('nothing is in progress', () => limit.taken === 0)

const COMPAT = [
  ['POST', '/compat/resend/emails', { statusCode: 503, code: 'overloaded' }],
  ['POST', '/compat/postmark/email', { ErrorCode: expect.any(Number), code: 'overloaded' }],
  ['POST', '/compat/sendgrid/v3/mail/send', { errors: [{ message: expect.any(String) }], code: 'overloaded' }],
  ['POST', '/compat/mailgun/v3/example.com/messages', { message: expect.any(String), code: 'overloaded' }],
] as const

const REFUSALS = [
  ['GET', '/v1/messages', { error: { code: 'overloaded' } }],
  ['POST', '/v1/send', { error: { code: 'overloaded' } }],
  ['POST', '/graphql', { errors: [{ extensions: { code: 'overloaded' } }] }],
  ['POST', '/trpc/messages.send', { error: { data: { httpStatus: 503, code: 'SERVICE_UNAVAILABLE' } } }],
  ['GET', '/trpc/messages.list', { error: { data: { httpStatus: 503 } } }],
  ['POST', '/mcp', { error: { code: 'overloaded' } }],
  ['POST', '/v1/callbacks/ses', { error: { code: 'overloaded' } }],
  ...COMPAT,
] as const

test('every door refuses what is too much in its own format, before the body is read and the key looked up', async () => {
  fill()
  for (const [method, path, body] of REFUSALS) {
    // A body that is announced and never sent, and a key that nobody has.
    const isPost = method === 'POST'
    const socket = await openSocket()
    const answer = answerOf(socket)
    const lines = [`${method} ${path} HTTP/1.1`, 'host: postline', `authorization: Bearer ${KEY}`]
    if (isPost) lines.push('content-type: application/json', 'content-length: 1000', 'expect: 100-continue')
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const [head, text] = (await answer).split('\r\n\r\n') as [string, string]
    socket.destroy()
    expect(head, path).toMatch(/^HTTP\/1.1 503 /)
    expect(head, path).toMatch(/^retry-after: [1-9]\d*$/im)
    expect(JSON.parse(text), path).toMatchObject(body)
  }
  // Without the load, the same key is refused because it is unknown.
  empty()
  expectError(await call(app.url, 'GET', '/v1/messages', { key: KEY }), 401, 'unauthorized')
}, 60_000)

test('a client that prefers problem details gets them, and pages of allowed origins can read a refusal', async () => {
  fill()
  const refused = await app.call('GET', '/v1/messages', {
    headers: { accept: 'application/problem+json', origin: 'https://console.example.com', 'x-request-id': 'my-id' },
  })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  expect(refused.body).toMatchObject({ code: 'overloaded', instance: 'urn:postline:request:my-id' })
  expect(refused.headers.get('x-request-id')).toBe('my-id')
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://console.example.com')
})

test('nothing of a refused send is accepted, and it can be repeated', async () => {
  const body = aSend({ destination: { email: app.ownerEmail } })
  fill()
  const refused = await app.call('POST', '/v1/send', { body })
  expectError(refused, 503, 'overloaded')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('x-request-id')).not.toBeNull()
  expect(
    await app.app.models.messages.collection.findOne({ idempotency_key: body.idempotency_key } as object),
  ).toBeNull()
  empty()
  expect((await app.call('POST', '/v1/send', { body })).status).toBe(201)
})

test('a client that sends a large body anyway sees the refusal, and can use its connection again', async () => {
  fill()
  const body = JSON.stringify(aSend({ payload: { subject: 'Large', body_text: 'x'.repeat(4 * 1024 * 1024) } }))
  const socket = await openSocket()
  let said = ''
  socket.on('data', (chunk) => {
    said += String(chunk)
  })
  const head = `host: postline\r\nauthorization: Bearer ${app.adminKey}\r\n`
  const length = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  socket.write(`POST /v1/send HTTP/1.1\r\n${head}${length}\r\n${body}`)
  await eventually('a refusal', () => said.startsWith('HTTP/1.1 503 '))
  empty()
  await nothingOpen()
  socket.write(`GET /v1/messages HTTP/1.1\r\n${head}\r\n`)
  await eventually('an answer on the same connection', () => said.includes('HTTP/1.1 200 OK'))
  socket.destroy()
})

test('health checks answer, and refusals are counted', async () => {
  const refusals = async () => {
    const text = await app.app.metrics.registry.metrics()
    return Number(/^postline_load_refusals_total\{of="requests"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  const before = await refusals()
  fill()
  expectError(await app.call('GET', '/v1/messages'), 503, 'overloaded')
  expect((await call(app.url, 'GET', '/healthz')).status).toBe(200)
  await whenReady(app.url)
  expect(await refusals()).toBe(before + 1)
  const text = await app.app.metrics.registry.metrics()
  expect(text).toMatch(new RegExp(`^postline_load_in_progress\\{of="requests"\\} ${limit.taken}$`, 'm'))
  expect(text).toMatch(new RegExp(`^postline_load_limit\\{of="requests"\\} ${MOST}$`, 'm'))
})

test('a flood with one key, or from one address, leaves places for others', async () => {
  const other = await app.testKey()
  for (let index = 0; index < MOST; index += 1) {
    const answer = limit.enter({ owner: `Bearer ${app.adminKey}`, origin: 'elsewhere' })
    if (!('retryAfterSeconds' in answer)) others.push(answer)
  }
  expectError(await app.call('GET', '/v1/messages'), 503, 'overloaded')
  expect((await app.call('GET', '/v1/messages', { key: other })).status).toBe(200)

  empty()
  await nothingOpen()
  for (let index = 0; index < MOST; index += 1) {
    const answer = limit.enter({ owner: `Bearer ${index}`, origin: '127.0.0.1' })
    if (!('retryAfterSeconds' in answer)) others.push(answer)
  }
  expectError(await app.call('GET', '/v1/messages', { key: other }), 503, 'overloaded')
  const another = limit.enter({ owner: 'somebody', origin: 'elsewhere' })
  if (!('retryAfterSeconds' in another)) others.push(another)
  expect('retryAfterSeconds' in another).toBe(false)
})

test('a request whose body is still to come takes no place, however many there are', async () => {
  let begun = 0
  app.app.doors!.server.server.on('request', () => {
    begun += 1
  })
  const sockets = await Promise.all(Array.from({ length: MOST }, () => openSocket()))
  const answers = sockets.map(answerOf)
  const { head, body } = sendText('slow')
  try {
    // One after the other, as they may take few places while their keys are looked up.
    for (const [index, socket] of sockets.entries()) {
      socket.write(head + body.slice(0, 10))
      await eventually(`request ${index} waits for its body`, () => begun === index + 1 && limit.taken === 0)
    }
    expect((await app.call('GET', '/v1/messages')).status).toBe(200)
    sockets[0]!.write(body.slice(10))
    expect(await answers[0]).toMatch(/^HTTP\/1.1 201 /)
    await nothingOpen()
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}, 120_000)

test('cut connections give their places back, also of requests behind others', async () => {
  const session = await app.app.models.connection.startSession()
  session.startTransaction()
  const held = { _id: 'msg_open', account_id: app.accountId, idempotency_key: 'open' }
  await app.app.models.messages.collection.insertOne(held as never, { session })
  const { head, body } = sendText('open')
  try {
    const sockets = await Promise.all([openSocket(), openSocket()])
    // Four on each connection: all wait for the transaction, and three of them for the one before, too.
    for (const socket of sockets) socket.write((head + body).repeat(4))
    await eventually('eight are in progress', () => limit.taken === 8)
    for (const socket of sockets) socket.destroy()
    await nothingOpen()
  } finally {
    await session.abortTransaction()
    await session.endSession()
  }
})

test('an open stream takes no place', async () => {
  const aborting = new AbortController()
  const query = 'subscription { accountEvents { id } }'
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    signal: aborting.signal,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${app.adminKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query }),
  })
  const input = encodeURIComponent('{}')
  const other = await fetch(`${app.url}/trpc/events.live?input=${input}`, {
    signal: aborting.signal,
    headers: { accept: 'text/event-stream', authorization: `Bearer ${app.adminKey}` },
  })
  expect([response.status, other.status]).toEqual([200, 200])
  await eventually('both are open', () => app.app.doors!.streams.open === 2)
  await nothingOpen()
  aborting.abort()
  await eventually('both are closed', () => app.app.doors!.streams.open === 0)
  expect(limit.taken).toBe(0)
})

function openSocket(): Promise<Socket> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.on('error', reject)
  })
}

/** The beginning of what comes on a connection. */
const answerOf = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))))
