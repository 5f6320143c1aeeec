import type { FastifyInstance } from 'fastify'
import { authenticate } from '../http/authenticate.js'
import type { DoorDeps } from '../http/server.js'
import { assertAllowed, runOperation } from '../operations/runner.js'
import { mountCallbacks } from './callbacks/mount-callbacks.js'
import { mountDocs } from './docs/mount-docs.js'
import { mountOpenApi } from './openapi/mount-openapi.js'
import { inputOf, operationOf, type Route, routes } from './routes.js'

/** The REST door: every route of `/v1`, and their documentation. */
export function mountRest(server: FastifyInstance, deps: DoorDeps): void {
  for (const route of routes) bind(server, deps, route)
  mountCallbacks(server, deps)
  mountOpenApi(server, deps.config)
  mountDocs(server)
}

function bind(server: FastifyInstance, deps: DoorDeps, route: Route): void {
  server.route({
    method: route.method,
    url: route.path,
    ...(route.operation.maxBodyBytes && { bodyLimit: route.operation.maxBodyBytes }),
    // Before the body is read: nobody uploads anything without a key that may.
    onRequest: async (request, reply) => {
      const caller = await authenticate(deps, request, reply)
      assertAllowed(deps.config, operationOf(route, request), caller)
      request.caller = caller
    },
    handler: async (request, reply) => {
      const result = await runOperation(deps, operationOf(route, request), request.caller!, inputOf(route, request))
      reply.code(route.status ?? 200)
      if (route.respond) return route.respond.send(reply.type(route.respond.mediaType), result as never)
      return route.status === 204 ? reply.send() : reply.send(result)
    },
  })
}
