import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors.js'
import type { PacedGate } from '../lib/concurrency/paced-gate.js'
import { messageOf } from '../lib/errors/unknown-error.js'
import type { Allowed, RunnerDeps } from '../operations/runner.js'
import type { Caller } from '../services/caller.js'
import type { RateLimiter } from '../services/platform/rate-limit/rate-limiter.js'
import { trustProxy } from './client-address.js'
import { answerPreflight, isAllowedPreflight } from './cors.js'
import { sendError } from './errors.js'
import { guardConnections } from './guard-connections.js'
import { answerHeadAsGet } from './head-requests.js'
import { assertOneHost } from './host-header.js'
import { servesHost } from './host-names.js'
import { joinChunks } from './join-chunks.js'
import { acceptJsonOnly } from './json-body.js'
import { logRequest, logRequests } from './log-requests.js'
import { answerMalformedHttp } from './malformed-http.js'
import type { OpenRequests } from './open-requests.js'
import { html } from './pages/html.js'
import { sendPage, wantsPage } from './pages/page.js'
import { varyByAccept } from './problem.js'
import { discardRest } from './read-body.js'
import { requestIdOf } from './request-id.js'
import { setCommonHeaders } from './response-headers.js'
import type { StreamGuard } from './stream-guard.js'
import { limitUnreadResponses, type UnreadOptions } from './unread-responses.js'
import { closeUnusedConnections } from './unused-connections.js'

const MAX_PATH_CHARS = 16 * 1024
/** Time a client has to send the whole request, in ms. */
const REQUEST_TIMEOUT_MS = 60_000
/** Time a client has to send the header of a request, and to begin its first one, in ms. */
const HEADERS_TIMEOUT_MS = 10_000
/** How often connections are checked for it, in ms. */
const CHECK_CONNECTIONS_MS = 1_000

/** How long connections may take, and how much they may leave unread. */
export interface ConnectionTimes extends UnreadOptions {
  headersTimeoutMs?: number
  checkMs?: number
}

/** What `/readyz` says of a process that is ready. */
export interface Readiness {
  /** Whether nothing leaves after a restore until the operator resumes. */
  held: boolean
}

/** The dependencies of every door. */
export interface DoorDeps extends RunnerDeps {
  limiter: RateLimiter
  clock: Clock
  /** Where writing requests wait a moment for each other under load. */
  acceptanceGate: PacedGate
  /** Limits the requests in progress. */
  openRequests: OpenRequests
  /** Watches every streamed response. */
  streams: StreamGuard
  log: Logger
  /** Limits of connections, for faster tests. */
  connections?: ConnectionTimes | undefined
  /** Folder of the built console; the one that the build makes if omitted. */
  consoleFolder?: string | undefined
  /** Resolves when MongoDB and Redis answer, and the first account exists. */
  checkReady: () => Promise<Readiness>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** The operation that the caller may run, as found before the body was read. */
    allowed: Allowed | null
  }
}

/** Creates the HTTP server for the doors, with what they share and the health checks. */
export function createServer(deps: DoorDeps): FastifyInstance {
  const { headersTimeoutMs = HEADERS_TIMEOUT_MS, checkMs = CHECK_CONNECTIONS_MS } = deps.connections ?? {}
  const server = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A separate logger for each request would cost more than the one line that some requests log.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustProxy(deps.config.trustProxy),
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    // As long as a request line may be, so that an id of any length is looked up and not found.
    routerOptions: { maxParamLength: MAX_PATH_CHARS },
    clientErrorHandler: answerMalformedHttp(deps.log),
    // Checked with the other headers, for an answer in our envelope.
    http: { requireHostHeader: false, headersTimeout: headersTimeoutMs, connectionsCheckingInterval: checkMs },
    forceCloseConnections: 'idle',
    // During shutdown, requests on open connections are still answered; then the connection closes.
    return503OnClosing: false,
    genReqId: requestIdOf,
    frameworkErrors: (error, request, reply) => {
      sendError(request as FastifyRequest, reply as FastifyReply, error)
      // No hook runs for these.
      logRequest(request as FastifyRequest, reply as FastifyReply)
    },
  })
  // Without a listener, Node.js itself answers any other expectation than 100-continue.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  guardConnections(server, deps.log, deps.openRequests)
  deps.openRequests.watchBodies(server)
  closeUnusedConnections(server)
  server.server.prependListener('request', joinChunks)
  limitUnreadResponses(server, deps.openRequests, deps.connections)
  answerHeadAsGet(server.server)
  server.server.maxConnections = deps.config.maxConnections
  acceptJsonOnly(server)
  server.decorateRequest('caller', null)
  server.decorateRequest('allowed', null)
  logRequests(server, deps.log.isLevelEnabled('debug'))
  server.decorate('corsOrigins', deps.config.corsOrigins)
  const serves = servesHost(deps.config)
  server.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply)
    assertOneHost(request)
    if (!serves(request)) return sendNotFound(request, reply)
    if (isAllowedPreflight(request)) return answerPreflight(request, reply)
    // Here, not in the not-found handler, which would read the body first.
    if (request.is404) return answerUnknown(request, reply)
  })
  readBodiesLate(server)
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error))
  server.setNotFoundHandler(answerUnknown)

  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    try {
      const { held } = await deps.checkReady()
      return { status: 'ready', ...(held && { held }) }
    } catch (error) {
      return reply.code(503).send({ status: 'not ready', reason: messageOf(error) })
    }
  })
  return server
}

/** Below these, people in a browser look at the API, too. */
const API_PATHS = /^\/(v1|graphql|trpc|mcp|compat)(\/|$)/

/** Somebody in a browser gets a page with a way on, programs an error. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?', 1)
  if (request.method !== 'GET' || API_PATHS.test(path) || !wantsPage(request)) return sendNotFound(request, reply)
  varyByAccept(reply)
  return sendPage(reply, {
    status: 404,
    title: 'There is no such page',
    body: html`<p>The address may be mistyped, or shortened on its way to you.</p>
<p><a href="/">Go to the console</a> or <a href="/docs">read the documentation</a>.</p>`,
  })
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `There is no route ${request.method} ${request.url.split('?', 1)[0]}.`
  return sendError(request, reply, new ApiError('not_found', message))
}

/**
 * A body is read only when the request may have one: a client that waits for `100 Continue` (RFC 9110 10.1.1) gets the
 * refusal in its place, and what others send of a refused body is discarded.
 */
function readBodiesLate(server: FastifyInstance): void {
  server.server.on('checkContinue', (request, response) => server.server.emit('request', request, response))
  server.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue()
    done(null, payload)
  })
  server.addHook('onSend', ({ raw }, reply, payload, done) => {
    const rest = raw.complete ? undefined : discardRest(raw)
    // Node.js closes a connection that the client does not keep as soon as the response is sent, which would reset it.
    if (rest && !reply.raw.shouldKeepAlive) void rest.then(() => done(null, payload))
    else done(null, payload)
  })
}
