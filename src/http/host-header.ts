import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

/** A host with or without a port (RFC 3986 3.2.2). */
const HOST = /^(\[[0-9a-f:.]+\]|[\w.~%!$&'()*+;=-]+)(:\d{0,5})?$/i

/**
 * Refuses a request that does not say once which host it is for (RFC 9112 3.2). Of two hosts, a proxy may take the one
 * and this service the other. HTTP/1.0 needs none.
 * @throws ApiError `invalid_request`.
 */
export function assertOneHost({ raw }: FastifyRequest): void {
  // Node.js keeps only the first one in `headers`.
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts === 0 && raw.httpVersion === '1.0') return
  if (hosts !== 1) throw new ApiError('invalid_request', `The request must have one Host header; it has ${hosts}.`)
  if (HOST.test(raw.headers.host ?? '')) return
  throw new ApiError('invalid_request', 'The Host header must be a host, with or without a port, like api.example.com.')
}
