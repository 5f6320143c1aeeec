import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { clientAddress } from '../../http/client-address.js'
import { setRateHeaders } from '../../http/errors.js'
import type { DoorDeps } from '../../http/server.js'

/** A notification holds 256 KiB at most; within an envelope each of its characters may take more than one. */
const MAX_BODY_BYTES = 1024 * 1024

/**
 * The routes that providers call. They have no key: each callback is signed. The signature covers the bytes as received,
 * so they are read whatever their content type.
 *
 * A genuine callback takes no rate-limit slot: providers send bursts from few addresses, and a callback that they give
 * up on is a lost event. Failures count against the client's address, so that nobody can guess signatures.
 */
export function mountCallbacks(server: FastifyInstance, deps: DoorDeps): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
      done(null, body)
    })

    scope.post('/v1/callbacks/ses', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      try {
        await deps.services.callbacks.receive('ses', rawCallback(request))
      } catch (error) {
        const isStranger = error instanceof ApiError && error.code === 'invalid_signature'
        if (isStranger) setRateHeaders(reply, await deps.limiter.takeForAddress(clientAddress(request)))
        throw error
      }
      return { received: true }
    })
  })
}

function rawCallback({ headers, body }: FastifyRequest) {
  return { headers, rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
}
