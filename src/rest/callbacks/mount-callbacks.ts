import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { clientAddress } from '../../http/client-address.js'
import { setRateHeaders } from '../../http/errors.js'
import type { DoorDeps } from '../../http/server.js'

/** A notification holds 256 KiB at most; within an envelope each of its characters may take more than one. */
const MAX_BODY_BYTES = 1024 * 1024

/**
 * What providers call. They have no key: each callback is signed, and the signature is over the bytes as they came,
 * whatever type they are said to be of.
 *
 * A genuine callback takes no slot of a rate limit: a provider sends in bursts from few addresses, and one that it gives
 * up on is an event lost. Only failures count, against the address they came from, so that nobody can try signatures
 * at leisure.
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
