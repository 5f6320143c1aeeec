import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { admit } from '../http/authenticate.js'
import { NEVER_STORED } from '../http/response-headers.js'
import type { DoorDeps } from '../http/server.js'
import { lazyAsync } from '../lib/concurrency/lazy-async.js'
import { assertActive } from '../operations/runner.js'

const PATH = '/mcp'

/**
 * The operations as tools for language models: the Model Context Protocol over its streamable HTTP transport, without
 * sessions. Every request has a key; the cookie of a browser session counts for nothing here.
 */
export function mountMcp(server: FastifyInstance, deps: DoorDeps): void {
  // Loaded for the first client: most deployments have none, and the SDK takes as long to load as the other doors.
  const load = lazyAsync(() => import('./tool-server.js'))
  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: PATH,
    config: { body: 'mail' },
    // Before the body is read, so that nobody can upload anything without a key.
    onRequest: async (request, reply) => {
      reply.headers(NEVER_STORED)
      assertOwnOrigin(request, deps)
      await admit(deps, request, reply, deps.services.apiKeys.authenticate(request.headers.authorization))
      assertActive(request.caller!)
    },
    handler: async (request, reply) => {
      if (Array.isArray(request.body)) {
        throw new ApiError('invalid_request', 'The body must be one JSON-RPC message, not a list.')
      }
      const { answerMcp } = await load()
      const answer = await answerMcp({ deps, request, reply, caller: request.caller! }, webRequest(request, deps))
      return send(reply, answer)
    },
  })
}

/**
 * Refuses pages of other sites (Model Context Protocol, streamable HTTP, security: servers must check the Origin). Programs
 * send none.
 * @throws ApiError `forbidden`.
 */
function assertOwnOrigin({ headers: { origin } }: FastifyRequest, { config }: DoorDeps): void {
  if (origin === undefined || origin === new URL(config.baseUrl).origin || config.corsOrigins.includes(origin)) return
  throw new ApiError('forbidden', 'Pages of this origin may not use the tools. CORS_ORIGINS names those that may.')
}

/** The request as the SDK takes it. The body has been read. */
function webRequest({ method, url, headers }: FastifyRequest, { config }: DoorDeps): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  )
  return new Request(new URL(url, config.baseUrl), { method, headers: given })
}

/** A response of the SDK. To clients of 2025 it is an event stream, which ends with the answer. */
async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const name of ['content-type', 'allow']) {
    const value = answer.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  return reply.code(answer.status).send(await answer.text())
}
