import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signPayload } from '../../src/lib/http/webhook-signature.js'
import { deploymentSecret } from '../../src/services/platform/encryption/deployment-secret.js'
import { CALLBACK_SECRET, postEnvelope, postRaw, postSigned } from '../support/post-callback.js'
import { sesNotification } from '../support/ses-notifications.js'
import { CERTIFICATE_URL, confirmUrl, rsaCertificate, SnsStandIn, TOPIC } from '../support/sns-stand-in.js'
import { startApp, type TestApp } from '../support/start-app.js'

let sns: SnsStandIn
let app: TestApp
beforeAll(async () => {
  sns = new SnsStandIn()
  app = await startApp({ ROLES: 'api', CALLBACK_SECRET, SNS_TOPIC_ARNS: TOPIC }, { sns: sns.http })
})
afterAll(() => app.close())
beforeEach(() => {
  sns.asked.length = 0
})

const stored = () => app.app.models.callbacks.countDocuments()
const aNotification = () => sesNotification('Delivery', 'feedback', { providerMessageId: `ses-${randomUUID()}` })

async function expectRefused(answer: Promise<{ status: number; body: unknown }>, code = 'invalid_signature') {
  const before = await stored()
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({
    status: code === 'invalid_signature' ? 403 : 400,
    body: { error: { code, status } },
  })
  expect(await stored()).toBe(before)
}

describe('a bare notification', () => {
  test('is stored unchanged before it is acknowledged', async () => {
    const text = ` ${JSON.stringify(aNotification(), null, 2)}\n`
    expect(await postSigned(app.url, text)).toMatchObject({ status: 200, body: { received: true } })
    expect(await app.app.models.callbacks.findOne({ body: text }).lean()).toMatchObject({
      source: 'ses',
      type: 'Delivery',
      provider_message_id: expect.stringMatching(/^ses-/),
    })
  })

  test('that is repeated is acknowledged and stored once', async () => {
    const notification = aNotification()
    const before = await stored()
    const answers = await Promise.all(Array.from({ length: 20 }, () => postSigned(app.url, notification)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await stored()).toBe(before + 1)
  })

  test.each([-290, 0, 299])('signed %d s from now is accepted', async (seconds) => {
    const at = Math.floor(Date.now() / 1_000) + seconds
    expect((await postSigned(app.url, aNotification(), { at })).status).toBe(200)
  })

  test.each([-301, 310, 86_400, -86_400])('signed %d s from now is refused', async (seconds) => {
    await expectRefused(postSigned(app.url, aNotification(), { at: Math.floor(Date.now() / 1_000) + seconds }))
  })

  test('is refused without a signature, with half of one, or with one for another secret or body', async () => {
    const text = JSON.stringify(aNotification())
    const now = String(Math.floor(Date.now() / 1_000))
    await expectRefused(postRaw(app.url, text))
    await expectRefused(postRaw(app.url, text, { 'Svc-Timestamp': now }))
    await expectRefused(postRaw(app.url, text, { 'Svc-Signature': 'a'.repeat(64) }))
    await expectRefused(postRaw(app.url, text, { 'Svc-Timestamp': now, 'Svc-Signature': 'a'.repeat(64) }))
    await expectRefused(postRaw(app.url, text, { 'Svc-Timestamp': 'soon', 'Svc-Signature': 'zz' }))
    await expectRefused(postSigned(app.url, text, { secret: `${CALLBACK_SECRET}x` }))
    await expectRefused(postSigned(app.url, text, { prefix: 'Other' }))
  })

  test.each([
    ['invalid JSON', 'hello'],
    ['nothing', ''],
    ['invalid UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['an object without a type', '{"mail":{"messageId":"a"}}'],
    ['a type that is not a string', '{"notificationType":7,"mail":{"messageId":"a"}}'],
    ['no mail', '{"notificationType":"Bounce","bounce":{}}'],
    ['a mail without an id', '{"notificationType":"Bounce","bounce":{},"mail":{}}'],
    ['a bounce without details', '{"notificationType":"Bounce","mail":{"messageId":"a"}}'],
    ['a bounce whose details are a list', '{"notificationType":"Bounce","mail":{"messageId":"a"},"bounce":[]}'],
    ['a key that the ledger cannot store', '{"notificationType":"Send","mail":{"messageId":"a"},"a\\u0000":1}'],
    ['a type name of the ledger', '{"notificationType":"Send","mail":{"messageId":"a"},"a":{"_bsontype":"ObjectId"}}'],
    ['too many levels', `{"notificationType":"X","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('with a valid signature for %s is 400', async (_what, body) => {
    await expectRefused(postSigned(app.url, body), 'invalid_request')
  })

  test('of an unknown type is stored', async () => {
    const before = await stored()
    expect((await postSigned(app.url, { eventType: 'Applause', mail: {} })).status).toBe(200)
    expect(await stored()).toBe(before + 1)
  })

  test('above 1 MiB is 413, and one just below is accepted', async () => {
    const big = (chars: number) => ({ ...aNotification(), more: 'x'.repeat(chars) })
    expect(await postSigned(app.url, big(1024 * 1024))).toMatchObject({
      status: 413,
      body: { error: { code: 'payload_too_large' } },
    })
    expect((await postSigned(app.url, big(1024 * 1024 - 2_000))).status).toBe(200)
  })

  test.each(['application/json', 'application/x-www-form-urlencoded', 'image/png', null])(
    'can have the content type %s',
    async (type) => {
      const body = Buffer.from(JSON.stringify(aNotification()))
      const at = Math.floor(Date.now() / 1_000)
      const answer = await fetch(`${app.url}/v1/callbacks/ses`, {
        method: 'POST',
        body,
        headers: {
          ...(type && { 'content-type': type }),
          'svc-timestamp': String(at),
          'svc-signature': signPayload(CALLBACK_SECRET, at, body),
        },
      })
      expect(answer.status).toBe(200)
    },
  )
})

describe('an SNS envelope', () => {
  test.each(['1', '2'] as const)(
    'with signature version %s is accepted without other headers',
    async (SignatureVersion) => {
      const notification = aNotification()
      const answer = await postEnvelope(
        app.url,
        sns.notification(notification, { SignatureVersion, Subject: 'Amazon SES' }),
      )
      expect(answer.status).toBe(200)
      const row = await app.app.models.callbacks.findOne({ body: JSON.stringify(notification) }).lean()
      expect(row).toMatchObject({ source: 'sns', type: 'Delivery' })
    },
  )

  test('that SNS sends again is acknowledged and stored once', async () => {
    const envelope = sns.notification(aNotification())
    const before = await stored()
    for (let time = 0; time < 3; time += 1) expect((await postEnvelope(app.url, envelope)).status).toBe(200)
    expect(await stored()).toBe(before + 1)
  })

  test('fetches the certificate once, however many arrive at once', async () => {
    const fresh = new SnsStandIn()
    const other = await startApp({ ROLES: 'api', SNS_TOPIC_ARNS: TOPIC }, { sns: fresh.http })
    const envelopes = Array.from({ length: 30 }, () => fresh.notification(aNotification()))
    const answers = await Promise.all(envelopes.map((envelope) => postEnvelope(other.url, envelope)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(fresh.asked).toEqual([CERTIFICATE_URL])
    await other.close()
  })

  test.each(['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)(
    'is refused if its %s was changed',
    async (field) => {
      const envelope = sns.notification(aNotification(), { Subject: 'A' })
      await expectRefused(postEnvelope(app.url, { ...envelope, [field]: `${envelope[field]} ` }))
    },
  )

  test('is refused if another key signed it', async () => {
    const other = new SnsStandIn()
    await expectRefused(postEnvelope(app.url, other.notification(aNotification())))
  })

  test('is refused if its signature has another version or is missing', async () => {
    const envelope = sns.notification(aNotification())
    await expectRefused(postEnvelope(app.url, { ...envelope, SignatureVersion: '2' }))
    await expectRefused(postEnvelope(app.url, { ...envelope, SignatureVersion: '3' }))
    await expectRefused(postEnvelope(app.url, { ...envelope, Signature: '' }))
    await expectRefused(postEnvelope(app.url, { ...envelope, Signature: undefined }))
  })

  test('of another topic is refused without fetching anything', async () => {
    const TopicArn = 'arn:aws:sns:eu-central-1:123456789012:other'
    await expectRefused(postEnvelope(app.url, sns.notification(aNotification(), { TopicArn })))
    await expectRefused(postEnvelope(app.url, sns.confirmation('SubscriptionConfirmation', { TopicArn })))
    expect(sns.asked).toEqual([])
  })

  test('is refused if no topics are set', async () => {
    const other = await startApp({ ROLES: 'api', CALLBACK_SECRET }, { sns: sns.http })
    const answer = await postEnvelope(other.url, sns.notification(aNotification()))
    expect(answer.status).toBe(403)
    expect(sns.asked).toEqual([])
    await other.close()
  })

  test.each([
    'https://sns.eu-central-1.amazonaws.com.evil.example/a.pem',
    'https://evil.example/sns.eu-central-1.amazonaws.com/a.pem',
    'https://sns.eu-central-1.amazonaws.com@evil.example/a.pem',
    'https://user@sns.eu-central-1.amazonaws.com/a.pem',
    'https://sns.eu-central-1.amazonaws.com:8443/a.pem',
    'http://sns.eu-central-1.amazonaws.com/a.pem',
    'https://sns.eu-central-1.amazonaws.com/a.pem?Action=GetEndpointAttributes',
    'https://sns.eu-central-1.amazonaws.com/a.pem#b',
    'https://sns.eu-central-1.amazonaws.com/a.txt',
    'https://sns.eu-central-1.amazonaws.com/a/../b/c.pem',
    'https://s3.eu-central-1.amazonaws.com/a.pem',
    'https://sns.eu-central-1.amazonaws.com.cn.evil.example/a.pem',
    'https://snsxeu-central-1.amazonaws.com/a.pem',
    'https://127.0.0.1/a.pem',
    'nonsense',
  ])('whose certificate URL is %s is refused without a request', async (SigningCertURL) => {
    sns.pages.set(SigningCertURL, sns.certificate.cert)
    await expectRefused(postEnvelope(app.url, sns.notification(aNotification(), { SigningCertURL })))
    expect(sns.asked).toEqual([])
  })

  test('can have a certificate of any region, including China', async () => {
    for (const SigningCertURL of [
      'https://sns.us-gov-west-1.amazonaws.com/SimpleNotificationService-0.pem',
      'https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-0.pem',
    ]) {
      sns.pages.set(SigningCertURL, sns.certificate.cert)
      expect((await postEnvelope(app.url, sns.notification(aNotification(), { SigningCertURL }))).status).toBe(200)
    }
  })

  test.each([
    ['has expired', { notBefore: new Date(0), notAfter: new Date(Date.now() - 60_000) }],
    ['is not valid yet', { notBefore: new Date(Date.now() + 3_600_000) }],
  ])('whose certificate %s is refused', async (_what, validity) => {
    const other = new SnsStandIn(rsaCertificate(validity))
    const SigningCertURL = `https://sns.eu-central-1.amazonaws.com/${randomUUID()}.pem`
    sns.pages.set(SigningCertURL, other.certificate.cert)
    await expectRefused(postEnvelope(app.url, other.notification(aNotification(), { SigningCertURL })))
  })

  test.each([
    ['is none', 'hello'],
    ['does not exist', 404],
    ['is hidden', 403],
  ])('whose certificate %s is refused', async (_what, page) => {
    const SigningCertURL = `https://sns.eu-central-1.amazonaws.com/${randomUUID()}.pem`
    sns.pages.set(SigningCertURL, page)
    await expectRefused(postEnvelope(app.url, sns.notification(aNotification(), { SigningCertURL })))
  })

  test('is refused temporarily while its certificate is unavailable, and accepted later', async () => {
    const SigningCertURL = `https://sns.eu-central-1.amazonaws.com/${randomUUID()}.pem`
    const envelope = sns.notification(aNotification(), { SigningCertURL })
    for (const page of [undefined, 503]) {
      if (page) sns.pages.set(SigningCertURL, page)
      const answer = await postEnvelope(app.url, envelope)
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    sns.pages.set(SigningCertURL, sns.certificate.cert)
    expect((await postEnvelope(app.url, envelope)).status).toBe(200)
  })

  test('with a message that is not a notification is 400', async () => {
    await expectRefused(postEnvelope(app.url, sns.notification('hello')), 'invalid_request')
  })

  test('with the test message of SES is acknowledged', async () => {
    const greeting = 'Successfully validated SNS topic for Amazon SES event publishing.'
    const before = await stored()
    expect((await postEnvelope(app.url, sns.notification(greeting))).status).toBe(200)
    expect(await stored()).toBe(before)
    const validation = { notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'You have subscribed.' }
    expect((await postEnvelope(app.url, sns.notification(validation))).status).toBe(200)
  })

  test('is checked even with a valid signature of this deployment', async () => {
    await expectRefused(postSigned(app.url, new SnsStandIn().notification(aNotification())))
    expect((await postSigned(app.url, sns.notification(aNotification()))).status).toBe(200)
  })
})

describe('a subscription confirmation of SNS', () => {
  test('is answered by a request to its URL', async () => {
    const envelope = sns.confirmation('SubscriptionConfirmation')
    sns.pages.set(envelope.SubscribeURL!, '<ConfirmSubscriptionResponse/>')
    expect((await postEnvelope(app.url, envelope)).status).toBe(200)
    expect(sns.asked).toContain(envelope.SubscribeURL)
  })

  test('must be repeated if SNS does not accept the confirmation', async () => {
    const envelope = sns.confirmation('SubscriptionConfirmation')
    sns.pages.set(envelope.SubscribeURL!, 500)
    expect((await postEnvelope(app.url, envelope)).status).toBe(503)
  })

  test.each([
    'https://evil.example/?Action=ConfirmSubscription',
    'https://sns.eu-central-1.amazonaws.com/?Action=DeleteTopic',
    'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Action=DeleteTopic',
    `https://sns.eu-central-1.amazonaws.com/other?${new URL(confirmUrl(TOPIC, 'a')).searchParams}`,
    `http://sns.eu-central-1.amazonaws.com/?${new URL(confirmUrl(TOPIC, 'a')).searchParams}`,
    confirmUrl('arn:aws:sns:eu-central-1:123456789012:other', 'a'),
    confirmUrl(TOPIC, 'b'),
  ])('is refused without a request if its URL is %s', async (SubscribeURL) => {
    sns.pages.set(SubscribeURL, 'hello')
    const envelope = sns.confirmation('SubscriptionConfirmation', { Token: 'a', SubscribeURL })
    await expectRefused(postEnvelope(app.url, envelope))
    expect(sns.asked).not.toContain(SubscribeURL)
  })

  test('for the end of a subscription causes no request', async () => {
    const envelope = sns.confirmation('UnsubscribeConfirmation')
    expect((await postEnvelope(app.url, envelope)).status).toBe(200)
    expect(sns.asked).not.toContain(envelope.SubscribeURL)
  })
})

test('genuine callbacks have no rate limit; failed ones have', async () => {
  const limited = await startApp({ ROLES: 'api', CALLBACK_SECRET, RATE_LIMIT_PER_SECOND: '5' })
  const good = await Promise.all(Array.from({ length: 40 }, () => postSigned(limited.url, aNotification())))
  expect(new Set(good.map(({ status }) => status))).toEqual(new Set([200]))
  const bad = await Promise.all(Array.from({ length: 40 }, () => postRaw(limited.url, '{}')))
  expect(bad.filter(({ status }) => status === 429).length).toBeGreaterThan(20)
  expect((await postSigned(limited.url, aNotification())).status).toBe(200)
  await limited.close()
})

test('a deployment without a secret makes one for all its processes', async () => {
  const made = await startApp({ ROLES: 'api' })
  expect((await postSigned(made.url, aNotification())).status).toBe(403)
  const secret = await deploymentSecret(made.app, 'callback_secret')
  expect((await postSigned(made.url, aNotification(), { secret })).status).toBe(200)
  await made.close()
})

test("the headers have the deployment's prefix", async () => {
  const own = await startApp({ ROLES: 'api', CALLBACK_SECRET, HEADER_PREFIX: 'Acme' })
  expect((await postSigned(own.url, aNotification(), { prefix: 'Acme' })).status).toBe(200)
  expect((await postSigned(own.url, aNotification())).status).toBe(403)
  await own.close()
})

test('while the secret is changed, both are accepted; afterwards only the new one', async () => {
  const fresh = 'the-next-secret-of-the-tests-with-32-characters'
  const both = await startApp({ ROLES: 'api', CALLBACK_SECRET: `${fresh},${CALLBACK_SECRET}` })
  for (const secret of [fresh, CALLBACK_SECRET]) {
    expect((await postSigned(both.url, aNotification(), { secret })).status).toBe(200)
  }
  expect((await postSigned(both.url, aNotification(), { secret: `${fresh},${CALLBACK_SECRET}` })).status).toBe(403)
  await both.close()
  const rotated = await startApp({ ROLES: 'api', CALLBACK_SECRET: fresh })
  expect((await postSigned(rotated.url, aNotification(), { secret: fresh })).status).toBe(200)
  expect((await postSigned(rotated.url, aNotification())).status).toBe(403)
  await rotated.close()
})
