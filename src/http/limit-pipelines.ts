import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ApiError } from '../errors.js'
import { NO_ROUTE } from './measure-requests.js'
import { NEVER_GUESSED } from './response-headers.js'

/** Most requests of one connection that wait for their responses. Browsers, proxies and most libraries send one at a time. */
const MAX_WAITING = 16
/** A client with this many does not wait for responses at all, so its connection is cut off. */
const FLOOD = 64

interface Pipeline {
  waiting: number
  isRefused: boolean
}

/**
 * Refuses connections on which too many requests are sent without waiting for the answers: Node.js hands on all requests
 * of one packet at once, which may be thousands. The first ones are answered, the next one is refused, and then the
 * connection closes. Stands before the routes, so that the rest costs next to nothing.
 */
export function limitPipelines({ server, routing }: FastifyInstance, log: Logger): void {
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
    if (pipeline.waiting > FLOOD) return socket.destroy()
    // Nobody answers what follows a refusal.
    if (pipeline.isRefused) return
    response.once('close', () => {
      pipeline.waiting -= 1
    })
    if (pipeline.waiting <= MAX_WAITING) return routing(request, response)
    pipeline.isRefused = true
    refuse(response, log)
  })
}

/** Answers in the usual error envelope, after the requests before it, and closes the connection. */
function refuse(response: ServerResponse, log: Logger): void {
  const text = `More than ${MAX_WAITING} requests wait on this connection. Wait for answers before you send more.`
  const refusal = new ApiError('rate_limit_exceeded', text, { retryAfterSeconds: 1 })
  const { code, status } = refusal
  const requestId = randomUUID()
  log.info({ requestId, route: NO_ROUTE, status, code, reason: 'pipelining' }, 'a request was refused')
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    'retry-after': '1',
    ...NEVER_GUESSED,
    connection: 'close',
  }
  response.writeHead(status, headers).end(JSON.stringify({ error: refusal.toBody() }))
}
