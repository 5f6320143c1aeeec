import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.js'
import { anotherAccount } from '../support/more-processes.js'
import { aSend, type CallResult, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const send = async (overrides: Record<string, unknown>, key?: string): Promise<CallResult> =>
  app.call('POST', '/v1/send', { key: key ?? (await app.testKey()), body: aSend(overrides) })
const to = (destination: Record<string, unknown>) => ({ destination: { email: 'a@example.com', ...destination } })
const say = (payload: Record<string, unknown>) => ({ payload: { subject: 'Hello', body_text: 'Text', ...payload } })
const file = (overrides: Record<string, unknown>) =>
  say({ attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: 'YQ==', ...overrides }] })

test.each([
  ['channel unknown', { channel: 'fax' }, 'channel'],
  ['channel of another type', { channel: 5 }, 'channel'],
  ['idempotency key missing', { idempotency_key: undefined }, 'idempotency_key'],
  ['idempotency key null', { idempotency_key: null }, 'idempotency_key'],
  ['idempotency key empty', { idempotency_key: '' }, 'idempotency_key'],
  ['idempotency key of 256 characters', { idempotency_key: 'k'.repeat(256) }, 'idempotency_key'],
  ['idempotency key a number', { idempotency_key: 7 }, 'idempotency_key'],
  ['idempotency key invalid Unicode', { idempotency_key: 'a\ud800' }, 'idempotency_key'],
  ['message type unknown', { message_type: 'bulk' }, 'message_type'],
  ['destination missing', { destination: undefined }, 'destination'],
  ['destination null', { destination: null }, 'destination'],
  ['destination a string', { destination: 'a@example.com' }, 'destination'],
  ['destination a list', { destination: ['a@example.com'] }, 'destination'],
  ['email a number', to({ email: 5 }), 'destination.email'],
  ['name with a line break', to({ name: 'A\r\nBcc: b@example.com' }), 'destination.name'],
  ['name with an encoded word', to({ name: 'A =?utf-8?b?DQpCY2M6?=' }), 'destination.name'],
  ['to a string', to({ to: 'b@example.com' }), 'destination.to'],
  ['to of numbers', to({ to: ['b@example.com', 1] }), 'destination.to.1'],
  ['cc a string', to({ cc: 'b@example.com' }), 'destination.cc'],
  ['cc of numbers', to({ cc: ['b@example.com', 1] }), 'destination.cc.1'],
  ['bcc an object', to({ bcc: { email: 'b@example.com' } }), 'destination.bcc'],
  ['payload a string', { payload: 'Hello' }, 'payload'],
  ['payload a list', { payload: [] }, 'payload'],
  ['subject a number', say({ subject: 1 }), 'payload.subject'],
  ['subject with a line break', say({ subject: 'a\nBcc: b@example.com' }), 'payload.subject'],
  ['subject too long', say({ subject: 's'.repeat(999) }), 'payload.subject'],
  ['html a list', say({ body_html: ['<p>'] }), 'payload.body_html'],
  ['text an object', say({ body_text: {} }), 'payload.body_text'],
  ['reply_to a number', say({ reply_to: 1 }), 'payload.reply_to'],
  ['reply_to not an address', say({ reply_to: 'nobody' }), 'payload.reply_to.0'],
  ['reply_to with one bad address', say({ reply_to: ['a@example.com', '@'] }), 'payload.reply_to.1'],
  ['reply_to with 51 addresses', say({ reply_to: Array(51).fill('a@example.com') }), 'payload.reply_to'],
  ['headers a list', say({ headers: [] }), 'payload.headers'],
  ['header a number', say({ headers: { 'X-A': 1 } }), 'payload.headers.X-A'],
  ['header of the service', say({ headers: { Subject: 'x' } }), 'payload.headers.Subject'],
  ['header of the service in another case', say({ headers: { 'message-ID': 'x' } }), 'payload.headers.message-ID'],
  ['header with a line break', say({ headers: { 'X-A': 'a\r\nBcc: b@example.com' } }), 'payload.headers.X-A'],
  ['header name with a colon', say({ headers: { 'X-A: b': 'a' } }), 'payload.headers.X-A: b'],
  ['a thousand headers', say({ headers: many(1_000, 'x') }), 'payload.headers'],
  ['attachments an object', say({ attachments: {} }), 'payload.attachments'],
  ['attachment without a name', file({ filename: undefined }), 'payload.attachments.0.filename'],
  ['attachment with an empty name', file({ filename: '' }), 'payload.attachments.0.filename'],
  ['attachment with a line break in its name', file({ filename: 'a\r\nb' }), 'payload.attachments.0.filename'],
  ['attachment without a type', file({ content_type: 'text' }), 'payload.attachments.0.content_type'],
  ['attachment with a header in its type', file({ content_type: 'a/b\r\nX: y' }), 'payload.attachments.0.content_type'],
  ['attachment without content', file({ content: undefined }), 'payload.attachments.0.content'],
  ['attachment that is not base64', file({ content: 'not base64!' }), 'payload.attachments.0.content'],
  ['attachment with wrong padding', file({ content: 'YQ=' }), 'payload.attachments.0.content'],
  ['attachment with a bad content id', file({ content_id: '<a>' }), 'payload.attachments.0.content_id'],
  ['more than 100 attachments', say({ attachments: Array(101).fill({}) }), 'payload.attachments'],
  ['metadata a string', { metadata: 'x' }, 'metadata'],
  ['from_email malformed', { metadata: { from_email: 'not an address' } }, 'metadata.from_email'],
  [
    'from_email with two addresses',
    { metadata: { from_email: 'a@example.com, b@example.com' } },
    'metadata.from_email',
  ],
  ['from_email a number', { metadata: { from_email: 1 } }, 'metadata.from_email'],
  ['tags a list', { tags: ['a'] }, 'tags'],
  ['tag a number', { tags: { a: 1 } }, 'tags.a'],
  ['tag with an invalid name', { tags: { 'a b': 'c' } }, 'tags.a b'],
  ['more than 10 tags', { tags: many(11, 'x') }, 'tags'],
  ['scheduled_at not a time', { scheduled_at: 'soon' }, 'scheduled_at'],
  ['scheduled_at without a zone', { scheduled_at: '2030-01-01T00:00:00' }, 'scheduled_at'],
  ['scheduled_at on a day that does not exist', { scheduled_at: '2030-02-30T00:00:00Z' }, 'scheduled_at'],
  ['scheduled_at a number', { scheduled_at: 1_900_000_000 }, 'scheduled_at'],
  ['test_send a string', { test_send: 'true' }, 'test_send'],
  ['validate_recipient a number', { validate_recipient: 1 }, 'validate_recipient'],
  ['template_id a number', { template_id: 1 }, 'template_id'],
  ['template_vars a list', { template_vars: [] }, 'template_vars'],
  ['template_vars nested too deep', { template_vars: { a: nested(33) } }, 'template_vars'],
] as [string, Record<string, unknown>, string][])(
  '%s: 400 invalid_request with the field',
  async (_name, overrides, path) => {
    const result = await send(overrides)
    expectError(result, 400, 'invalid_request', path)
  },
)

test('JSON of more than 64 levels is refused as a whole, whatever its depth', async () => {
  for (const levels of [65, 5_000, 200_000]) {
    const deep = '['.repeat(levels) + ']'.repeat(levels)
    const body = JSON.stringify(aSend({ extra: 0 })).replace('"extra":0', `"extra":${deep}`)
    for (const [path, whole] of [
      ['/v1/send', body],
      ['/v1/send/batch', `[${body}]`],
    ] as const) {
      const refused = await app.call('POST', path, { key: await app.testKey(), body: whole })
      expectError(refused, 400, 'invalid_request')
      expect(refused.body.error.message).toContain('more than 64 levels deep')
    }
  }
  const deepest = JSON.stringify(aSend({ metadata: { x: 0 } })).replace(
    '"x":0',
    `"x":${'['.repeat(62)}${']'.repeat(62)}`,
  )
  expect((await app.call('POST', '/v1/send', { key: await app.testKey(), body: deepest })).status).toBe(201)
})

test('variables of more than 32 levels are told by their name', async () => {
  const body = JSON.stringify(aSend({ template_vars: { a: 0 } })).replace(
    '"a":0',
    `"a":${'['.repeat(40)}${']'.repeat(40)}`,
  )
  expectError(
    await app.call('POST', '/v1/send', { key: await app.testKey(), body }),
    400,
    'invalid_request',
    'template_vars',
  )
})

test('several faults are reported together, each with advice', async () => {
  const { body } = await app.call('POST', '/v1/send', { body: { channel: 'fax', tags: { 'a b': 'c' }, payload: 1 } })
  const paths = body.error.details.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(['channel', 'idempotency_key', 'destination', 'payload', 'tags.a b'])
  expect(body.error.details[0].message).toContain('email')
  expect(body.error.details[4].message).toContain('letters')
})

test.each([
  ['no email', { destination: {} }, 'destination.email'],
  ['a null email', { destination: { email: null } }, 'destination.email'],
  ['an empty email', { destination: { email: '' } }, 'destination.email'],
  ['an invalid address', { destination: { email: 'nobody' } }, 'destination.email'],
  ['an address that breaks its header', to({ email: 'a@example.com\r\nBcc: b@example.com' }), 'destination.email'],
  ['a very long address', to({ email: `${'a'.repeat(5_000)}@example.com` }), 'destination.email'],
  ['an invalid cc', to({ cc: ['b@example.com', 'nobody'] }), 'destination.cc.1'],
  ['an invalid bcc', to({ bcc: ['@'] }), 'destination.bcc.0'],
  ['51 recipients', to({ cc: addresses(25), bcc: addresses(25) }), 'destination'],
  ['51 in cc alone', to({ cc: addresses(51) }), 'destination'],
  ['ten thousand in bcc', to({ bcc: addresses(10_000) }), 'destination'],
] as [string, Record<string, unknown>, string][])(
  'a destination with %s: 422 invalid_destination',
  async (_name, overrides, path) => {
    expectError(await send(overrides), 422, 'invalid_destination', path)
  },
)

test.each([
  ['absent', { payload: undefined }, 'payload'],
  ['null', { payload: null }, 'payload'],
  ['without subject', { payload: { body_text: 'x' } }, 'payload.subject'],
  ['with a blank subject', say({ subject: '  ' }), 'payload.subject'],
  ['without body', { payload: { subject: 'x' } }, 'payload'],
  ['with empty bodies', say({ body_text: '', body_html: '' }), 'payload'],
] as [string, Record<string, unknown>, string][])(
  'a payload %s: 422 invalid_channel_payload',
  async (_name, overrides, path) => {
    expectError(await send(overrides), 422, 'invalid_channel_payload', path)
  },
)

test.each(['sms', 'push', 'voice', 'webhook'])('the channel %s: 422 channel_not_enabled', async (channel) => {
  expectError(await send({ channel }), 422, 'channel_not_enabled')
})

test('each other rule of sending has its own code', async () => {
  const soon = (ms: number) => ({ scheduled_at: new Date(Date.now() + ms).toISOString() })
  expectError(await send(soon(-120_000)), 422, 'invalid_schedule')
  expectError(await send(soon(91 * 86_400_000)), 422, 'invalid_schedule')
  expectError(await send({ template_id: 'tmpl_none' }), 404, 'template_not_found')
  expectError(await send({ metadata: { from_email: 'me@example.com' } }), 422, 'no_verified_domain')
  expectError(await send({}, app.adminKey), 403, 'recipient_not_verified')
  const used = aSend()
  expect((await app.call('POST', '/v1/send', { key: await app.testKey(), body: used })).status).toBe(201)
  expectError(await send({ ...used, tags: { a: 'b' } }), 409, 'idempotency_key_reused')
  expectError(
    await send(say({ attachments: [bigFile(7 * 2 ** 20 + 1)] })),
    413,
    'payload_too_large',
    'payload.attachments',
  )
  expectError(await send(say({ body_text: 'x'.repeat(8 * 2 ** 20 + 1) })), 413, 'payload_too_large', 'payload')
})

test("an unknown resource or another account's is 404 not_found", async () => {
  const other = await anotherAccount(app)
  const sent = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  const webhook = await app.call('POST', '/v1/webhooks', { body: { endpoint_url: 'http://127.0.0.1:1029/' } })
  const message = sent.body.id
  const hook = webhook.body.id
  for (const [method, path, key] of [
    ['GET', '/v1/messages/msg_none', app.adminKey],
    ['GET', `/v1/messages/${message}`, other.key],
    ['GET', `/v1/messages/${'m'.repeat(5_000)}`, app.adminKey],
    ['GET', '/v1/messages/', app.adminKey],
    ['GET', '/v1/messages/%00', app.adminKey],
    ['GET', `/v1/messages/${hook}`, app.adminKey],
    ['GET', '/v1/messages?idempotency_key=none', app.adminKey],
    ['GET', '/v1/messages?idempotency_key=', app.adminKey],
    ['POST', `/v1/messages/${message}/cancel`, app.adminKey],
    ['POST', `/v1/messages/${message}/cancel`, other.key],
    ['POST', '/v1/messages/msg_none/cancel', app.adminKey],
    ['GET', '/v1/messages/msg_none/content', app.adminKey],
    ['GET', `/v1/messages/${message}/content`, other.key],
    ['DELETE', `/v1/messages/${message}/content`, other.key],
    ['POST', `/v1/messages/${message}/resend`, other.key],
    ['POST', '/v1/keys/key_none/rotate', app.adminKey],
    ['DELETE', '/v1/keys/key_none', app.adminKey],
    ['GET', `/v1/webhooks/${hook}`, other.key],
    ['PUT', `/v1/webhooks/${hook}`, other.key],
    ['DELETE', `/v1/webhooks/${hook}`, other.key],
    ['POST', `/v1/webhooks/${hook}/rotate-secret`, other.key],
    ['POST', `/v1/webhooks/${hook}/test`, other.key],
    ['GET', `/v1/webhooks/${hook}/deliveries`, other.key],
    ['GET', `/v1/webhooks/${hook}/deliveries/whd_none`, app.adminKey],
    ['POST', `/v1/webhooks/${hook}/deliveries/whd_none/redeliver`, app.adminKey],
    ['GET', '/dev/outbox/out_none', app.adminKey],
  ] as const) {
    expectError(await app.call(method, path, { key }), 404, 'not_found')
  }
  expect((await app.call('GET', `/v1/webhooks/${hook}`)).status).toBe(200)
})

function many(count: number, value: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_none, index) => [`k${index}`, value]))
}

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_none, index) => `user${index}@example.com`)
}

function nested(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels))
}

function bigFile(bytes: number) {
  return { filename: 'big', content_type: 'a/b', content: Buffer.alloc(bytes).toString('base64') }
}
