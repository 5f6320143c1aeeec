import { Pool } from 'undici'
import { type Endpoint, parseEndpoint, RefusedUrlError } from './endpoint-url.js'
import {
  buildGuardedConnector,
  GuardError,
  type GuardOptions,
  type Resolve,
  vettedAddresses,
} from './guarded-connector.js'
import { download } from './http-download.js'
import { exchange } from './http-exchange.js'
import { InFlight } from './in-flight.js'
import { codeOf, describeNetworkError } from './network-error.js'
import { createAddressCheck } from './public-address.js'
import { withFallback } from './time-limit.js'

export { RefusedUrlError, type Resolve }

export interface GuardedHttpOptions {
  /** Lets plain http through, for local work. */
  allowHttp: boolean
  /** CIDRs that may be connected to although they are not public, for local work. */
  allowCidrs: string[]
  resolve: Resolve
  /** Bounds DNS, TCP and TLS of one connection; the deadline of an attempt may end it sooner. */
  connectTimeoutMs?: number
  /** Origins whose connections are kept; the ones longest unused are closed beyond it. */
  maxOrigins?: number
  /** Certificates to trust instead of the system's, PEM. */
  tls?: { ca?: string }
}

export interface PostResult {
  /** The response's status, redirects included; null when there was no response. */
  status: number | null
  /** Why there was no response, in a few stable words fit for the endpoint's owner; null with a status. */
  error: string | null
  /** The beginning of the response's body, at most 1 KiB. */
  body: string
  durationMs: number
}

export interface GetResult {
  /** The response's status, redirects included; null when there was no response. */
  status: number | null
  /** Why there was no response, or not all of it, in a few stable words; null when everything came. */
  error: string | null
  /** Whether nobody may connect to the address: it is not public, and will not become so by waiting. */
  refused: boolean
  /** Lower case; empty when the body is as it is. */
  contentEncoding: string
  body: Buffer
  /** Whether the body is longer than was asked for; the rest was not fetched. */
  tooLong: boolean
}

const IDLE_SOCKET_MS = 4_000
/** However long an endpoint says that it keeps a connection. */
const MAX_IDLE_SOCKET_MS = 10_000

const VET_REASONS = {
  REFUSED_ADDRESS: 'must not lead to an address that is not public',
  HOST_NOT_FOUND: 'has a host name that does not resolve',
  DNS_NO_ANSWER: 'has a host name that could not be resolved',
} as const

/**
 * Talks to endpoints that strangers chose. Every connection goes to an address that was vetted for that connection, so
 * no endpoint leads into the own network, however its name resolves and whenever that changes. Redirects are not
 * followed. Connections are kept alive for each origin.
 */
export class GuardedHttp {
  readonly #allowHttp: boolean
  readonly #guard: GuardOptions
  readonly #connect: ReturnType<typeof buildGuardedConnector>
  readonly #maxOrigins: number
  /** By origin, the longest unused first. */
  readonly #pools = new Map<string, Pool>()
  /** Pools that were dropped and finish what they have. */
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
   * Checks a URL as at creation: https (or http where allowed), no credentials, a host that resolves, and to public
   * addresses only.
   * @throws RefusedUrlError whose `reason` is fit to follow "url" in a message to the user.
   */
  async vet(url: string): Promise<void> {
    const { host } = parseEndpoint(url, { allowHttp: this.#allowHttp })
    try {
      await vettedAddresses(host, this.#guard)
    } catch (error) {
      throw error instanceof GuardError ? new RefusedUrlError(VET_REASONS[error.code]) : error
    }
  }

  /**
   * One attempt, within one deadline over DNS, connection, TLS, headers and body. The status decides: once it is there,
   * a body that stalls, breaks off or goes beyond 64 KiB changes nothing. Never rejects for reasons of URL or network.
   * @throws when `headers` cannot be sent at all, such as a value with a line break.
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
   * Fetches what is at a URL, within one deadline over everything. Redirects are not followed. Never rejects for reasons
   * of URL or network.
   */
  async get(
    url: string,
    headers: Record<string, string>,
    limits: { timeoutMs: number; maxBytes: number },
  ): Promise<GetResult> {
    return this.#inFlight.track(this.#fetch(url, headers, limits))
  }

  /** Lets attempts in flight finish for `graceMs`, then cuts them and closes every connection. */
  close(graceMs = 10_000): Promise<void> {
    this.#closing ??= this.#shutDown(graceMs)
    return this.#closing
  }

  async #attempt(url: string, headers: Record<string, string>, body: string | Buffer, timeoutMs: number) {
    if (this.#closing) return failed('shutting down')
    let endpoint: Endpoint
    try {
      endpoint = parseEndpoint(url, { allowHttp: this.#allowHttp })
    } catch (error) {
      if (error instanceof RefusedUrlError) return failed(`refused URL: ${error.reason}`)
      throw error
    }
    const request = { method: 'POST', path: endpoint.path, headers, body } as const
    const result = await exchange(this.#poolOf(endpoint.origin), request, timeoutMs)
    if (result.status !== null) return { status: result.status, error: null, body: result.body }
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
    let endpoint: Endpoint
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
      // The deadline of the attempt is the only clock.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  #retireOldest(): void {
    for (const [origin, pool] of this.#pools) {
      this.#pools.delete(origin)
      this.#retired.add(pool)
      // `close` lets a pool's requests finish; it fails only on a pool that is gone already.
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
  return { status: null, error, body: '' }
}
