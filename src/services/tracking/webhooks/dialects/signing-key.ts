import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The number of points of the curve P-256 (FIPS 186-5, SP 800-186 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** 128 bits more than the order has, so that no key is likelier than others (FIPS 186-5 A.2.1). */
const SEED_BYTES = 48
const COORDINATE_BYTES = 32

/**
 * The private key on P-256 that belongs to a signing secret. It is derived, so that it is stored, encrypted and rotated with
 * the secret.
 */
export function signingKeyOf(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'webhook signing key P-256', SEED_BYTES))
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(2 * COORDINATE_BYTES, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(d)
  // The byte before the coordinates says that both are there.
  const point = pair.getPublicKey().subarray(1)
  const [x, y] = [point.subarray(0, COORDINATE_BYTES), point.subarray(COORDINATE_BYTES)]
  const jwk = { kty: 'EC', crv: 'P-256', d: base64url(d), x: base64url(x), y: base64url(y) }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

/** The public key that verifies what the key of a secret has signed: the DER of SubjectPublicKeyInfo in base64. */
export function verificationKeyOf(secret: string): string {
  return createPublicKey(signingKeyOf(secret)).export({ format: 'der', type: 'spki' }).toString('base64')
}

const base64url = (bytes: Buffer) => bytes.toString('base64url')

/** Where SendGrid has a signature. @param signature of the timestamp and the body. */
export const signatureHeaders = (timestamp: number, signature: Buffer) => ({
  'X-Twilio-Email-Event-Webhook-Signature': signature.toString('base64'),
  'X-Twilio-Email-Event-Webhook-Timestamp': String(timestamp),
})
