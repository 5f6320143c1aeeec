import { createHash } from 'node:crypto'
import type { SendRequest } from '../../contract/messages.js'
import { canonicalJson } from '../../lib/canonical-json.js'

/**
 * Identifies repeated requests with the same idempotency key: a SHA-256 of the request's canonical form and the mode of
 * the API key. A missing field differs from one with the default value.
 */
export function requestHash(request: SendRequest, testMode: boolean): string {
  return createHash('sha256')
    .update(testMode ? 'test:' : 'live:')
    .update(canonicalJson(request))
    .digest('hex')
}
