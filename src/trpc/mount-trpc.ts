import { TRPCError } from '@trpc/server'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { authenticate } from '../http/authenticate.js'
import { answerFor } from '../http/errors.js'
import { acceptJsonOnly, assertJsonParameter } from '../http/json-body.js'
import { NEVER_STORED } from '../http/response-headers.js'
import type { DoorDeps } from '../http/server.js'
import { AnswerBudget } from '../operations/answer-budget.js'
import { largestSize } from '../operations/body-sizes.js'
import { isRestOnly, operationList } from '../operations/list.js'
import { type AnyOperation, assertActive, assertAllowed, mayRun } from '../operations/runner.js'
import type { Caller } from '../services/caller.js'
import { causeOf, shapeOf } from './errors.js'
import { Inputs } from './inputs.js'
import { createRouter } from './router.js'

const PREFIX = '/trpc/'
const MAX_BATCH_CALLS = 50
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
/** In place of what tRPC says of streams: that caches may keep them. */
const STREAM = { 'cache-control': `${NEVER_STORED['cache-control']}, no-transform` }

/** The tRPC API: every procedure under `/trpc`, with subscriptions as server-sent events. */
export function mountTrpc(server: FastifyInstance, deps: DoorDeps): void {
  const router = createRouter(deps)
  const offered = operationList.filter((operation) => !isRestOnly(operation))
  const operations = new Map(offered.map((operation) => [operation.name, operation]))

  deps.openRequests.format(PREFIX, (error) => ({ body: { error: shapeOf(error) } }))
  // In its own scope, because errors have another format.
  server.register(async (scope) => {
    acceptJsonOnly(scope, (request) => largestSize(calledBy(request)))
    scope.setErrorHandler((error, request, reply) => sendTrpcError(request, reply, error))
    scope.route({ method: ['GET', 'POST'], url: `${PREFIX}:path`, onRequest: admit, handler })
  })

  /** The operations that a request calls. GET cannot change anything. */
  const calledBy = (request: FastifyRequest): AnyOperation[] => {
    const called = namesIn(request).flatMap((name) => operations.get(name) ?? [])
    return request.method === 'GET' ? called.filter(({ kind }) => kind !== 'mutation') : called
  }

  /** Runs before any input is read, so that nobody can upload anything without a suitable key. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.headers(NEVER_STORED)
    const names = namesIn(request)
    const tooMany = names.length > MAX_BATCH_CALLS
    const facts = { slots: tooMany ? 1 : names.length, isWrite: request.method === 'POST' }
    request.caller = await authenticate(deps, request, reply, facts)
    assertActive(request.caller)
    if (tooMany) {
      throw new ApiError(
        'invalid_request',
        `A batch can have at most ${MAX_BATCH_CALLS} calls; this one has ${names.length}.`,
      )
    }
    await assertSomeAllowed(request, request.caller)
    const { input } = query(request)
    if (input && calledBy(request).length > 0) assertJsonParameter('input', input)
  }

  /** Refuses a request none of whose calls is allowed. Those of a batch of which one is are refused one by one. */
  async function assertSomeAllowed(request: FastifyRequest, caller: Caller): Promise<void> {
    const called = calledBy(request)
    if (called.length > 1 && called.some((operation) => mayRun(deps.config, operation, caller))) return
    const [allowed] = await Promise.all(called.map((operation) => assertAllowed(deps, operation, caller)))
    if (allowed) request.allowed = allowed
  }

  // A list, to be added to what tRPC says itself.
  const varies = deps.config.corsOrigins.length > 0 ? { vary: ['Origin'] } : {}

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const names = namesIn(request)
    const { batch } = query(request)
    const inputs = Inputs.of(request.body, { calls: names.length, isBatch: batch === '1' })
    request.body = inputs.text
    // Without a body there is no type. tRPC wants one, and would say nothing about the fields that are missing.
    if (request.body === undefined) request.raw.headers['content-type'] ??= 'application/json'
    if (operations.get(names[0]!)?.kind === 'subscription') {
      deps.openRequests.leave(request.raw)
      deps.streams.watch(reply.raw)
    }
    await fastifyRequestHandler({
      router,
      req: request,
      res: reply,
      // tRPC decodes the path again, and must see only the calls that were counted.
      path: encodeURIComponent(names.join(',')),
      // For queries whose input is too large for a URL. Mutations never accept GET.
      allowMethodOverride: true,
      createContext: () => ({ caller: request.caller!, allowed: request.allowed, inputs, answer: new AnswerBudget() }),
      // Without the type, errors from before the calls would be sent as text.
      responseMeta: ({ eagerGeneration }) => ({ headers: { ...(eagerGeneration ? STREAM : JSON_TYPE), ...varies } }),
      onError: ({ error }) => void answerFor(request, reply, causeOf(error)),
    })
    return reply
  }
}

/** The procedures that a request calls. */
const namesIn = ({ params }: FastifyRequest): string[] => (params as { path: string }).path.split(',')

/** The parameters that tRPC reads too, which takes the first of several. */
function query(request: FastifyRequest): { input?: string; batch?: string } {
  const entries = Object.entries(request.query as Record<string, string | string[]>)
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat()[0]]))
}

function sendTrpcError(request: FastifyRequest, reply: FastifyReply, failure: unknown): FastifyReply {
  const error = answerFor(request, reply, failure instanceof TRPCError ? causeOf(failure) : failure)
  const [name, ...others] = namesIn(request)
  return reply
    .code(error.status)
    .headers(JSON_TYPE)
    .send({ error: shapeOf(error, others.length === 0 ? name : undefined) })
}
