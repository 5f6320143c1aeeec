import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics/metrics.js'

/** Label for all paths without a route: a metric must not grow with the paths that strangers try. */
const NO_ROUTE = 'none'

/** Measures every request by its route pattern. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE)
    metrics.httpRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
}
