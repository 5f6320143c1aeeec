import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Admitted, LoadLimit } from '../lib/concurrency/load-limit.js'
import { clientNetwork } from '../lib/network/ip-address.js'
import type { Metrics } from '../metrics/metrics.js'
import { busy } from '../services/platform/overload.js'
import { clientAddress } from './client-address.js'

/** As many requests may be in progress as are answered in so long, in ms. The slowest take about twice as long. */
const TARGET_MS = 400
/** A machine that needs longer for these is too small for the load of one client. */
const LEAST_REQUESTS = 300
/** Until it is known how fast they are answered. */
const INITIAL_REQUESTS = 2_000
const MOST_REQUESTS = 5_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests of the route are answered under any load, and do not count as open. */
    isAlwaysAnswered?: true
  }
  interface FastifyRequest {
    /** The place of the request among those in progress; null for one that does not count. */
    admitted: Admitted | null
  }
}

/** For routes that tell how the process is. */
export const ALWAYS_ANSWERED = { config: { isAlwaysAnswered: true } } as const

/** The limit of the requests that a process has in progress. */
export const makeRequestLimit = () =>
  new LoadLimit({
    targetMs: TARGET_MS,
    least: LEAST_REQUESTS,
    initial: INITIAL_REQUESTS,
    most: MOST_REQUESTS,
  })

/**
 * Refuses requests beyond the limit before anything is done for them: no body is read and no key is looked up. The routes
 * answer in their own formats.
 *
 * Who has many requests in progress is refused first: known by the Authorization header and by the address, as nothing is
 * looked up. While a body is still to come, a request does not count, or a few slow clients could take all places.
 */
export function limitOpenRequests(server: FastifyInstance, limit: LoadLimit, metrics: Metrics): void {
  metrics.watchLoad('requests', limit)
  server.decorateRequest('admitted', null)
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isAlwaysAnswered) return done()
    const origin = clientNetwork(clientAddress(request))
    const admitted = limit.enter({ owner: request.headers.authorization ?? origin, origin })
    if ('retryAfterSeconds' in admitted) {
      metrics.loadRefused('requests')
      return done(busy(admitted.retryAfterSeconds))
    }
    request.admitted = admitted
    reply.raw.once('close', () => admitted.leave())
    done()
  })
  server.addHook('preParsing', (request, _reply, payload, done) => {
    if (!hasWholeBody(request)) request.admitted?.pause()
    done(null, payload)
  })
  server.addHook('preValidation', (request, _reply, done) => {
    // A form is read later.
    if (hasWholeBody(request)) request.admitted?.resume()
    done()
  })
}

/** Whether nothing of a request is still to come. */
function hasWholeBody({ raw, headers }: FastifyRequest): boolean {
  return raw.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
}
