import { createHash, randomBytes } from 'node:crypto'

/** The format of a key, live or test, issued by us or set by the operator. */
const KEY = /^sk_(live|test)_[A-Za-z0-9_-]{32,192}$/

const PREFIX_LENGTH = 12

/** Makes a secret: a prefix for the mode and 256 random bits. */
export function newSecret(testMode: boolean): string {
  return `sk_${testMode ? 'test' : 'live'}_${randomBytes(32).toString('base64url')}`
}

/** What is stored of a secret: enough to recognize it, not enough to use it. */
export function storedFormOf(secret: string): { hash: string; key_prefix: string } {
  return { hash: createHash('sha256').update(secret).digest('hex'), key_prefix: secret.slice(0, PREFIX_LENGTH) }
}

/** The secret in an Authorization header; null if it cannot be a key. */
export function bearerSecret(header: string | undefined): string | null {
  const [scheme, secret, ...rest] = (header ?? '').trim().split(/ +/)
  return scheme?.toLowerCase() === 'bearer' && rest.length === 0 && secret && KEY.test(secret) ? secret : null
}
