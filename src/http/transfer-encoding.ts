import type { IncomingMessage } from 'node:http'

/**
 * Whether a body is coded in another way than in chunks: a proxy may see another end of the body than this service, and
 * so another request after it (RFC 9112 6.1, 11.2). Node.js takes `identity` and others beside `chunked`.
 */
export function hasUnsupportedTransferEncoding({ headers }: IncomingMessage): boolean {
  // Node.js joins repeated headers.
  const coding = headers['transfer-encoding']
  return coding !== undefined && coding.trim().toLowerCase() !== 'chunked'
}
