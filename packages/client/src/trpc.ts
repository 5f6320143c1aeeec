import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  type Operation,
  splitLink,
  type TRPCClient,
} from '@trpc/client'
import { EventSource } from 'eventsource'
import type { AppRouter } from './app-router.js'
import { fetchWithTimeout } from './fetch-with-timeout.js'
import { retryingStreamFetch } from './retrying-stream-fetch.js'

export { TRPCClientError } from '@trpc/client'

/** A client with every procedure of the service, typed: `client.messages.send.mutate({ … })`. */
export type TrpcClient = TRPCClient<AppRouter>

export type TrpcClientOptions = {
  /** Address of the service, like `https://mail.example.com`; empty in a page that the service's own site serves. */
  baseUrl: string
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
  /** Most calls in one request. 10 by default: each takes a slot of the rate limit, and every plan has 10. */
  maxBatchCalls?: number
  /** Time for each request, in ms; streams have none. 60 seconds by default. */
  timeoutMs?: number
} & (
  | { apiKey: string; session?: never }
  /** `true` in a browser, which sends the cookie of POST /session itself; elsewhere the value of that cookie. */
  | { session: true | string; apiKey?: never }
)

const DEFAULT_BATCH_CALLS = 10
const DEFAULT_TIMEOUT_MS = 60_000
/** Longest input of a query that is sent in a URL, in characters of JSON. */
const MAX_QUERY_CHARS = 2_000
const MAX_URL_CHARS = 8_000
/** Longest input of a mutation that shares a request with others, in characters of JSON. */
const MAX_SHARED_CHARS = 100_000

/**
 * A typed client of the tRPC API. Calls made in one tick share a request; subscriptions are event streams that
 * reconnect automatically and resume after the last event. A failed call throws a {@link TRPCClientError}; {@link
 * apiErrorOf} returns the error of the API in it.
 */
export function createTrpcClient(options: TrpcClientOptions): TrpcClient {
  const url = `${options.baseUrl.replace(/\/+$/, '')}/trpc`
  const headers = credentialsOf(options)
  const ask = options.fetch ?? fetch
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const askInTime = (input: string | URL, init: RequestInit = {}) =>
    fetchWithTimeout((signal) => ask(input, { ...init, signal }), { timeoutMs, signal: init.signal })
  const calls = { url, headers: () => headers, fetch: askInTime as never }
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({
          url,
          EventSource,
          eventSourceOptions: { fetch: retryingStreamFetch(ask, headers) as never },
        }),
        false: splitLink({
          condition: isLarge,
          true: httpLink({ ...calls, methodOverride: 'POST' }),
          false: httpBatchLink({
            ...calls,
            maxItems: options.maxBatchCalls ?? DEFAULT_BATCH_CALLS,
            maxURLLength: MAX_URL_CHARS,
          }),
        }),
      }),
    ],
  })
}

function credentialsOf({ apiKey, session }: TrpcClientOptions): Record<string, string> {
  if (apiKey !== undefined) return { authorization: `Bearer ${apiKey}` }
  return typeof session === 'string' ? { cookie: `postline_session=${session}` } : {}
}

/** Whether an input needs a separate request. */
function isLarge({ type, input }: Operation): boolean {
  const size = input === undefined ? 0 : JSON.stringify(input).length
  return size > (type === 'query' ? MAX_QUERY_CHARS : MAX_SHARED_CHARS)
}
