import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import { updateInSlices } from '../concurrency/hash-in-slices.js'

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
 * Signs a webhook body like Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<id>.<timestampSeconds>.<rawBody>`
 * with `secret`.
 */
export function signStandard(secret: string, id: string, timestampSeconds: number, rawBody: string): string {
  return `v1,${digest(secret, `${id}.${timestampSeconds}`, rawBody).toString('base64')}`
}

/** Both signatures of a webhook body of any size, in as many turns of the event loop as they take. */
export async function signInSlices(
  secret: string,
  id: string,
  timestampSeconds: number,
  rawBody: Uint8Array,
): Promise<{ payload: string; standard: string }> {
  const [payload, standard] = [`${timestampSeconds}.`, `${id}.${timestampSeconds}.`].map((head) =>
    createHmac('sha256', secret).update(head),
  ) as [Hmac, Hmac]
  for (const hmac of [payload, standard]) await updateInSlices(hmac, rawBody)
  return { payload: payload.digest('hex'), standard: `v1,${standard.digest('base64')}` }
}

/** A secret in the form that libraries for Standard Webhooks take: they use the decoded bytes as the key. */
export function standardSecretOf(secret: string): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`
}

/**
 * Checks a signature made by {@link signPayload}, in constant time over all secrets, and of a large body in as many turns
 * of the event loop as that takes. Never rejects: anything missing, malformed or outside the tolerance is invalid.
 */
export async function verifySignature(check: SignatureCheck): Promise<boolean> {
  const read = readSignature(check)
  if (!read) return false
  const body = typeof check.rawBody === 'string' ? Buffer.from(check.rawBody) : check.rawBody
  let valid = false
  for (const secret of check.secrets) {
    const hmac = createHmac('sha256', secret).update(`${read.timestamp}.`)
    await updateInSlices(hmac, body)
    // No early exit, so that timing does not reveal which secret matched.
    valid = (timingSafeEqual(read.given, hmac.digest()) && secret !== '') || valid
  }
  return valid
}

/** What is compared; null if the signature is malformed or its time is outside the tolerance. */
function readSignature(check: SignatureCheck): { timestamp: string; given: Buffer } | null {
  const timestamp = String(check.timestamp ?? '')
  if (!TIMESTAMP.test(timestamp) || !SIGNATURE_HEX.test(check.signature ?? '')) return null
  if (!(Math.abs(check.nowSeconds - Number(timestamp)) <= check.toleranceSeconds)) return null
  return { timestamp, given: Buffer.from(check.signature ?? '', 'hex') }
}

function digest(secret: string, head: string, rawBody: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${head}.`).update(rawBody).digest()
}
