import { TRPCError } from '@trpc/server'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { authenticate } from '../http/authenticate.js'
import { answerFor } from '../http/errors.js'
import { NEVER_STORED } from '../http/response-headers.js'
import type { DoorDeps } from '../http/server.js'
import { operationList } from '../operations/list.js'
import { assertActive, assertAllowed } from '../operations/runner.js'
import { failureBehind, shapeOf } from './errors.js'
import { createRouter } from './router.js'

const PREFIX = '/trpc/'
const MAX_BATCH_CALLS = 50
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** The tRPC API: every procedure under `/trpc`, with subscriptions as server-sent events. */
export function mountTrpc(server: FastifyInstance, deps: DoorDeps): void {
  const router = createRouter(deps)
  const operations = new Map(operationList.map((operation) => [operation.name, operation]))

  // In its own scope, because tRPC parses the body itself and errors have another format.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => sendTrpcError(request, reply, error))
    scope.get(`${PREFIX}:path`, { onRequest: admit, handler })
    scope.post(`${PREFIX}:path`, { onRequest: admit, handler })
    for (const { name, maxBodyBytes: bodyLimit } of operationList) {
      if (bodyLimit) scope.post(`${PREFIX}${name}`, { bodyLimit, onRequest: admit, handler })
    }
  })

  /** Runs before the body is read, so that nobody can upload anything without a suitable key. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.headers(NEVER_STORED)
    const names = namesIn(request)
    const tooMany = names.length > MAX_BATCH_CALLS
    request.caller = await authenticate(deps, request, reply, tooMany ? 1 : names.length)
    assertActive(request.caller)
    if (tooMany) {
      throw new ApiError(
        'invalid_request',
        `A batch can have at most ${MAX_BATCH_CALLS} calls; this one has ${names.length}.`,
      )
    }
    const operation = request.method === 'POST' && names.length === 1 && operations.get(names[0]!)
    if (operation) await assertAllowed(deps, operation, request.caller)
  }

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const names = namesIn(request)
    if (operations.get(names[0]!)?.kind === 'subscription') deps.streams.watch(reply.raw)
    await fastifyRequestHandler({
      router,
      req: request,
      res: reply,
      // tRPC decodes the path again, and must see only the calls that were counted.
      path: encodeURIComponent(names.join(',')),
      // For queries whose input is too large for a URL. Mutations never accept GET.
      allowMethodOverride: true,
      createContext: () => ({ caller: request.caller! }),
      // Without this, errors from before the calls would be sent as text.
      responseMeta: ({ eagerGeneration }) => (eagerGeneration ? {} : { headers: JSON_TYPE }),
      onError: ({ error }) => void answerFor(request, reply, failureBehind(error)),
    })
    return reply
  }
}

/** The procedures that a request calls. A procedure with its own route is named by that route. */
function namesIn({ params, routeOptions }: FastifyRequest): string[] {
  const { path = routeOptions.url!.slice(PREFIX.length) } = params as { path?: string }
  return path.split(',')
}

function sendTrpcError(request: FastifyRequest, reply: FastifyReply, failure: unknown): FastifyReply {
  const error = answerFor(request, reply, failure instanceof TRPCError ? failureBehind(failure) : failure)
  const [name, ...others] = namesIn(request)
  return reply
    .code(error.status)
    .headers(JSON_TYPE)
    .send({ error: shapeOf(error, others.length === 0 ? name : undefined) })
}
