import { Readable } from 'node:stream'
import { PostlineError, postlineTransport } from '@postline/client'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/start-app.js'
import { verifiedDomain } from '../../../test/support/verified-domain.js'

let app: TestApp
const DOMAIN = 'shop.acme.test'
const FROM = `"Shop, the" <hello@${DOMAIN}>`

beforeAll(async () => {
  app = await startApp()
  await verifiedDomain(app, DOMAIN)
})
afterAll(() => app.close())

// biome-ignore lint/suspicious/noExplicitAny: mails have fields that Nodemailer does not have
const transporter = (key = app.adminKey, more: object = {}): any =>
  createTransport(postlineTransport({ baseUrl: app.url, apiKey: key, maxRetries: 0, ...more }))
const contentOf = async (id: string) => (await app.call('GET', `/v1/messages/${id}/content`)).body
const failureOf = (call: Promise<unknown>): Promise<PostlineError> =>
  call.then(
    () => null as never,
    (error) => error,
  )

test('a mail is sent with all that it has', async () => {
  const info = await transporter().sendMail({
    from: FROM,
    to: ['Ada <ada@example.com>', 'bob@example.com'],
    cc: 'carol@example.com',
    bcc: 'eve@example.com',
    replyTo: 'answers@example.com',
    subject: 'Grüße',
    text: 'It works.',
    html: Readable.from(['<p>It ', 'works.</p>']),
    headers: { 'X-Order': '4711' },
    inReplyTo: '<a@example.com>',
    priority: 'high',
    attachments: [
      { filename: 'a.txt', content: 'Ä' },
      { filename: 'b.png', content: Buffer.from([1, 2, 3]), cid: 'logo@acme' },
      { filename: 'c.csv', content: Readable.from([Buffer.from('a,b')]) },
    ],
    postline: { tags: { order: '4711' }, metadata: { customer: 'c_1' } },
  })
  expect(info).toMatchObject({
    response: 'queued',
    rejected: [],
    accepted: expect.arrayContaining(['ada@example.com']),
  })
  expect(await contentOf(info.messageId)).toMatchObject({
    from: `"Shop, the" <hello@${DOMAIN}>`,
    to: ['Ada <ada@example.com>', 'bob@example.com'],
    cc: ['carol@example.com'],
    bcc: ['eve@example.com'],
    reply_to: ['answers@example.com'],
    subject: 'Grüße',
    body_text: 'It works.',
    body_html: '<p>It works.</p>',
    attachments: [
      { filename: 'a.txt', content_type: 'text/plain', size: 2, content_id: null },
      { filename: 'b.png', content_type: 'image/png', size: 3, content_id: 'logo@acme' },
      { filename: 'c.csv', content_type: 'text/csv', size: 3, content_id: null },
    ],
  })
  const { headers } = await contentOf(info.messageId)
  expect(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))).toMatchObject(
    {
      'x-order': '4711',
      'x-priority': '1 (Highest)',
    },
  )
  expect((await app.call('GET', `/v1/messages/${info.messageId}`)).body.tags).toEqual({ order: '4711' })
})

test('a repeat with an idempotency key gets the first mail, and fields of the transport are those of all', async () => {
  const shared = transporter(app.adminKey, { send: { tags: { kind: 'receipt' } } })
  const mail = {
    from: FROM,
    to: 'ada@example.com',
    subject: 'Once',
    text: 'A',
    postline: { idempotency_key: 'nodemailer-1' },
  }
  const [first, second] = [await shared.sendMail(mail), await shared.sendMail(mail)]
  expect(second.messageId).toBe(first.messageId)
  expect((await app.call('GET', `/v1/messages/${first.messageId}`)).body.tags).toEqual({ kind: 'receipt' })
})

test.each(['alternatives', 'icalEvent', 'amp', 'raw', 'list', 'envelope', 'dkim', 'date', 'messageId', 'sender'])(
  'a mail with %s is refused by name',
  async (field) => {
    const error = await failureOf(
      transporter().sendMail({ from: FROM, to: 'ada@example.com', text: 'A', [field]: { a: 1 } }),
    )
    expect(error).toBeInstanceOf(PostlineError)
    expect(error).toMatchObject({
      code: 'invalid_request',
      message: `${field}: cannot be sent through Postline. Leave it out.`,
    })
  },
)

test.each(['channel', 'destination', 'payload'])(
  'a mail with %s among the fields of Postline is refused',
  async (field) => {
    const mail = { from: FROM, to: 'ada@example.com', text: 'A', postline: { [field]: {} } }
    expect(await failureOf(transporter().sendMail(mail))).toMatchObject({
      code: 'invalid_request',
      message: `postline.${field}: is made of the fields of Nodemailer. Leave it out.`,
    })
  },
)

test('errors of the service come as they are', async () => {
  const error = await failureOf(
    transporter().sendMail({ from: 'me@stranger.example', to: 'ada@example.com', subject: 'A', text: 'A' }),
  )
  expect(error).toMatchObject({ code: 'from_not_verified', status: 422, requestId: expect.any(String) })
  const missing = await failureOf(
    transporter().sendMail({
      from: FROM,
      to: 'ada@example.com',
      subject: 'A',
      attachments: [{ path: '/nothing/here' }],
    }),
  )
  expect(missing.message).toContain('ENOENT')
})

test('verify tells whether the key is known', async () => {
  expect(await transporter().verify()).toBe(true)
  expect(await transporter(await app.key('send')).verify()).toBe(true)
  expect(await failureOf(transporter('sk_live_unknown').verify())).toMatchObject({ code: 'unauthorized' })
})
