import { createHash } from 'node:crypto'
import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import { canonicalPieces } from '../../../lib/json/canonical-json.js'

/**
 * Identifies repeated requests with the same idempotency key: a SHA-256 of the canonical form of the request as it was
 * given, and of the mode of the API key. So every field counts, also one that is unknown here, or null.
 */
export async function requestHash(given: unknown, testMode: boolean): Promise<string> {
  const hash = createHash('sha256').update(testMode ? 'test:' : 'live:')
  let isFirst = true
  for (const piece of canonicalPieces(given)) {
    // Most requests are one piece, and wait for nobody.
    if (!isFirst && shouldYield()) await yieldToEventLoop()
    hash.update(piece)
    isFirst = false
  }
  return hash.digest('hex')
}
