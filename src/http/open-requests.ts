import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.js'
import type { ApiError } from '../errors.js'
import { type Admitted, LoadLimit } from '../lib/concurrency/load-limit.js'
import { ThrottledQueue } from '../lib/concurrency/throttled-queue.js'
import { isTrustedProxy, parseForwarded, type TrustedProxies } from '../lib/http/trusted-proxies.js'
import { clientNetwork } from '../lib/network/ip-address.js'
import type { Metrics } from '../metrics/metrics.js'
import { busy } from '../services/platform/overload.js'
import { corsHeaders } from './cors.js'
import { NO_ROUTE } from './measure-requests.js'
import { PROBLEM_TYPE, toProblem, wantsProblem } from './problem.js'
import { discardRest } from './read-body.js'
import { requestIdOf } from './request-id.js'
import { NEVER_GUESSED, NEVER_STORED } from './response-headers.js'
import { JSON_TYPE } from './send-json.js'

/** As many requests may be in progress as are answered in so long, in ms. The slowest take about twice as long. */
const TARGET_MS = 300
/** A machine that needs longer for these is too small for the load of one client. */
const LEAST_REQUESTS = 300
/** Until it is known how fast they are answered. */
const INITIAL_REQUESTS = 2_000
const MOST_REQUESTS = 5_000

/**
 * Refusals may take this share of the time, and as much again is spent on reading those requests. The rest is for what was let
 * in. A client that waits for its refusal sends nothing else meanwhile.
 */
const REFUSING_SHARE = 0.25
/** So much is refused at once after a pause, in ms. */
const REFUSING_BURST_MS = 10

/** They report the state of the process, so they are answered under any load. */
const HEALTH_CHECKS = ['/healthz', '/readyz']
/** The rest of a refused body that is longer, in bytes, is not read as fast as it comes. */
const LARGE_BYTES = 64 * 1024

/** What is known of a request that is refused. */
export interface RefusedRequest {
  id: string
  url: string
  headers: IncomingHttpHeaders
}

/** Writes an error as an API does. */
export type RefusalFormat = (
  error: ApiError,
  request: RefusedRequest,
) => { status?: number; type?: string; body: object }

interface OpenRequestsDeps {
  config: Pick<Config, 'corsOrigins' | 'trustProxy'>
  log: Logger
  metrics: Metrics
  /** Replaces the limit, for tests that fill it. */
  limit?: LoadLimit | undefined
}

/**
 * Limits the requests that a process has in progress. What is too much is refused before anything is done for it: no body is
 * read, no key looked up, no route found. A refusal has to cost little, because most requests may be refused; and all of them
 * together get a share of the time, or nothing would be left for what was let in.
 *
 * Who has many requests in progress is refused first: known by the Authorization header and by the address. While a body is
 * still to come, a request does not count, or a few slow clients could take all places.
 */
export class OpenRequests {
  readonly #deps: OpenRequestsDeps
  readonly #limit: LoadLimit
  readonly #admitted = new WeakMap<IncomingMessage, Admitted>()
  readonly #refusals = new ThrottledQueue({ share: REFUSING_SHARE, burstMs: REFUSING_BURST_MS })
  readonly #formats: [prefix: string, format: RefusalFormat][] = []

  constructor(deps: OpenRequestsDeps) {
    this.#deps = deps
    this.#limit =
      deps.limit ??
      new LoadLimit({
        targetMs: TARGET_MS,
        least: LEAST_REQUESTS,
        initial: INITIAL_REQUESTS,
        most: MOST_REQUESTS,
      })
    deps.metrics.watchLoad('requests', this.#limit)
  }

  /** Gives requests below a path their own format for refusals. Others get the envelope of the contract. */
  format(prefix: string, format: RefusalFormat): void {
    this.#formats.push([prefix, format])
  }

  /** Counts a request until its response is closed, or refuses it. @returns whether it may go on. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    if (HEALTH_CHECKS.includes(request.url ?? '')) return true
    const origin = originOf(request, this.#deps.config.trustProxy)
    const admitted = this.#limit.enter({ owner: request.headers.authorization ?? origin, origin })
    if ('retryAfterSeconds' in admitted) {
      const error = busy(admitted.retryAfterSeconds)
      this.#refusals.add(() => response.destroyed || this.#refuse(request, response, error))
      return false
    }
    this.#admitted.set(request, admitted)
    response.once('close', () => admitted.leave())
    return true
  }

  /** Counts a request no longer: it has become a stream, or its connection is gone. */
  leave(request: IncomingMessage): void {
    this.#admitted.get(request)?.leave()
  }

  /** Counts no requests that wait for their bodies. */
  watchBodies(server: FastifyInstance): void {
    server.addHook('preParsing', ({ raw }, _reply, payload, done) => {
      if (!hasWholeBody(raw)) this.#admitted.get(raw)?.pause()
      done(null, payload)
    })
    server.addHook('preValidation', ({ raw }, _reply, done) => {
      // A form is read later.
      if (hasWholeBody(raw)) this.#admitted.get(raw)?.resume()
      done()
    })
  }

  #refuse(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
    const { config, log, metrics } = this.#deps
    const { url = '', headers } = request
    const id = requestIdOf(request)
    metrics.loadRefused('requests')
    metrics.httpRequest(request.method ?? '', NO_ROUTE, error.status, 0)
    log.error({ requestId: id, route: NO_ROUTE, status: error.status, code: error.code }, 'a request failed')
    const format = this.#formats.find(([prefix]) => url.startsWith(prefix))?.[1] ?? inEnvelope
    const { status = error.status, type = JSON_TYPE, body } = format(error, { id, url, headers })
    const text = JSON.stringify(body)
    if (isLarge(headers)) void discardRest(request)
    response
      .writeHead(status, {
        'content-type': type,
        'content-length': Buffer.byteLength(text),
        'x-request-id': id,
        'retry-after': String(error.retryAfterSeconds),
        ...NEVER_GUESSED,
        ...NEVER_STORED,
        ...corsHeaders({ server: config, headers }),
      })
      .end(text)
  }
}

const inEnvelope: RefusalFormat = (error, { id, headers }) =>
  wantsProblem({ headers }) ? { type: PROBLEM_TYPE, body: toProblem(error, id) } : { body: { error: error.toBody() } }

/** The network of the client, as far as it is known without the rest of a chain of proxies. */
function originOf({ socket, headers }: IncomingMessage, proxies: TrustedProxies): string {
  const forwarded = headers['x-forwarded-for']
  if (forwarded !== undefined) return readOrigin(socket, forwarded, proxies)
  // It stays the same for a connection, so it is read once.
  const known = origins.get(socket) ?? readOrigin(socket, undefined, proxies)
  origins.set(socket, known)
  return known
}

const origins = new WeakMap<Socket, string>()

function readOrigin(socket: Socket, forwarded: string | string[] | undefined, proxies: TrustedProxies): string {
  const { remoteAddress = '' } = socket
  const isForwarded = typeof forwarded === 'string' && proxies !== 0 && isTrustedProxy(proxies, remoteAddress, 0)
  const last = isForwarded ? forwarded.slice(forwarded.lastIndexOf(',') + 1) : remoteAddress
  return clientNetwork(String(parseForwarded(last.trim()) ?? remoteAddress))
}

const isLarge = ({ 'content-length': length, 'transfer-encoding': encoding }: IncomingHttpHeaders): boolean =>
  encoding !== undefined || Number(length) > LARGE_BYTES

/** Whether nothing of a request is still to come. */
const hasWholeBody = ({ complete, headers }: IncomingMessage): boolean =>
  complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
