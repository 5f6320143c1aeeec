import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signPayload, verifySignature } from '../../../src/lib/http/webhook-signature.js'

const NOW = 1_790_000_000
const BODY = '{"a":"ü"}'
const SIGNATURE = signPayload('secret', NOW, BODY)
const valid = {
  secrets: ['secret'],
  timestamp: String(NOW),
  signature: SIGNATURE,
  rawBody: BODY,
  nowSeconds: NOW,
  toleranceSeconds: 300,
}

describe('signPayload', () => {
  it('is the lowercase hex HMAC-SHA256 over timestamp, dot and raw body', () => {
    expect(SIGNATURE).toBe(createHmac('sha256', 'secret').update(`${NOW}.${BODY}`, 'utf8').digest('hex'))
    expect(SIGNATURE).toMatch(/^[0-9a-f]{64}$/)
  })

  it('agrees with a test vector computed elsewhere', () => {
    // printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_test
    expect(signPayload('whsec_test', 1_700_000_000, '{}')).toBe(
      '35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91',
    )
  })

  it('signs bytes unchanged and text as UTF-8', () => {
    expect(signPayload('secret', NOW, Buffer.from(BODY))).toBe(SIGNATURE)
    const bytes = Buffer.from([0xff, 0x00, 0xfe])
    const expected = createHmac('sha256', 'secret')
      .update(Buffer.concat([Buffer.from(`${NOW}.`), bytes]))
      .digest('hex')
    expect(signPayload('secret', NOW, bytes)).toBe(expected)
  })
})

describe('verifySignature', () => {
  it('accepts what signPayload made, for any secret and body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.uint8Array(), (secret, rawBody) =>
        verifySignature({ ...valid, secrets: [secret], rawBody, signature: signPayload(secret, NOW, rawBody) }),
      ),
    )
  })

  it('accepts the signature of any of several secrets', async () => {
    expect(await verifySignature({ ...valid, secrets: ['old', 'secret'] })).toBe(true)
    expect(await verifySignature({ ...valid, secrets: ['secret', 'new'] })).toBe(true)
  })

  it('accepts a timestamp at the limit of the tolerance and refuses one beyond it, past or future', async () => {
    expect(await verifySignature({ ...valid, nowSeconds: NOW + 300 })).toBe(true)
    expect(await verifySignature({ ...valid, nowSeconds: NOW - 300 })).toBe(true)
    expect(await verifySignature({ ...valid, nowSeconds: NOW + 301 })).toBe(false)
    expect(await verifySignature({ ...valid, nowSeconds: NOW - 301 })).toBe(false)
  })

  it('refuses another body, another timestamp and another secret', async () => {
    expect(await verifySignature({ ...valid, rawBody: `${BODY} ` })).toBe(false)
    expect(await verifySignature({ ...valid, timestamp: NOW + 1 })).toBe(false)
    expect(await verifySignature({ ...valid, secrets: ['other'] })).toBe(false)
    expect(await verifySignature({ ...valid, secrets: [] })).toBe(false)
  })

  it('never accepts a signature made with an empty secret', async () => {
    expect(await verifySignature({ ...valid, secrets: [''], signature: signPayload('', NOW, BODY) })).toBe(false)
  })

  it.each([undefined, '', 'zz', SIGNATURE.slice(1), `${SIGNATURE}0`, `${SIGNATURE.slice(0, 63)}g`, `${SIGNATURE}\n`])(
    'refuses the malformed signature %j without throwing',
    async (signature) => {
      expect(await verifySignature({ ...valid, signature })).toBe(false)
    },
  )

  it.each([undefined, '', 'now', '-1', '1e9', `${NOW}.0`, ` ${NOW}`, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses the malformed timestamp %j even if it was signed',
    async (timestamp) => {
      const signature = signPayload('secret', String(timestamp), BODY)
      expect(
        await verifySignature({ ...valid, timestamp, signature, toleranceSeconds: Number.POSITIVE_INFINITY }),
      ).toBe(false)
    },
  )

  it('refuses everything if the clock or the tolerance is not a number', async () => {
    expect(await verifySignature({ ...valid, nowSeconds: Number.NaN })).toBe(false)
    expect(await verifySignature({ ...valid, toleranceSeconds: Number.NaN })).toBe(false)
  })
})
