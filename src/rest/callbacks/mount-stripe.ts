import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { countAddress } from '../../http/authenticate.js'
import { readBytes } from '../../http/read-body.js'
import type { DoorDeps } from '../../http/server.js'

/** Far more than an invoice with many lines has. */
const MAX_BODY_BYTES = 1024 * 1024

/**
 * The route that Stripe calls. The signature covers the bytes as received, so they are read whatever their content type.
 * As with other callbacks, only failures count against the client's address.
 */
export function mountStripe(server: FastifyInstance, deps: DoorDeps): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) =>
      readBytes(payload, MAX_BODY_BYTES),
    )
    scope.post('/v1/callbacks/stripe', async (request, reply) => {
      const { headers, body } = request
      const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      try {
        await deps.services.billingCallbacks.receive({ headers, rawBody })
      } catch (error) {
        const isStranger = error instanceof ApiError && error.code === 'invalid_signature'
        if (isStranger) await countAddress(deps, request, reply)
        throw error
      }
      return { received: true }
    })
  })
}
