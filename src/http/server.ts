import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { ApiError } from '../errors.js'
import { messageOf } from '../lib/unknown-error.js'
import type { RunnerDeps } from '../operations/runner.js'
import type { Caller } from '../services/caller.js'
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js'
import { trustProxy } from './client-address.js'
import { sendError } from './errors.js'
import { assertOneHost } from './host-header.js'
import { answerMalformedHttp } from './malformed-http.js'
import { setCommonHeaders } from './response-headers.js'
import type { StreamGuard } from './stream-guard.js'

const MAX_BODY_BYTES = 10 * 1024 * 1024
const MAX_PATH_CHARS = 16 * 1024
/** Time a client has to send the whole request, in ms. */
const REQUEST_TIMEOUT_MS = 60_000
/** Time a client has to send the header of a request, and to begin its first one, in ms. */
const HEADERS_TIMEOUT_MS = 10_000
/** How often connections are checked for it, in ms. */
const CHECK_CONNECTIONS_MS = 1_000
/** Request ids from clients that may go into logs and responses. */
const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** How long connections may take. */
export interface ConnectionTimes {
  headersTimeoutMs?: number
  checkMs?: number
}

/** The dependencies of every door. */
export interface DoorDeps extends RunnerDeps {
  limiter: RateLimiter
  /** Watches every streamed response. */
  streams: StreamGuard
  log: Logger
  /** Shorter times of connections, for faster tests. */
  connections?: ConnectionTimes | undefined
  /** Resolves when MongoDB and Redis answer. */
  checkReady: () => Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Creates the HTTP server for the doors, with what they share and the health checks. */
export function createServer(deps: DoorDeps): FastifyInstance {
  const { headersTimeoutMs = HEADERS_TIMEOUT_MS, checkMs = CHECK_CONNECTIONS_MS } = deps.connections ?? {}
  const server = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustProxy(deps.config.trustProxy),
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    // As long as a request line may be, so that an id of any length is looked up and not found.
    routerOptions: { maxParamLength: MAX_PATH_CHARS },
    clientErrorHandler: answerMalformedHttp,
    // Checked with the other headers, for an answer in our envelope.
    http: { requireHostHeader: false, headersTimeout: headersTimeoutMs, connectionsCheckingInterval: checkMs },
    forceCloseConnections: 'idle',
    // During shutdown, requests on open connections are still answered; then the connection closes.
    return503OnClosing: false,
    genReqId: ({ headers }) => {
      const own = headers['x-request-id']
      return typeof own === 'string' && SANE_REQUEST_ID.test(own) ? own : randomUUID()
    },
    frameworkErrors: (error, request, reply) => void sendError(request as FastifyRequest, reply as FastifyReply, error),
  })
  // Without a listener, Node.js itself answers any other expectation than 100-continue.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  server.server.maxConnections = deps.config.maxConnections
  acceptJsonOnly(server)
  server.decorateRequest('caller', null)
  server.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply)
    assertOneHost(request)
    // Here, not in the not-found handler, which would read the body first.
    if (request.is404) return sendNotFound(request, reply)
  })
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error))
  server.setNotFoundHandler(sendNotFound)

  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    try {
      await deps.checkReady()
      return { status: 'ready' }
    } catch (error) {
      return reply.code(503).send({ status: 'not ready', reason: messageOf(error) })
    }
  })
  return server
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `There is no route ${request.method} ${request.url.split('?', 1)[0]}.`
  return sendError(request, reply, new ApiError('not_found', message))
}

/** Parses JSON bodies. An empty body counts as none, because many clients send the content type without a body. */
function acceptJsonOnly(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, body as string, done)
  })
}
