import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CALLBACK_ROUTES, type CallbackProvider } from '../../contract/callbacks.js'
import { ApiError } from '../../errors.js'
import { countAddress } from '../../http/authenticate.js'
import { readBytes } from '../../http/read-body.js'
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
    scope.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) =>
      readBytes(payload, MAX_BODY_BYTES),
    )
    for (const provider of CALLBACK_ROUTES) mountSource(scope, deps, provider)
  })
}

function mountSource(scope: FastifyInstance, deps: DoorDeps, provider: CallbackProvider): void {
  scope.post(`/v1/callbacks/${provider}`, async (request, reply) => {
    try {
      await deps.services.callbacks.receive(provider, rawCallback(request))
    } catch (error) {
      const isStranger = error instanceof ApiError && error.code === 'invalid_signature'
      if (isStranger) await countAddress(deps, request, reply)
      throw error
    }
    return { received: true }
  })
}

function rawCallback({ headers, body }: FastifyRequest) {
  return { headers, rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
}
