import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger, describeError } from '../src/log.js'
import type { MailTransport } from '../src/providers/mail/mail-transport.js'
import { aSend, eventually, startApp, type TestApp } from './support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.js'

const lines: string[] = []
const destination = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
const newLog = () => createLogger({ level: 'trace', roles: 'test', destination })

/** Texts that must not be in any line. */
const MARK = 'xyzzy-confidential'

let attempts = 0
const transport: MailTransport = {
  name: 'capture',
  concurrency: 4,
  send: async (mail) => {
    attempts += 1
    if (attempts === 1) return { outcome: 'deferred', error: 'not yet' }
    if (attempts === 2) throw Object.assign(new Error('a defect'), { mail })
    return { outcome: 'accepted', providerMessageId: mail.rfcMessageId }
  },
  check: async () => {},
  close: async () => {},
}

let receiver: WebhookReceiver
let app: TestApp
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  app = await startApp(
    { LOG_LEVEL: 'trace', WEBHOOK_RETRY_BASE_MS: '20', DISPATCH_RETRY_BASE_MS: '20', DISPATCH_TIMEOUT_MS: '500' },
    { log: newLog(), transport },
  )
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const said = (text: string) => lines.filter((line) => line.includes(text))

test('at the lowest level and with all kinds of failures, no line contains a secret or the text of a mail', async () => {
  const { models } = app.app
  receiver.next = [{ status: 500, body: MARK }, { reset: true }]
  const webhook = await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
  const key = await app.key('admin')
  const payload = { subject: `${MARK} subject`, body_text: `${MARK} text`, body_html: `<b>${MARK}</b>` }
  const send = (more: object = {}) => aSend({ destination: { email: app.ownerEmail }, payload, ...more })

  expect((await app.call('POST', '/v1/send', { key, body: send() })).status).toBe(201)
  expect((await app.call('POST', '/v1/send', { key, body: send() })).status).toBe(201)
  // Refused requests: invalid JSON, fields of the wrong type, an invalid key.
  await app.call('POST', '/v1/send', { key, body: `{"payload": "${MARK}` })
  await app.call('POST', '/v1/send', { key, body: send({ payload: { subject: { [MARK]: MARK } } }) })
  await app.call('GET', `/v1/keys?${MARK}`, { key: `sk_live_${MARK}-${'x'.repeat(40)}`, headers: { cookie: MARK } })
  // Unexpected failures: the database refuses the rows and quotes them.
  const refuse = (collection: string, validator: object) =>
    models.connection.db!.command({ collMod: collection, validator })
  await refuse('messages', { impossible: { $exists: true } })
  await refuse('api_keys', { impossible: { $exists: true } })
  expect((await app.call('POST', '/v1/send', { key, body: send() })).status).toBe(500)
  expect((await app.call('POST', '/v1/send/batch', { key, body: [send()] })).status).toBe(200)
  expect((await app.call('POST', '/v1/keys', { key, body: { scope: 'send' } })).status).toBe(500)
  await refuse('messages', {})

  await eventually('deferred mail, a crashed attempt and failed webhooks', async () => {
    await app.app.scheduler?.sweep()
    return attempts >= 4 && receiver.hits.length >= 3
  })
  const secrets = [MARK, key, app.adminKey, key.slice(16), String(webhook.body.signing_secret)]
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10)
    expect(said(secret)).toEqual([])
  }
  // With a key twice in a line, its text would differ.
  expect(lines.filter((line) => JSON.stringify(JSON.parse(line)) !== line.trim())).toEqual([])
  // There are enough lines to prove something.
  expect(said('a request failed').length).toBeGreaterThanOrEqual(2)
  expect(said('deferred').length).toBeGreaterThan(0)
  expect(said('a defect').length).toBeGreaterThan(0)
})

test('a failed request is logged with its request id and its account', async () => {
  await app.call('POST', '/v1/keys', { body: { scope: 'send' }, headers: { 'x-request-id': 'req-known' } })
  const [line = '{}'] = said('req-known')
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    roles: 'test',
    requestId: 'req-known',
    accountId: app.accountId,
    err: { type: expect.any(String), stack: expect.stringContaining('\n    at ') },
  })
})

test('fields with secrets are redacted wherever they are logged by mistake', () => {
  const log = newLog()
  const before = lines.length
  log.info({ authorization: MARK, req: { headers: { authorization: MARK, cookie: MARK, 'set-cookie': MARK } } }, 'one')
  log.info({ key: MARK, webhook: { signing_secret: MARK }, message: { content: { text: MARK } }, body: MARK }, 'two')
  const written = lines.slice(before).join('')
  expect(written).not.toContain(MARK)
  expect(written).toContain('"authorization":"[redacted]"')
})

test('mail addresses are redacted in texts from outside', () => {
  const log = newLog()
  const before = lines.length
  const error = new Error('550 <ada@example.com>: no mailbox', {
    cause: new Error('dup key: { _id: "ada@example.com" }'),
  })
  log.warn({ error: '550 5.1.1 <ada@example.com> rejected', err: error }, 'three')
  log.child({ part: 'x' }).warn({ err: 'no route to ada@example.com', target: 'ada@example.com' }, 'four')
  const written = lines.slice(before).join('')
  expect(written).not.toMatch(/ada|example\.com/)
  expect(written).toContain('550 5.1.1 [address] rejected')
})

test('stack traces keep file names, also of scoped packages', () => {
  const error = new Error('x')
  error.stack = 'Error: x\n    at send (file:///srv/node_modules/@aws-sdk/client/index.js:1:2)'
  expect(describeError(error)).toMatchObject({ stack: error.stack })
})

test('an error is logged with only its type, message, stack, code and causes', () => {
  const cause = Object.assign(new TypeError('inner'), { op: { text: MARK } })
  const error = Object.assign(new Error('outer', { cause }), { code: 121, writeErrors: [{ document: MARK }] })
  const entry = describeError(error)
  expect(entry).toMatchObject({
    type: 'Error',
    message: 'outer',
    code: 121,
    cause: { type: 'TypeError', message: 'inner' },
  })
  expect(JSON.stringify(entry)).not.toContain(MARK)
})

test('an endless chain of causes is cut', () => {
  const error = new Error('round and round')
  error.cause = error
  expect(() => JSON.stringify(describeError(error))).not.toThrow()
})
