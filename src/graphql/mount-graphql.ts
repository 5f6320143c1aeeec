import { Readable } from 'node:stream'
import { useAPQ } from '@graphql-yoga/plugin-apq'
import { useDisableIntrospection } from '@graphql-yoga/plugin-disable-introspection'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentNode } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { ApiError } from '../errors.js'
import { authenticate, takeFurtherSlots } from '../http/authenticate.js'
import { answerFor } from '../http/errors.js'
import { assertJsonParameter } from '../http/json-body.js'
import { rememberRequestError } from '../http/log-requests.js'
import { NEVER_STORED } from '../http/response-headers.js'
import type { DoorDeps } from '../http/server.js'
import { WeightedCache } from '../lib/collections/weighted-cache.js'
import { jsonPieces } from '../lib/json/json-pieces.js'
import { AnswerBudget } from '../operations/answer-budget.js'
import { assertActive } from '../operations/runner.js'
import type { GraphqlContext, RequestContext } from './context.js'
import { CostBudget } from './cost-budget.js'
import { useDescriptionLimits } from './description-limits.js'
import { createErrorMask, errorsBody, useErrorMask } from './errors.js'
import { graphiqlPage, serveGraphiqlAssets, wantsPage } from './graphiql.js'
import { useLargeResults } from './large-results.js'
import { LIMITS, useCostLimits, useDocumentLimits, useTurns } from './limits.js'
import { Loaders } from './loaders.js'
import { usePreparedIntrospection } from './prepared-introspection.js'
import { sendResults, useResultStreams } from './result-stream.js'
import { schema } from './schema.js'
import { type SentOperation, slotsOf, withDocument } from './slots.js'

const PATH = '/graphql'
/** Size of the cache of parsed documents, in characters; the parsed form takes about fifty times that. */
const KEPT_CHARS = 512 * 1024

/** The GraphQL API: queries and mutations, subscriptions as server-sent events, and GraphiQL in the browser. */
export function mountGraphql(server: FastifyInstance, deps: DoorDeps): void {
  const persisted = new WeightedCache<string>({
    maxWeight: KEPT_CHARS,
    weigh: (_hash, document) => document.length,
  })
  const yoga = createYogaFor(deps, persisted)
  server.addHook('onClose', () => yoga.dispose())
  serveGraphiqlAssets(server)
  deps.openRequests.format(PATH, (error) => ({ body: errorsBody(error) }))
  server.route({
    method: ['GET', 'POST'],
    url: PATH,
    config: { body: 'mail' },
    errorHandler: (failure, request, reply) => {
      const error = answerFor(request, reply, failure)
      reply.code(error.status).type('application/json; charset=utf-8').send(errorsBody(error))
    },
    // Before the body is read, so that nobody can upload anything without a key.
    onRequest: async (request, reply) => {
      reply.headers(NEVER_STORED)
      if (wantsPage(request)) return reply.headers(graphiqlPage.headers).send(graphiqlPage.body)
      const caller = await authenticate(deps, request, reply)
      assertActive(caller)
      request.caller = caller
    },
    handler: async (request, reply) => {
      assertRequest(request)
      const operations = operationsIn(request).map((one) => withDocument(one, (hash) => persisted.get(hash)))
      await takeFurtherSlots(deps, request, reply, slotsOf(operations))
      const context = contextOf(deps, request, reply)
      // Yoga gets the parsed body, because its bytes are already consumed.
      const body = Array.isArray(request.body) ? operations : request.body && operations[0]
      const parsed = Object.assign(request.raw, { body })
      const answer = await yoga.handleNodeRequestAndResponse(parsed, reply.raw, context)
      if (!context.results) return sendAnswer(reply, answer, context)
      takeOver(reply)
      deps.openRequests.leave(request.raw)
      deps.streams.watch(reply.raw, { heartbeats: true })
      await sendResults(reply.raw, context.results, context.signal)
    },
  })
}

function createYogaFor(deps: DoorDeps, persisted: WeightedCache<string>) {
  const maskError = createErrorMask(deps.log)
  const documents = () => ({ maxWeight: KEPT_CHARS, weigh: (document: string) => document.length })
  return createYoga<RequestContext, Pick<GraphqlContext, 'loaders'>>({
    schema,
    graphqlEndpoint: PATH,
    context: ({ deps, caller, answer }) => ({ loaders: new Loaders(deps, caller, answer) }),
    maskedErrors: { maskError },
    batching: { limit: LIMITS.batch },
    maxRequestBodySize: false,
    parserAndValidationCache: {
      documentCache: new WeightedCache<DocumentNode>(documents()),
      errorCache: new WeightedCache<unknown>(documents()),
    },
    plugins: [
      useErrorMask(maskError),
      useTurns(),
      useResultStreams(),
      useLargeResults(),
      useDocumentLimits(),
      useCostLimits(),
      useDescriptionLimits(),
      useAPQ({
        store: persisted,
        responseConfig: { forceStatusCodeOk: true },
      }),
      // After the hash of a persisted query has become its text.
      deps.config.graphqlIntrospection ? usePreparedIntrospection(schema) : useDisableIntrospection(),
    ],
    // This server does these itself.
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    logging: false,
  })
}

/** Refuses what Yoga would not understand, with our own errors. */
function assertRequest({ method, body, query }: FastifyRequest): void {
  if (method === 'GET') {
    const { variables, extensions } = query as Record<string, unknown>
    for (const [name, value] of Object.entries({ variables, extensions })) {
      if (value) assertJsonParameter(name, String(value))
    }
    return
  }
  if (Array.isArray(body) && body.length > LIMITS.batch) {
    throw new ApiError(
      'invalid_request',
      `A batch can have at most ${LIMITS.batch} operations; this one has ${body.length}.`,
    )
  }
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) {
    throw new ApiError(
      'invalid_request',
      `The body must be a JSON object with \`query\`, or an array of 1 to ${LIMITS.batch} of them.`,
    )
  }
}

/** The operations of a request. A GET cannot change anything, so it counts as one query. */
const operationsIn = ({ body }: FastifyRequest): SentOperation[] => [(body ?? {}) as SentOperation].flat()

function contextOf(deps: DoorDeps, request: FastifyRequest, reply: FastifyReply): RequestContext {
  const connection = new AbortController()
  reply.raw.once('close', () => connection.abort())
  // The client may have left while its key was looked up.
  if (reply.raw.closed || request.raw.socket.destroyed) connection.abort()
  const { accept = '*/*' } = request.headers
  const isBatch = Array.isArray(request.body)
  const takesStream = /text\/event-stream|text\/\*|\*\/\*/.test(accept)
  return {
    deps,
    caller: request.caller!,
    signal: connection.signal,
    note: (error) => rememberRequestError(request, error),
    answer: new AnswerBudget(),
    cost: new CostBudget(LIMITS.cost),
    isBatch,
    mayStream: takesStream && !isBatch,
    large: [],
    results: null,
  }
}

/**
 * Headers of Yoga's answers that this server sets itself: answers can have secrets, so none is stored, and the length of one
 * that is written in pieces is another.
 */
const OWN_HEADERS = ['cache-control', 'connection', 'content-length', 'transfer-encoding']

async function sendAnswer(reply: FastifyReply, answer: Response, context: RequestContext): Promise<FastifyReply> {
  const { large, isBatch } = context
  const body = large.length === 0 ? await answer.text() : Readable.from(jsonPieces(isBatch ? large : large[0]))
  for (const [name, value] of answer.headers) {
    if (!OWN_HEADERS.includes(name.toLowerCase())) reply.header(name, value)
  }
  return reply.code(answer.status).send(body)
}

/** From here on, the response is written directly to the connection, with the headers that are already set. */
function takeOver(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
}
