import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { authenticate, authenticateIfAsked } from '../http/authenticate.js'
import { mountFileRoutes, readFile } from '../http/multipart.js'
import { NEVER_STORED } from '../http/response-headers.js'
import type { DoorDeps } from '../http/server.js'
import type { RunFacts } from '../operations/operation.js'
import { assertAllowed, runOperation } from '../operations/runner.js'
import { mountCallbacks } from './callbacks/mount-callbacks.js'
import { mountDocs } from './docs/mount-docs.js'
import { mountOpenApi } from './openapi/mount-openapi.js'
import { inputOf, operationOf, type Route, routes } from './routes.js'
import { mountStoredFiles } from './stored-files.js'

/** The REST API: every route of `/v1`, and the documentation. */
export function mountRest(server: FastifyInstance, deps: DoorDeps): void {
  for (const route of routes) if (!route.file) bind(server, deps, route)
  mountFileRoutes(server, (scope) => {
    for (const route of routes) if (route.file) bind(scope, deps, route)
  })
  mountStoredFiles(server, deps)
  mountCallbacks(server, deps)
  mountOpenApi(server, deps.config)
  mountDocs(server)
}

function bind(server: FastifyInstance, deps: DoorDeps, route: Route): void {
  server.route({
    method: route.method,
    url: route.path,
    ...(route.operation.maxBodyBytes && { bodyLimit: route.operation.maxBodyBytes }),
    // Before the body is read, so that nobody can upload anything without a suitable key.
    onRequest: async (request, reply) => {
      const operation = operationOf(route, request)
      if (operation.secret) reply.headers(NEVER_STORED)
      const identify = operation.scope === 'public' ? authenticateIfAsked : authenticate
      const caller = await identify(deps, request, reply)
      await assertAllowed(deps, operation, caller)
      request.caller = caller
    },
    handler: async (request, reply) => {
      const input = route.file ? await fileInput(request, route.file.maxBytes) : inputOf(route, request)
      const facts: RunFacts = {}
      const operation = operationOf(route, request)
      const result = await runOperation(deps, operation, request.caller, input, facts).catch(inWordsOf(route))
      reply.code((facts.existed ? route.statusIfExisted : route.status) ?? 200)
      if (route.answer) return reply.type(route.answer.mediaType).send(contentOf(route.answer, result))
      return route.status === 204 ? reply.send() : reply.send(result)
    },
  })
}

const contentOf = ({ content }: NonNullable<Route['answer']>, result: unknown) => {
  const made = content(result as never)
  return typeof made === 'string' ? made : Buffer.from(made)
}

/** Converts problems with the input to problems with the body. */
const inWordsOf = (route: Route) => (failure: unknown) => {
  const whole = route.bodyField ?? ''
  if (!(failure instanceof ApiError) || !failure.details?.some(({ path }) => path === whole)) throw failure
  throw failure.withPaths((path) => (path === whole ? 'body' : path))
}

async function fileInput(request: FastifyRequest, maxBytes: number) {
  return { ...(request.params as object), file: await readFile(request, maxBytes) }
}
