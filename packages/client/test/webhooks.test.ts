import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, startApp, type TestApp } from '../../../test/support/start-app.js'
import { type Hit, startWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.js'
import { verifyWebhook, WebhookVerificationError } from '../src/index.js'

let app: TestApp
let receiver: WebhookReceiver
let hit: Hit
let secret: string
let standardSecret: string
beforeAll(async () => {
  app = await startApp({ HEADER_PREFIX: 'Shop' })
  receiver = await startWebhookReceiver({ headerPrefix: 'Shop' })
  const { body } = await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
  secret = body.signing_secret
  standardSecret = body.standard_secret
  await app.call('POST', `/v1/webhooks/${body.id}/test`)
  hit = await eventually('a test event', () => receiver.hits[0])
})
afterAll(async () => {
  await receiver?.close()
  await app?.close()
})

const prefix = { headerPrefix: 'Shop' }

describe('a request of the service', () => {
  test('is accepted, and its event is returned', async () => {
    const event = await verifyWebhook(hit.rawBody, hit.headers, secret, prefix)
    expect(event).toEqual(hit.body)
    expect(event.event_id).toBe(hit.eventId)
  })

  test('is accepted with every form of body and headers', async () => {
    const headers = new Headers(hit.headers as Record<string, string>)
    const { buffer, byteOffset, byteLength } = hit.rawBody
    const bodies = [hit.rawBody.toString(), buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer]
    for (const body of bodies) expect(await verifyWebhook(body, headers, secret, prefix)).toEqual(hit.body)
    const capital = Object.fromEntries([...headers].map(([name, value]) => [name.toUpperCase(), [value]]))
    expect(await verifyWebhook(hit.rawBody, capital, secret, prefix)).toEqual(hit.body)
  })

  test('is refused if its body was parsed or not read, and the error says so', async () => {
    for (const body of [hit.body, undefined, null, {}]) {
      await expect(verifyWebhook(body, hit.headers, secret, prefix)).rejects.toMatchObject({
        code: 'invalid_body',
        message: expect.stringContaining('pass it as it was received'),
      })
    }
  })

  test('is accepted with either secret during a rotation', async () => {
    expect(await verifyWebhook(hit.rawBody, hit.headers, ['the new one', secret], prefix)).toEqual(hit.body)
    expect(await verifyWebhook(hit.rawBody, hit.headers, [secret, 'the old one'], prefix)).toEqual(hit.body)
  })
})

/** The headers of a request that begin like this. */
const headersOf = (start: string) =>
  Object.fromEntries(Object.entries(hit.headers).filter(([name]) => name.startsWith(start))) as Record<string, string>

describe('the headers of Standard Webhooks', () => {
  test('are understood by the library of Standard Webhooks with the standard_secret', () => {
    const headers = headersOf('webhook-')
    expect(Object.keys(headers).sort()).toEqual(['webhook-id', 'webhook-signature', 'webhook-timestamp'])
    const library = new Webhook(standardSecret)
    expect(library.verify(hit.rawBody, headers)).toEqual(hit.body)
    expect(() => library.verify(`${hit.rawBody} `, headers)).toThrow('No matching signature')
  })

  test('are accepted alone, with the secret in either form', async () => {
    for (const own of [secret, standardSecret, ['old', standardSecret]]) {
      expect(await verifyWebhook(hit.rawBody, headersOf('webhook-'), own)).toEqual(hit.body)
    }
    expect(await verifyWebhook(hit.rawBody, headersOf('shop-'), standardSecret, prefix)).toEqual(hit.body)
  })

  test('need no header prefix, and do not count beside headers with it', async () => {
    expect(await verifyWebhook(hit.rawBody, hit.headers, secret)).toEqual(hit.body)
    const forged = { ...hit.headers, 'shop-signature': 'ab'.repeat(32) }
    await expect(verifyWebhook(hit.rawBody, forged, secret, prefix)).rejects.toMatchObject({
      code: 'invalid_signature',
    })
  })

  test('may have several signatures, as other senders make them', async () => {
    const [signed, id, at] = ['{"event_id":"evt_2"}', 'evt_2', new Date()]
    const [own, other] = [new Webhook(standardSecret), new Webhook('whsec_b3RoZXIgc2VjcmV0')]
    const sent = (...signatures: string[]) => ({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    })
    const [ours, theirs] = [own.sign(id, at, signed), other.sign(id, at, signed)]
    expect(await verifyWebhook(signed, sent('v1a,AAAA', theirs, ours), secret)).toEqual({ event_id: 'evt_2' })
    for (const [headers, code] of [
      [sent(theirs), 'invalid_signature'],
      [sent('v1a,AAAA'), 'invalid_signature'],
      [sent(ours.replace('v1,', 'v2,')), 'invalid_signature'],
      [{ ...sent(ours), 'webhook-id': 'evt_3' }, 'invalid_signature'],
      [{ ...sent(ours), 'webhook-id': '' }, 'missing_header'],
      [{ ...sent(ours), 'webhook-timestamp': '1' }, 'timestamp_out_of_range'],
    ] as const) {
      await expect(verifyWebhook(signed, headers, secret)).rejects.toMatchObject({ code })
    }
  })

  test('cannot be checked with a standard_secret that was changed', async () => {
    const broken = verifyWebhook(hit.rawBody, headersOf('webhook-'), 'whsec_#')
    await expect(broken).rejects.toThrow('after whsec_ it must be base64')
  })
})

describe('a request is refused with the reason', () => {
  const NOW_SECONDS = 1_795_251_603
  const BODY = '{"event_id":"evt_1"}'
  const signed = (timestamp: string, body = BODY, key = 's3cret') => ({
    'svc-timestamp': timestamp,
    'svc-signature': createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex'),
  })
  const genuine = signed(String(NOW_SECONDS))

  const verify = (headers: Record<string, string>, { body = BODY, secrets = ['s3cret'] } = {}) =>
    verifyWebhook(body, headers, secrets, { now: NOW_SECONDS * 1_000 })

  test.each([
    ['no timestamp', 'missing_header', () => verify({ 'svc-signature': genuine['svc-signature'] })],
    ['no signature', 'missing_header', () => verify({ 'svc-timestamp': genuine['svc-timestamp'] })],
    ['headers of another prefix', 'missing_header', () => verify({ 'shop-timestamp': '1', 'shop-signature': 'x' })],
    ['an invalid timestamp', 'invalid_timestamp', () => verify(signed('yesterday'))],
    ['a timestamp more than 5 minutes ago', 'timestamp_out_of_range', () => verify(signed(String(NOW_SECONDS - 301)))],
    [
      'a timestamp more than 5 minutes ahead',
      'timestamp_out_of_range',
      () => verify(signed(String(NOW_SECONDS + 301))),
    ],
    ['an invalid signature', 'invalid_signature', () => verify({ ...genuine, 'svc-signature': 'ünsigned' })],
    ['half a signature', 'invalid_signature', () => verify({ ...genuine, 'svc-signature': 'ab'.repeat(16) })],
    ['another secret', 'invalid_signature', () => verify(genuine, { secrets: ['another', 'third'] })],
    ['another body', 'invalid_signature', () => verify(genuine, { body: `${BODY} ` })],
    ['a newer timestamp', 'invalid_signature', () => verify({ ...genuine, 'svc-timestamp': String(NOW_SECONDS + 1) })],
    ['a body that is not JSON', 'invalid_body', () => verify(signed(String(NOW_SECONDS), 'x'), { body: 'x' })],
  ])('%s: %s', async (_what, code, attempt) => {
    const failure = await attempt().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(WebhookVerificationError)
    expect(failure).toMatchObject({ code, message: expect.stringMatching(/\.$/) })
  })

  test('up to 5 minutes off is accepted; the receiver can change the limit', async () => {
    const old = signed(String(NOW_SECONDS - 300))
    expect(await verify(old)).toEqual({ event_id: 'evt_1' })
    const strict = verifyWebhook(BODY, old, 's3cret', { now: NOW_SECONDS * 1_000, toleranceMs: 60_000 })
    await expect(strict).rejects.toThrow('more than 60 seconds off')
  })

  test('a receiver without a secret gets an error and accepts nothing', async () => {
    const forged = signed(String(NOW_SECONDS), BODY, '')
    for (const secrets of [[], [''], [undefined as never]]) {
      await expect(verify(forged, { secrets })).rejects.toThrow('No secret is set')
    }
  })
})
