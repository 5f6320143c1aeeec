import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { countAddress } from '../../http/authenticate.js'
import { readLargeBytes } from '../../http/read-body.js'
import type { DoorDeps } from '../../http/server.js'
import {
  MAX_ENVELOPE_BYTES,
  MAX_MAIL_BYTES,
  MAX_NOTIFICATION_BYTES,
} from '../../services/receiving/inbound-callbacks.js'

/** Bytes of requests in progress. More are refused, so that strangers cannot fill the memory with what they never sign. */
const MAX_BYTES_IN_PROGRESS = 256 * 1024 * 1024
const RETRY_AFTER_S = 2

/**
 * The route by which mail comes in. It has no key: every request is signed, by this deployment's secret or by Amazon. As
 * with other callbacks, only failures count against the client's address.
 */
export function mountInbound(server: FastifyInstance, deps: DoorDeps): void {
  let inProgress = 0

  /** Before anything is read. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!deps.config.inboundEnabled) throw new ApiError('not_found')
    const bytes = mostBytes(request, deps.config.headerPrefix)
    if (inProgress > 0 && inProgress + bytes > MAX_BYTES_IN_PROGRESS) {
      throw new ApiError('overloaded', 'The service is busy. Nothing was accepted; send the mail again.', {
        retryAfterSeconds: RETRY_AFTER_S,
      })
    }
    inProgress += bytes
    reply.raw.once('close', () => {
      inProgress -= bytes
    })
  }

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readLargeBytes(payload, limitOf(request, deps.config.headerPrefix)),
    )
    scope.post('/v1/callbacks/inbound', { onRequest: admit }, async (request, reply) => {
      const { headers, body } = request
      try {
        return await deps.services.inboundCallbacks.receive({
          headers,
          rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        })
      } catch (error) {
        const isStranger = error instanceof ApiError && error.code === 'invalid_signature'
        if (isStranger) await countAddress(deps, request, reply)
        throw error
      }
    })
  })
}

/** How large a body may be: an unsigned one can only be an SNS envelope. */
function limitOf({ headers }: FastifyRequest, headerPrefix: string): number {
  const prefix = headerPrefix.toLowerCase()
  if (headers[`${prefix}-signature`] === undefined) return MAX_ENVELOPE_BYTES
  return headers[`${prefix}-recipient`] === undefined ? MAX_NOTIFICATION_BYTES : MAX_MAIL_BYTES
}

/** How much a request takes at most: its length, or the limit if it does not state one. */
function mostBytes(request: FastifyRequest, headerPrefix: string): number {
  const limit = limitOf(request, headerPrefix)
  const length = Number(request.headers['content-length'] ?? limit)
  return Math.min(Number.isNaN(length) ? limit : length, limit)
}
