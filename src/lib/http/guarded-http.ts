import { Pool } from 'undici'
import { InFlight } from '../concurrency/in-flight.js'
import { withFallback } from '../concurrency/time-limit.js'
import { createAddressCheck } from '../network/public-address.js'
import { type EndpointUrl, parseEndpoint, RefusedUrlError } from './endpoint-url.js'
import {
  buildGuardedConnector,
  GuardError,
  type GuardOptions,
  type Resolve,
  vettedAddresses,
} from './guarded-connector.js'
import { download } from './http-download.js'
import { exchange, type Header } from './http-exchange.js'
import { codeOf, describeNetworkError } from './network-error.js'

export { type Header, RefusedUrlError, type Resolve }

export interface GuardedHttpOptions {
  /** Allows http, for local work. */
  allowHttp: boolean
  /** Non-public CIDRs that are allowed, for local work. */
  allowCidrs: string[]
  resolve: Resolve
  /** Time-out for DNS, TCP and TLS of one connection; the deadline of the attempt may be earlier. */
  connectTimeoutMs?: number
  /** Most origins with open connections; the least recently used ones are closed. */
  maxOrigins?: number
  /** PEM certificates to trust instead of the system's. */
  tls?: { ca?: string }
}

export interface PostResult {
  /** The response's status, which may be a redirect; null if there was no response. */
  status: number | null
  /** Why there was no response, as a short stable text for the endpoint's owner; null with a status. */
  error: string | null
  /** The response's header Retry-After; null without one. */
  retryAfter: string | null
  /** The first headers of the response, with names in lower case: together at most 1,024 characters. */
  headers: Header[]
  /** The first part of the response body, at most 1 KiB. */
  body: string
  durationMs: number
}

export interface GetResult {
  /** The response's status, which may be a redirect; null if there was no response. */
  status: number | null
  /** Why the response is missing or incomplete, as a short stable text; null if it is complete. */
  error: string | null
  /** Whether the address is not public, so that waiting cannot help. */
  refused: boolean
  /** In lower case; empty if there is none. */
  contentEncoding: string
  body: Buffer
  /** Whether the body is longer than the limit; the rest was not fetched. */
  tooLong: boolean
}

const IDLE_SOCKET_MS = 4_000
/** Idle connections are closed after this, even if the endpoint allows longer. */
const MAX_IDLE_SOCKET_MS = 10_000

const SPACE_OR_CONTROL = /[\s\p{Cc}]/u

const VET_REASONS = {
  REFUSED_ADDRESS: 'must not lead to a non-public address',
  HOST_NOT_FOUND: 'has a host name that does not resolve',
  DNS_NO_ANSWER: 'has a host name that could not be resolved',
} as const

/**
 * An HTTP client for URLs chosen by strangers. Every connection goes to an address that was checked for that
 * connection, so no URL can lead into our own network, even if its DNS changes. Redirects are not followed. Connections
 * are kept alive for each origin.
 */
export class GuardedHttp {
  readonly #allowHttp: boolean
  readonly #guard: GuardOptions
  readonly #connect: ReturnType<typeof buildGuardedConnector>
  readonly #maxOrigins: number
  /** By origin, least recently used first. */
  readonly #pools = new Map<string, Pool>()
  /** Removed pools that are finishing their requests. */
  readonly #retired = new Set<Pool>()
  readonly #inFlight = new InFlight()
  #closing: Promise<void> | null = null

  constructor(options: GuardedHttpOptions) {
    this.#allowHttp = options.allowHttp
    this.#guard = {
      isAllowed: createAddressCheck({ allowCidrs: options.allowCidrs }),
      resolve: options.resolve,
      connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
      tls: options.tls,
    }
    this.#connect = buildGuardedConnector(this.#guard)
    this.#maxOrigins = options.maxOrigins ?? 1_000
  }

  /**
   * Checks a URL when it is created: https (or http if allowed), no credentials, and a port of HTTP, and a host that
   * resolves to public addresses only.
   * @returns the URL as it is to be stored and shown: the one that is used.
   * @throws RefusedUrlError whose `reason` can follow "url" in a message to the user.
   */
  async vet(url: string): Promise<string> {
    // The URL parser leaves some of them out.
    if (SPACE_OR_CONTROL.test(url)) throw new RefusedUrlError('must not contain spaces or control characters')
    const { host, href } = parseEndpoint(url, { allowHttp: this.#allowHttp })
    try {
      await vettedAddresses(host, this.#guard)
      return href
    } catch (error) {
      throw error instanceof GuardError ? new RefusedUrlError(VET_REASONS[error.code]) : error
    }
  }

  /**
   * Makes one attempt with one deadline for DNS, connection, TLS, headers and body. The status decides: after it, a
   * body that stalls, breaks off or exceeds 64 KiB changes nothing. Never rejects because of the URL or the network.
   * @throws if `headers` cannot be sent, such as a value with a line break.
   */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string | Buffer,
    timeoutMs: number,
  ): Promise<PostResult> {
    const startedAt = performance.now()
    const attempt = this.#inFlight.track(this.#attempt(url, headers, body, timeoutMs))
    return { ...(await attempt), durationMs: Math.round(performance.now() - startedAt) }
  }

  /**
   * Fetches a URL with one deadline for everything. Does not follow redirects. Never rejects because of the URL or the
   * network.
   */
  async get(
    url: string,
    headers: Record<string, string>,
    limits: { timeoutMs: number; maxBytes: number },
  ): Promise<GetResult> {
    return this.#inFlight.track(this.#fetch(url, headers, limits))
  }

  /** Waits `graceMs` for running attempts, then aborts them and closes every connection. */
  close(graceMs = 10_000): Promise<void> {
    this.#closing ??= this.#shutDown(graceMs)
    return this.#closing
  }

  async #attempt(url: string, headers: Record<string, string>, body: string | Buffer, timeoutMs: number) {
    if (this.#closing) return failed('shutting down')
    let endpoint: EndpointUrl
    try {
      endpoint = parseEndpoint(url, { allowHttp: this.#allowHttp })
    } catch (error) {
      if (error instanceof RefusedUrlError) return failed(`refused URL: ${error.reason}`)
      throw error
    }
    const request = { method: 'POST', path: endpoint.path, headers, body } as const
    const result = await exchange(this.#poolOf(endpoint.origin), request, timeoutMs)
    const { status, retryAfter, headers: answered } = result
    if (status !== null) return { status, error: null, retryAfter, headers: answered, body: result.body }
    if (codeOf(result.failure) === 'UND_ERR_INVALID_ARG') throw result.failure
    return failed(describeNetworkError(result.failure))
  }

  async #fetch(
    url: string,
    headers: Record<string, string>,
    limits: { timeoutMs: number; maxBytes: number },
  ): Promise<GetResult> {
    const nothing = { status: null, contentEncoding: '', body: Buffer.alloc(0), tooLong: false }
    if (this.#closing) return { ...nothing, error: 'shutting down', refused: false }
    let endpoint: EndpointUrl
    try {
      endpoint = parseEndpoint(url, { allowHttp: this.#allowHttp })
    } catch (error) {
      if (error instanceof RefusedUrlError) return { ...nothing, error: `refused URL: ${error.reason}`, refused: true }
      throw error
    }
    const { failure, ...result } = await download(
      this.#poolOf(endpoint.origin),
      { path: endpoint.path, headers },
      limits,
    )
    const refused = codeOf(failure) === 'REFUSED_ADDRESS'
    return { ...result, error: failure === null ? null : describeNetworkError(failure), refused }
  }

  #poolOf(origin: string): Pool {
    const pool = this.#pools.get(origin) ?? this.#openPool(origin)
    this.#pools.delete(origin)
    this.#pools.set(origin, pool)
    if (this.#pools.size > this.#maxOrigins) this.#retireOldest()
    return pool
  }

  #openPool(origin: string): Pool {
    return new Pool(origin, {
      connect: this.#connect,
      keepAliveTimeout: IDLE_SOCKET_MS,
      keepAliveMaxTimeout: MAX_IDLE_SOCKET_MS,
      // The deadline of the attempt is the only time-out.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  #retireOldest(): void {
    for (const [origin, pool] of this.#pools) {
      this.#pools.delete(origin)
      this.#retired.add(pool)
      // `close` waits for the pool's requests; it fails only if the pool is already closed.
      pool
        .close()
        .catch(() => {})
        .finally(() => this.#retired.delete(pool))
      return
    }
  }

  async #shutDown(graceMs: number): Promise<void> {
    await withFallback({ timeoutMs: graceMs }, this.#inFlight.settled(), () => undefined)
    const pools = [...this.#pools.values(), ...this.#retired]
    this.#pools.clear()
    await Promise.allSettled(pools.map((pool) => pool.destroy()))
  }
}

function failed(error: string): Omit<PostResult, 'durationMs'> {
  return { status: null, error, retryAfter: null, headers: [], body: '' }
}
