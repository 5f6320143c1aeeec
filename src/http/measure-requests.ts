import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteWorkStart } from '../lib/concurrency/event-loop-monitor.js'
import type { Metrics } from '../metrics/metrics.js'
import { isHead } from './head-requests.js'

/** Label for all paths without a route: a metric must not grow with the paths that strangers try. */
export const NO_ROUTE = 'none'

/** The pattern of the route of a request, like `/v1/messages/:id`. */
export const routeOf = ({ is404, routeOptions }: FastifyRequest): string =>
  is404 ? NO_ROUTE : (routeOptions.url ?? NO_ROUTE)

/** The method that the client sent. */
export const methodOf = (request: FastifyRequest): string => (isHead(request) ? 'HEAD' : request.method)

/** Measures every request by its route pattern, and notes its beginning for the watch of the event loop. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onRequest', (request, _reply, done) => {
    noteWorkStart(routeOf(request), request.id)
    done()
  })
  // Once its body is there, the work begins that may take long.
  server.addHook('preHandler', (request, _reply, done) => {
    noteWorkStart(routeOf(request), request.id)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    metrics.httpRequest(methodOf(request), routeOf(request), reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
}
