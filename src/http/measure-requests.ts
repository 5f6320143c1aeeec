import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics/metrics.js'

/** Stands for every path that has no route: a metric must not grow with what strangers ask for. */
const NO_ROUTE = 'none'

/** Measures every request by the pattern of its route. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE)
    metrics.httpRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
}
