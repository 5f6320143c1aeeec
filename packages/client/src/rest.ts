import createFetchClient, {
  type FetchResponse,
  type HeadersOptions,
  type MaybeOptionalInit,
  mergeHeaders,
} from 'openapi-fetch'
import { fetchWithRetries } from './fetch-with-retries.js'
import { type ItemIn, itemsOf } from './pages.js'
import { errorIn, isReplay, PostlineError } from './postline-error.js'
import { withRenderedBodies } from './react-email.js'
import type { Method, Operation, Paths, PathsWith, Schemas } from './rest-paths.js'

/** How to reach the service. */
export interface ClientOptions {
  /** Address of the service, like `https://mail.example.com`. */
  baseUrl: string
  /** An API key, `sk_live_…` or `sk_test_…`. */
  apiKey: string
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /** How often a request is retried if that is safe. 3 by default; 0 disables retries. */
  maxRetries?: number
  /** Time for each attempt of a request, in ms. 60 seconds by default. */
  timeoutMs?: number
}

/** What a call takes besides the parameters and the body of its path. */
interface CallOptions {
  /** Time for each attempt of this request, in ms. */
  timeoutMs?: number
}

type Media = `${string}/${string}`
type InitOf<P extends keyof Paths, M extends Method> = MaybeOptionalInit<Paths[P], M & keyof Paths[P]>
/** The second argument of a call: optional only if the path requires no parameters and no body. */
type InitParam<Needed, I> = undefined extends Needed ? [init?: I & CallOptions] : [init: I & CallOptions]

/** What a call returns. */
interface Result<D> {
  /** The parsed body. */
  data: D
  response: Response
  /** Whether an earlier request with the same idempotency key got this response first. */
  replayed: boolean
}
type Answer<R> = R extends { data: infer D } ? Result<D> : never
type AnswerOf<P extends keyof Paths, M extends Method, I> = Answer<
  FetchResponse<Operation<P, M> & Record<string, unknown>, I, Media>
>

/**
 * Calls one path. Pass parameters in `params.path` and `params.query`, the body in `body`, a file in it as a `Blob`.
 * `signal` aborts the call, including retries. `parseAs` reads responses that are not JSON.
 * @throws PostlineError if the service returns an error or does not respond
 */
type Call<M extends Method> = <P extends PathsWith<M>, I extends InitOf<P, M>>(
  path: P,
  ...init: InitParam<InitOf<P, M>, I>
) => Promise<AnswerOf<P, M, I>>

/** A path that returns a list in pages. */
type ListPath = {
  [P in PathsWith<'get'>]: AnswerOf<P, 'get', unknown>['data'] extends { next_cursor: string | null } ? P : never
}[PathsWith<'get'>]

/** A typed client of the REST API. */
export interface Client {
  GET: Call<'get'>
  POST: Call<'post'>
  PUT: Call<'put'>
  DELETE: Call<'delete'>
  /**
   * Every item of a list, newest first: `for await (const message of client.paginate('/v1/messages')) …`. Pages are
   * fetched as needed; `params.query.limit` is the page size.
   */
  paginate<P extends ListPath, I extends InitOf<P, 'get'>>(
    path: P,
    ...init: InitParam<InitOf<P, 'get'>, I>
  ): AsyncGenerator<ItemIn<AnswerOf<P, 'get', I>['data']>, void, undefined>
  /**
   * The message that was sent with an idempotency key, with its timeline.
   * @throws PostlineError `not_found` if there is none
   */
  getByIdempotencyKey(
    idempotencyKey: string,
    options?: CallOptions & { signal?: AbortSignal },
  ): Promise<Result<Schemas['Message']>>
}

/** Paths whose bodies have idempotency keys: a request that arrives twice takes effect once. */
export const IDEMPOTENT_PATHS: readonly string[] = [
  '/v1/send',
  '/v1/send/batch',
  '/v1/messages/{id}/resend',
  '/v1/broadcasts/{id}/test',
  '/v1/mail/compose',
  '/v1/mail/threads/{id}/reply',
  '/v1/mail/threads/{id}/forward',
]
/** Paths whose body is CSV. */
export const CSV_PATHS: readonly string[] = ['/v1/contacts/imports']
const DEFAULT_RETRIES = 3
const DEFAULT_TIMEOUT_MS = 60_000

interface AnyInit extends CallOptions {
  params?: { path?: object; query?: object }
  body?: unknown
  headers?: HeadersOptions
  bodySerializer?: (body: never) => unknown
  parseAs?: string
  fetch?: ClientOptions['fetch']
}

type AnyCall = (path: string, init?: AnyInit) => Promise<Result<unknown>>

/** Makes a client. Sends without an idempotency key get one, which stays the same for all retries. */
export function createClient(options: ClientOptions): Client {
  const call = (method: Method) => callWith(options, method)
  const get = call('get')
  const client = {
    GET: get,
    POST: call('post'),
    PUT: call('put'),
    DELETE: call('delete'),
    paginate: (path: string, init: AnyInit = {}) =>
      itemsOf(async (cursor) => {
        const query = { ...init.params?.query, ...(cursor !== undefined && { cursor }) }
        const { data } = await get(path, { ...init, params: { ...init.params, query } })
        return data as { next_cursor: string | null }
      }),
    getByIdempotencyKey: (idempotencyKey: string, more?: AnyInit) =>
      get('/v1/messages/by-idempotency-key', { ...more, params: { query: { idempotency_key: idempotencyKey } } }),
  }
  // Only the types differ between paths; the behavior is the same for all.
  return client as unknown as Client
}

function callWith(options: ClientOptions, method: Method): AnyCall {
  const { baseUrl, apiKey, fetch = globalThis.fetch, maxRetries = DEFAULT_RETRIES } = options
  const client = createFetchClient<Record<string, never>>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } })
  const request = client.request as unknown as (
    method: string,
    path: string,
    init: AnyInit,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>

  return async (path, { timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS, ...init } = {}) => {
    const isKeyed = method === 'post' && IDEMPOTENT_PATHS.includes(path)
    const given = isKeyed ? withKeys(init.body ?? {}) : init.body
    try {
      const body = isKeyed ? await withRenderedBodies(given) : given
      const { data, error, response } = await request(method, path, {
        ...init,
        ...(CSV_PATHS.includes(path) && asCsv(init)),
        ...(body !== undefined && { body }),
        ...(holdsFile(body) && { bodySerializer: toForm }),
        fetch: (sent) =>
          fetchWithRetries(sent, {
            fetch: init.fetch ?? fetch,
            maxRetries,
            timeoutMs,
            repeatable: method === 'get' || isKeyed,
            stream: init.parseAs === 'stream',
          }),
      })
      if (!response.ok) throw errorIn(response, error)
      return { data, response, replayed: isReplay(response) }
    } catch (error) {
      if (isKeyed && error instanceof PostlineError) error.idempotencyKeys = keysIn(given)
      throw error
    }
  }
}

/** CSV is sent as it is: by itself it would become JSON. */
const asCsv = ({ headers, bodySerializer = (csv: string) => csv }: AnyInit) => ({
  headers: mergeHeaders({ 'content-type': 'text/csv' }, headers),
  bodySerializer,
})

const holdsFile = (body: unknown): body is { file: Blob } =>
  typeof body === 'object' && body !== null && 'file' in body && body.file instanceof Blob

/** A file is sent as a form. A `File` also sends its name. */
function toForm({ file }: { file: Blob }): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

interface Keyed {
  idempotency_key?: string
}

function withKeys(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withKeys)
  if (typeof body !== 'object' || body === null) return body
  return { ...body, idempotency_key: (body as Keyed).idempotency_key ?? crypto.randomUUID() }
}

function keysIn(body: unknown): string[] {
  return [body].flat().flatMap((item) => (item as Keyed | null)?.idempotency_key ?? [])
}
