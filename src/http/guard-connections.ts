import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ApiError } from '../errors.js'
import { NO_ROUTE } from './measure-requests.js'
import type { OpenRequests } from './open-requests.js'
import { NEVER_GUESSED } from './response-headers.js'
import { hasUnsupportedTransferEncoding } from './transfer-encoding.js'

/** Most requests of one connection that wait for their responses. Browsers, proxies and most libraries send one at a time. */
const MAX_WAITING = 16
/** A client with this many does not wait for responses at all, so its connection is cut off. */
const FLOOD = 64

interface Pipeline {
  waiting: number
  isRefused: boolean
}

/**
 * Refuses connections on which it is not sure where a request ends, or on which too many requests are sent without
 * waiting for the answers: Node.js hands on all requests of one packet at once, which may be thousands. The first ones
 * are answered, the next one is refused, and then the connection closes. Stands before the routes, so that the rest
 * costs next to nothing. What is left goes to the routes if not too much is in progress.
 */
export function guardConnections({ server, routing }: FastifyInstance, log: Logger, openRequests: OpenRequests): void {
  const pipelines = new WeakMap<Socket, Pipeline>()
  const pipelineOf = (socket: Socket): Pipeline => {
    const pipeline = pipelines.get(socket) ?? { waiting: 0, isRefused: false }
    pipelines.set(socket, pipeline)
    return pipeline
  }
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const pipeline = pipelineOf(socket)
    pipeline.waiting += 1
    if (pipeline.waiting > FLOOD) {
      socket.destroy()
      return
    }
    // Nobody answers what follows a refusal.
    if (pipeline.isRefused) return
    response.once('close', () => {
      pipeline.waiting -= 1
    })
    const [refusal, reason] = refusalOf(request, pipeline)
    if (!refusal) {
      if (openRequests.admit(request, response)) routing(request, response)
      return
    }
    pipeline.isRefused = true
    request.resume()
    refuse(response, log, refusal, reason)
  })
}

/** Why a connection is refused, in an answer and in one word for the log. */
function refusalOf(request: IncomingMessage, { waiting }: Pipeline): [ApiError, string] | [null, null] {
  if (hasUnsupportedTransferEncoding(request)) {
    const text = 'The header Transfer-Encoding must be chunked, or be left out.'
    return [new ApiError('invalid_request', text), 'transfer-encoding']
  }
  if (waiting <= MAX_WAITING) return [null, null]
  const text = `More than ${MAX_WAITING} requests wait on this connection. Wait for answers before you send more.`
  return [new ApiError('rate_limit_exceeded', text, { retryAfterSeconds: 1 }), 'pipelining']
}

/** Answers in the usual error envelope, after the requests before it, and closes the connection. */
function refuse(response: ServerResponse, log: Logger, refusal: ApiError, reason: string): void {
  const { code, status, retryAfterSeconds } = refusal
  const requestId = randomUUID()
  log.info({ requestId, route: NO_ROUTE, status, code, reason }, 'a request was refused')
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...NEVER_GUESSED,
    connection: 'close',
  }
  response.writeHead(status, headers).end(JSON.stringify({ error: refusal.toBody() }))
}
