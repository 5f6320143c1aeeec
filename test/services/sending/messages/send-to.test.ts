import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmtpListenerApp, startListener } from '../../../smtp/smtp-app.js'
import { aListOf } from '../../../support/contacts.js'
import { expectError } from '../../../support/expect-error.js'
import { receiveMail } from '../../../support/file-mail.js'
import { aSend, eventually } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: SmtpListenerApp
let key: string
const from_email = 'hello@allowed.test'
beforeAll(async () => {
  app = await startListener({ ROLES: 'api,worker,scheduler,smtp' })
  await verifiedDomain(app, 'allowed.test')
  key = await aKey(['ada@example.org', 'Example.COM'])
})
afterAll(() => app.close())

async function aKey(send_to: string[]): Promise<string> {
  const { status, body } = await app.call('POST', '/v1/keys', { body: { scope: 'admin', send_to } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.key
}

const post = (path: string, body: unknown) => app.call('POST', path, { key, body })
const send = (destination: unknown) => post('/v1/send', aSend({ destination, metadata: { from_email } }))

const ALLOWED = ['bob@example.com', 'Bob@EXAMPLE.com', 'ada@example.org', 'Ada <ADA@example.org>']
const OTHERS = ['eve@example.org', 'bob@mail.example.com', 'bob@notexample.com', 'ada@example.com.evil.test']

test.each(ALLOWED)('a key may write to %s', async (email) => {
  expect((await send({ email })).status).toBe(201)
})

test.each(OTHERS)('a key may not write to %s, by any way of sending, and is told the field', async (other) => {
  const refused = async (path: string, body: unknown, field: string) => {
    const answer = await post(path, body)
    expectError(answer, 403, 'recipient_not_allowed')
    expect(answer.body.error.message).toBe(`${field}: has ${other}, which is not in send_to of the key`)
  }
  const message = (destination: unknown) => aSend({ destination, metadata: { from_email } })
  await refused('/v1/send', message({ email: other }), 'destination.email')
  await refused('/v1/send', message({ to: ['bob@example.com', other] }), 'destination.to.1')
  await refused('/v1/send', message({ email: 'bob@example.com', cc: [other] }), 'destination.cc.0')
  await refused('/v1/send', message({ email: 'bob@example.com', bcc: ['ada@example.org', other] }), 'destination.bcc.1')
  const mail = { body_text: 'Hello.', from: from_email, subject: 'Hello' }
  await refused('/v1/mail/compose', { ...mail, to: [other] }, 'to.0')
  // The sender of a mail does not decide whom the key writes to.
  const { threadId } = await receiveMail(app, { from: other, at: from_email })
  await refused(`/v1/mail/threads/${threadId}/reply`, { body_text: 'Hello.' }, 'to.0')
  await refused(`/v1/mail/threads/${threadId}/forward`, { body_text: 'Hello.', to: [other] }, 'to.0')
  await refused(`/v1/mail/threads/${threadId}/reply`, { body_text: 'x', to: ['bob@example.com'], cc: [other] }, 'cc.0')
})

test('a refused request does not use up its idempotency key', async () => {
  const request = aSend({ destination: { email: 'eve@example.org' }, metadata: { from_email } })
  expectError(await post('/v1/send', request), 403, 'recipient_not_allowed')
  expect((await app.call('POST', '/v1/send', { body: request })).status).toBe(201)
})

test('in a batch the other mails are sent', async () => {
  const items = ['bob@example.com', 'eve@example.org'].map((email) =>
    aSend({ destination: { email }, metadata: { from_email } }),
  )
  const { body } = await post('/v1/send/batch', items)
  expect(body).toMatchObject([{ success: true }, { success: false, error: { code: 'recipient_not_allowed' } }])
})

test('a mail to somebody else is not sent again', async () => {
  const { body } = await app.call('POST', '/v1/send', {
    body: aSend({ destination: { email: 'eve@example.org' }, metadata: { from_email } }),
  })
  const answer = await post(`/v1/messages/${body.id}/resend`, { idempotency_key: 'again' })
  expectError(answer, 403, 'recipient_not_allowed')
})

test('mail by SMTP is refused', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: app.port, auth: { user: 'postline', pass: key } })
  const submit = (to: string) => transport.sendMail({ from: from_email, to, subject: 'Hi', text: 'Hi' })
  await expect(submit('eve@example.org')).rejects.toThrow(/550 5\.7\.1 recipient_not_allowed: .*eve@example\.org/)
  expect((await submit('bob@example.com')).response).toMatch(/^250 /)
})

test('a broadcast reaches the allowed contacts, and names the others as failures', async () => {
  const list_id = await aListOf(
    { ...app.app, accountId: app.accountId },
    ['bob@example.com', 'eve@example.org', 'ada@example.org'].map((email) => ({ email })),
  )
  const news = { name: 'News', list_id, from_email, subject: 'News', body_text: '{{ unsubscribe_url }}' }
  const { body: draft } = await post('/v1/broadcasts', news)
  expectError(await post(`/v1/broadcasts/${draft.id}/test`, { email: 'eve@example.org' }), 403, 'recipient_not_allowed')
  expect((await post(`/v1/broadcasts/${draft.id}/send`, {})).status).toBe(200)
  const done = await eventually('it is sent', async () => {
    const { body } = await app.call('GET', `/v1/broadcasts/${draft.id}`)
    return body.status === 'sent' ? body : null
  })
  expect(done.counts).toMatchObject({ total: 3, failed: 1 })
  const messages = await app.app.models.messages.find({ broadcast_id: draft.id }).lean()
  const reached = messages.map(({ content_summary, content }) => (content ?? content_summary)!.to[0]!.email)
  expect(reached.sort()).toEqual(['ada@example.org', 'bob@example.com'])
})

test.each([
  ['/v1/keys', { scope: 'send' }],
  ['/v1/keys/key_00000000000000000000000000/rotate', {}],
  ['/v1/inbound/routes', { domain: 'allowed.test', destination_type: 'email', forward_address: 'eve@example.org' }],
  ['/v1/test-recipients', { email: 'eve@example.org' }],
])('a key cannot get around its limit by POST %s', async (path, body) => {
  expectError(await post(path, body), 403, 'forbidden')
})

test('a session has the limit of its key', async () => {
  const { headers } = await app.call('POST', '/session', { key: null, body: { key } })
  const cookie = headers.get('set-cookie')!.split(';', 1)[0]!
  const body = aSend({ destination: { email: 'eve@example.org' }, metadata: { from_email } })
  const answer = await app.call('POST', '/v1/send', { key: null, body, headers: { cookie } })
  expectError(answer, 403, 'recipient_not_allowed')
})

test('the limit is kept when the key gets a new secret', async () => {
  const { body: made } = await app.call('POST', '/v1/keys', { body: { scope: 'send', send_to: ['example.com'] } })
  expect(made.send_to).toEqual(['example.com'])
  const { body: rotated } = await app.call('POST', `/v1/keys/${made.id}/rotate`)
  const body = aSend({ destination: { email: 'eve@example.org' }, metadata: { from_email } })
  expectError(await app.call('POST', '/v1/send', { key: rotated.key, body }), 403, 'recipient_not_allowed')
})

test.each([
  ['an empty list', [], 'send_to'],
  ['a text that is neither', ['ada@example.org', 'not a domain'], 'send_to.1'],
  ['an address with a name', ['Ada <ada@example.org>'], 'send_to.0'],
  ['a domain of one label', ['localhost'], 'send_to.0'],
  ['101 domains', Array.from({ length: 101 }, (_, index) => `d${index}.example`), 'send_to'],
  ['a text', 'example.com', 'send_to'],
])('%s is refused', async (_title, send_to, field) => {
  const answer = await app.call('POST', '/v1/keys', { body: { scope: 'send', send_to } })
  expectError(answer, 400, 'invalid_request')
  expect(answer.body.error.details[0].path).toBe(field)
})
