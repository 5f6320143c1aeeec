import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

const HEADER = 'idempotency-key'
/** Other characters reach the service in different encodings, depending on the client. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

/**
 * The header Idempotency-Key; undefined without one.
 * @throws ApiError `invalid_request` if it has several values or other characters than printable ASCII.
 */
export function keyOfHeader({ headers, raw }: FastifyRequest): string | undefined {
  if (headers[HEADER] === undefined) return undefined
  const [key = '', ...others] = new Set(raw.headersDistinct[HEADER])
  if (others.length > 0 || !PRINTABLE_ASCII.test(key)) throw new ApiError('invalid_request', UNCLEAR)
  return key
}

const UNCLEAR =
  'The header Idempotency-Key must have one value of printable ASCII characters. Send other keys in the body.'
