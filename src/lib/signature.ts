import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE_HEX = /^[0-9a-f]{64}$/i
const TIMESTAMP = /^\d{1,12}$/

export interface SignatureCheck {
  /** The secrets. The signature must match one of them; empty ones are ignored. */
  secrets: string[]
  /** The timestamp as received, in Unix seconds. */
  timestamp: string | number | undefined
  /** The signature as received, in hex. */
  signature: string | undefined
  /** The body exactly as received, before any parsing. */
  rawBody: string | Uint8Array
  nowSeconds: number
  /** How far the timestamp may be in the past or future, inclusive. */
  toleranceSeconds: number
}

/**
 * Signs a webhook body: the lowercase hex HMAC-SHA256 of `<timestampSeconds>.<rawBody>` with `secret`. A string body is
 * signed as UTF-8.
 */
export function signPayload(secret: string, timestampSeconds: number | string, rawBody: string | Uint8Array): string {
  return digest(secret, String(timestampSeconds), rawBody).toString('hex')
}

/**
 * Checks a signature made by {@link signPayload}, in constant time over all secrets. Never throws: anything missing,
 * malformed or outside the tolerance is invalid.
 */
export function verifySignature(check: SignatureCheck): boolean {
  const timestamp = String(check.timestamp ?? '')
  if (!TIMESTAMP.test(timestamp) || !SIGNATURE_HEX.test(check.signature ?? '')) return false
  if (!(Math.abs(check.nowSeconds - Number(timestamp)) <= check.toleranceSeconds)) return false
  const given = Buffer.from(check.signature ?? '', 'hex')
  let valid = false
  for (const secret of check.secrets) {
    // No early exit, so that timing does not reveal which secret matched.
    const matches = timingSafeEqual(given, digest(secret, timestamp, check.rawBody))
    valid = (matches && secret !== '') || valid
  }
  return valid
}

function digest(secret: string, timestamp: string, rawBody: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest()
}
