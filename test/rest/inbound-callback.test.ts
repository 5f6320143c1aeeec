import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rawKey } from '../../src/services/receiving/blob-keys.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { postInbound, postMail, sesInbound, signed } from '../support/post-mail.js'
import { SnsStandIn, TOPIC } from '../support/sns-stand-in.js'
import { startApp, type TestApp } from '../support/start-app.js'

const MIB = 1024 * 1024
const RAW = Buffer.from('From: Ada <ada@example.com>\r\nSubject: Gr\u00fc\u00dfe\r\n\r\nA text.\r\n')

let sns: SnsStandIn
let app: TestApp
beforeAll(async () => {
  sns = new SnsStandIn()
  app = await startApp({ ROLES: 'api', CALLBACK_SECRET, SNS_TOPIC_ARNS: TOPIC }, { sns: sns.http })
  await inboundDomain({ ...app.app, accountId: app.accountId }, 'shop.test')
})
afterAll(() => app.close())
beforeEach(async () => {
  const { inboundEmails, blobs } = app.app.models
  await Promise.all([inboundEmails.deleteMany(), blobs.deleteMany()])
})

const rows = () => app.app.models.inboundEmails.find().sort({ _id: 1 }).lean()
const rawOf = async (digest: string) => app.app.blobStore.get(app.accountId, rawKey(digest))
const postJson = (notification: unknown) => {
  const body = JSON.stringify(notification)
  return postInbound(app.url, body, { 'content-type': 'application/json', ...signed(body) })
}
async function expectRefused(answer: Promise<{ status: number; body: unknown }>, status: number, code: string) {
  const { body, status: given } = await answer
  expect({ status: given, body }).toMatchObject({ status, body: { error: { code, status } } })
  expect(await rows()).toEqual([])
  expect(await app.app.models.blobs.countDocuments()).toBe(0)
}

test('without a signature nothing is received', async () => {
  const answer = await app.call('POST', '/v1/callbacks/inbound', { key: null, body: {} })
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'invalid_signature' } } })
})

describe('a message', () => {
  test('is one email at each recipient whose mail is received here', async () => {
    const answer = await postMail(app.url, RAW, { recipients: 'ada@shop.test, <BOB@shop.test>,x@elsewhere.example,' })
    const stored = await rows()
    expect(answer).toMatchObject({
      status: 200,
      body: { accepted: expect.arrayContaining(stored.map(({ _id }) => _id)), ignored: ['x@elsewhere.example'] },
    })
    expect(stored).toMatchObject([
      { recipient: 'ada@shop.test', envelope_from: 'ada@example.com', client: null, given_verdicts: null },
      { recipient: 'bob@shop.test', size_bytes: RAW.length },
    ])
    expect(await rawOf(stored[0]!.raw_digest)).toEqual(RAW)
  })

  test('that is posted again is the same email', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => postMail(app.url, RAW, { recipients: 'ada@shop.test' })),
    )
    const [row] = await rows()
    for (const { body } of answers) expect(body).toEqual({ accepted: [row?._id], ignored: [] })
  })

  test.each(['', '<>'])('has the null sender with the header %j', async (sender) => {
    expect((await postMail(app.url, RAW, { recipients: 'ada@shop.test', sender })).status).toBe(200)
    expect(await rows()).toMatchObject([{ envelope_from: '' }])
  })

  test('may be any bytes, and up to 25 MiB', async () => {
    const raw = randomBytes(25 * MIB)
    expect((await postMail(app.url, raw, { recipients: 'ada@shop.test' })).status).toBe(200)
    const [row] = await rows()
    expect((await rawOf(row!.raw_digest))?.equals(raw)).toBe(true)
    const larger = postMail(app.url, Buffer.alloc(25 * MIB + 1, 'x'), { recipients: 'ada@shop.test' })
    expect(await larger).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } })
  })

  test('is refused without recipients, or without a byte', async () => {
    await expectRefused(postMail(app.url, RAW), 400, 'invalid_request')
    await expectRefused(postMail(app.url, RAW, { recipients: ' , ' }), 400, 'invalid_request')
    await expectRefused(postMail(app.url, '', { recipients: 'ada@shop.test' }), 400, 'invalid_request')
  })

  test('is refused without a valid signature', async () => {
    const recipients = 'ada@shop.test'
    await expectRefused(postMail(app.url, RAW, { recipients, secret: 'x'.repeat(40) }), 403, 'invalid_signature')
    const other = { ...signed('another body'), 'Svc-Recipient': recipients }
    await expectRefused(postInbound(app.url, RAW, other), 403, 'invalid_signature')
    await expectRefused(postInbound(app.url, RAW, { 'Svc-Recipient': recipients }), 403, 'invalid_signature')
    await expectRefused(postInbound(app.url, RAW), 403, 'invalid_signature')
  })

  test('of many megabytes is refused before it is read if it is not signed', async () => {
    const answer = postInbound(app.url, Buffer.alloc(2 * MIB, 'x'), { 'Svc-Recipient': 'ada@shop.test' })
    await expectRefused(answer, 413, 'payload_too_large')
  })
})

describe('an SES notification', () => {
  test('brings the mail, its envelope and the verdicts of SES', async () => {
    const answer = await postJson(sesInbound(RAW, ['ada@shop.test', 'x@elsewhere.example']))
    const [row] = await rows()
    expect(answer).toMatchObject({ status: 200, body: { accepted: [row?._id], ignored: ['x@elsewhere.example'] } })
    expect(row).toMatchObject({
      envelope_from: 'ada@example.com',
      given_verdicts: { spf: 'GRAY', dkim: 'FAIL', dmarc: 'GRAY', spam: 'PASS', virus: 'PASS' },
    })
    expect(await rawOf(row!.raw_digest)).toEqual(RAW)
  })

  test('leaves out verdicts of checks that are off', async () => {
    const { receipt } = sesInbound(RAW, [])
    const off = { status: 'DISABLED' }
    const quiet = {
      ...receipt,
      recipients: ['ada@shop.test'],
      spamVerdict: off,
      virusVerdict: undefined,
      spfVerdict: 7,
    }
    expect((await postJson(sesInbound(RAW, [], { receipt: quiet }))).status).toBe(200)
    expect((await rows())[0]?.given_verdicts).toEqual({ dkim: 'FAIL', dmarc: 'GRAY' })
  })

  test('may have its content as text, if it says so', async () => {
    const text = 'Subject: \u{1f600} "quoted" \\ \u0007\r\n\r\nZeile\u2028\ud83d\ude00'
    const { receipt } = sesInbound('', ['ada@shop.test'])
    const action = { ...receipt.action, encoding: 'UTF-8' }
    const notification = sesInbound('', [], { receipt: { ...receipt, action }, content: text })
    const escaped = JSON.stringify(notification).replace(/[\u0080-\uffff]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
    expect((await postInbound(app.url, escaped, signed(escaped))).status).toBe(200)
    const [row] = await rows()
    expect((await rawOf(row!.raw_digest))?.toString()).toBe(text)
  })

  test('of 40 MiB is taken, however its base64 is escaped', async () => {
    const raw = randomBytes(25 * MIB - 7)
    const lines = raw.toString('base64').replace(/.{76}/g, '$&\r\n')
    const body = JSON.stringify(sesInbound('', ['ada@shop.test'], { content: lines }))
      .replaceAll('/', '\\/')
      .replaceAll('=', '\\u003d')
    expect(body.length).toBeGreaterThan(34 * MIB)
    const answer = await postInbound(app.url, body, { 'content-type': 'application/json', ...signed(body) })
    expect(answer.status).toBe(200)
    const [row] = await rows()
    expect((await rawOf(row!.raw_digest))?.equals(raw)).toBe(true)
  })

  test.each([
    ['no content', sesInbound(RAW, ['ada@shop.test'], { content: undefined })],
    ['an empty content', sesInbound('', ['ada@shop.test'])],
    ['a content that is not base64', sesInbound('', ['ada@shop.test'], { content: 'Subject: Hello' })],
    ['a content that is no text', sesInbound('', ['ada@shop.test'], { content: 7 })],
    ['padding in the middle', sesInbound('', ['ada@shop.test'], { content: 'QQ==QQ==' })],
    ['half a character of base64', sesInbound('', ['ada@shop.test'], { content: 'QQ==Q' })],
    ['no receipt', sesInbound(RAW, ['ada@shop.test'], { receipt: undefined })],
    ['no recipients', sesInbound(RAW, [])],
    ['recipients that are no texts', sesInbound(RAW, ['ada@shop.test'], { receipt: { recipients: [7] } })],
    ['another type', sesInbound(RAW, ['ada@shop.test'], { notificationType: 'Bounce' })],
    ['too much around the mail', sesInbound(RAW, ['ada@shop.test'], { padding: 'x'.repeat(MIB) })],
    ['nothing of it', { hello: true }],
    ['a list', [1]],
  ])('with %s is refused', (_what, notification) => expectRefused(postJson(notification), 400, 'invalid_request'))

  test.each(['{"content":"', '{', 'hello', '"content"', '{"content":"QQ==","notificationType":"Received"'])(
    'that is cut off or no JSON is refused: %s',
    (body) => expectRefused(postInbound(app.url, body, signed(body)), 400, 'invalid_request'),
  )

  test('with more than 25 MiB of mail is refused', async () => {
    await expectRefused(postJson(sesInbound(Buffer.alloc(26 * MIB), ['ada@shop.test'])), 413, 'payload_too_large')
  })
})

describe('an SNS envelope', () => {
  const post = (envelope: object) => postInbound(app.url, JSON.stringify(envelope), { 'content-type': 'text/plain' })

  test('brings the mail with the signature of Amazon', async () => {
    const answer = await post(sns.notification(sesInbound(RAW, ['ada@shop.test'])))
    const [row] = await rows()
    expect(answer).toMatchObject({ status: 200, body: { accepted: [row?._id], ignored: [] } })
    expect(await rawOf(row!.raw_digest)).toEqual(RAW)
  })

  test('confirms a subscription and accepts nothing', async () => {
    const envelope = sns.confirmation('SubscriptionConfirmation')
    sns.pages.set(envelope.SubscribeURL!, 'ok')
    expect(await post(envelope)).toMatchObject({ status: 200, body: { accepted: [], ignored: [] } })
    expect(sns.asked).toContain(envelope.SubscribeURL)
  })

  test('of another topic, with another signature or without a mail is refused', async () => {
    const message = sesInbound(RAW, ['ada@shop.test'])
    const TopicArn = 'arn:aws:sns:eu-central-1:123456789012:other'
    await expectRefused(post(sns.notification(message, { TopicArn })), 403, 'invalid_signature')
    await expectRefused(post({ ...sns.notification(message), Message: '{}' }), 403, 'invalid_signature')
    await expectRefused(post(sns.notification({ notificationType: 'Received' })), 400, 'invalid_request')
  })
})

test('without INBOUND_ENABLED there is no such route', async () => {
  const off = await startApp({ ROLES: 'api', CALLBACK_SECRET, INBOUND_ENABLED: 'false' })
  try {
    const answer = await postMail(off.url, RAW, { recipients: 'ada@shop.test' })
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  } finally {
    await off.close()
  }
})

test('with SES_INBOUND_ENCODING=utf-8, content is text where the notification does not say', async () => {
  const other = await startApp({ ROLES: 'api', CALLBACK_SECRET, SES_INBOUND_ENCODING: 'utf-8' })
  try {
    await inboundDomain({ ...other.app, accountId: other.accountId }, 'shop.test')
    const body = JSON.stringify(
      sesInbound('', [], { receipt: { recipients: ['ada@shop.test'] }, content: RAW.toString() }),
    )
    expect((await postInbound(other.url, body, signed(body))).status).toBe(200)
    expect(await other.app.models.inboundEmails.findOne().lean()).toMatchObject({ size_bytes: RAW.length })
  } finally {
    await other.close()
  }
})
