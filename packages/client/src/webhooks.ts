import type { components } from './schema.js'

/** The event in the body of a webhook request. */
export type WebhookEvent = components['schemas']['WebhookRequest']

/** Headers of a request, as `fetch` or Node represent them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** First part of the header names, as in `Svc-Signature`. `Svc` by default. */
  headerPrefix?: string
  /** Largest difference between the timestamp and the clock, in ms. 5 minutes by default. */
  toleranceMs?: number
  /** The current time, in ms since 1970. */
  now?: number
}

/** Why a webhook request was refused. */
export type WebhookErrorCode =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'timestamp_out_of_range'
  | 'invalid_signature'
  | 'invalid_body'

/** A request that is not a genuine webhook of the service. Respond with 400 or 401. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

const TOLERANCE_MS = 5 * 60_000
const STANDARD_PREFIX = 'whsec_'
/** More signatures than any rotation needs; each costs time. */
const MAX_SIGNATURES = 10
const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' }

/**
 * Verifies a webhook request and returns its event. Deduplicate by `event_id`: an event may arrive more than once. If the
 * headers with the prefix are missing, those of Standard Webhooks count.
 * @param rawBody the body as it was received, before any parsing
 * @param secrets the `signing_secret` of the subscription, or its `standard_secret`; during a rotation, the new one and
 *   the old one
 * @throws WebhookVerificationError whose `code` says what is wrong; TypeError if there is no secret, or not a valid one
 */
export async function verifyWebhook(
  rawBody: string | ArrayBuffer | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { headerPrefix = 'Svc', toleranceMs = TOLERANCE_MS, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  // An environment variable that is not set is undefined.
  const keys = [secrets].flat().filter((secret) => secret)
  if (keys.length === 0) throw new TypeError('No secret is set: pass the signing_secret of the subscription.')
  const body = bytesOf(rawBody)
  const { timestamp, signatures, head } = claimIn(headers, headerPrefix)
  assertRecent(timestamp, toleranceMs, now)
  const signed = concat(new TextEncoder().encode(head), body)
  const checks = keys.flatMap((secret) => signatures.map((signature) => isSignedWith(secret, signature, signed)))
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookVerificationError('invalid_signature', 'No secret matches the signature.')
  }
  return eventIn(body)
}

/** Frameworks may have parsed the body, or have none for a content type that they do not read. */
function bytesOf(rawBody: string | ArrayBuffer | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  const isBuffer = Object.prototype.toString.call(rawBody) === '[object ArrayBuffer]'
  if (isBuffer || ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody)
  const message =
    'The body is not raw: pass it as it was received, as a string or bytes, before a body parser reads it.'
  throw new WebhookVerificationError('invalid_body', message)
}

/** What a request claims: when it was signed, its signatures, and what is signed before its body. */
interface Claim {
  timestamp: string
  signatures: Uint8Array<ArrayBuffer>[]
  head: string
}

function claimIn(headers: WebhookHeaders, prefix: string): Claim {
  if (find(headers, `${prefix}-Signature`) === null && find(headers, 'webhook-signature') !== null) {
    return standardClaimIn(headers)
  }
  const timestamp = headerIn(headers, `${prefix}-Timestamp`)
  const signature = fromHex(headerIn(headers, `${prefix}-Signature`))
  return { timestamp, signatures: [signature], head: `${timestamp}.` }
}

/** The same from the headers of Standard Webhooks. Signatures of other versions than ours are ignored. */
function standardClaimIn(headers: WebhookHeaders): Claim {
  const id = headerIn(headers, 'webhook-id')
  const timestamp = headerIn(headers, 'webhook-timestamp')
  const signatures = headerIn(headers, 'webhook-signature')
    .split(' ')
    .flatMap((text) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(text)?.[1] ?? [])
    .slice(0, MAX_SIGNATURES)
  if (signatures.length === 0) {
    throw new WebhookVerificationError('invalid_signature', 'The signature is not v1, and 32 bytes in base64.')
  }
  return { timestamp, signatures: signatures.map(fromBase64), head: `${id}.${timestamp}.` }
}

function find(headers: WebhookHeaders, name: string): string | null {
  return (isHeaders(headers) ? headers.get(name) : valueIn(headers, name.toLowerCase())) || null
}

function headerIn(headers: WebhookHeaders, name: string): string {
  const value = find(headers, name)
  if (!value) throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`)
  return value
}

const isHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function'

function valueIn(headers: Exclude<WebhookHeaders, { get(name: string): unknown }>, name: string): string | undefined {
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return [entry?.[1]].flat()[0]
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new WebhookVerificationError('invalid_signature', 'The signature is not 64 lowercase hex digits.')
  }
  return Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16))
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

function assertRecent(timestamp: string, toleranceMs: number, now: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('invalid_timestamp', 'The timestamp is not a number of seconds.')
  }
  if (Math.abs(now - Number(timestamp) * 1_000) > toleranceMs) {
    const message = `The timestamp is more than ${toleranceMs / 1_000} seconds off: an old request, or a wrong clock.`
    throw new WebhookVerificationError('timestamp_out_of_range', message)
  }
}

/** WebCrypto compares in constant time. */
async function isSignedWith(secret: string, signature: BufferSource, signed: BufferSource): Promise<boolean> {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', keyOf(secret), HMAC_SHA256, false, ['verify'])
  return subtle.verify('HMAC', key, signature, signed)
}

/** A secret is its text, or in the form of Standard Webhooks base64 of it. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  if (!secret.startsWith(STANDARD_PREFIX)) return new TextEncoder().encode(secret)
  try {
    return fromBase64(secret.slice(STANDARD_PREFIX.length))
  } catch {
    throw new TypeError('A secret is not valid: after whsec_ it must be base64. Pass the standard_secret unchanged.')
  }
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

function eventIn(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new WebhookVerificationError('invalid_body', 'The body is not JSON.')
  }
}
