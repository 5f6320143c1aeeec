import createFetchClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import { fetchWithRetries } from './fetch-with-retries.js'
import { PostlineError } from './postline-error.js'
import type { components, paths } from './schema.js'

export { type FieldFault, PostlineError } from './postline-error.js'

/** The shapes of the API by name, like `Schemas['Message']`. */
export type Schemas = components['schemas']

/** A send whose idempotency key may be left out: the client makes one. */
export type Send = Omit<Schemas['SendRequest'], 'idempotency_key'> & { idempotency_key?: string }

/** How to reach a service. */
export interface ClientOptions {
  /** Where it is, like `https://mail.example.com`. */
  baseUrl: string
  /** An API key, `sk_live_…` or `sk_test_…`. */
  apiKey: string
  /** Instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /** How often a request is tried again, where that is safe. 3 when omitted; 0 for never. */
  maxRetries?: number
}

type WithBody<P extends { post: unknown }, B> = Omit<P, 'post'> & {
  post: Omit<P['post'], 'requestBody'> & { requestBody: { content: { 'application/json': B } } }
}

type Paths = Omit<paths, '/v1/send' | '/v1/send/batch'> & {
  '/v1/send': WithBody<paths['/v1/send'], Send>
  '/v1/send/batch': WithBody<paths['/v1/send/batch'], Send[]>
}

type Method = 'get' | 'post' | 'put' | 'delete'
type Media = `${string}/${string}`
type PathsWith<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, { responses: unknown }> ? P : never
}[keyof Paths]

type Operation<P extends keyof Paths, M extends Method> = Paths[P][M & keyof Paths[P]]
type InitOf<P extends keyof Paths, M extends Method> = MaybeOptionalInit<Paths[P], M & keyof Paths[P]>
/** What a call takes beside its path: nothing may be left out that the path needs. */
type InitParam<Needed, I> = undefined extends Needed ? [init?: I] : [init: I]

/** What a call answers: the body, and the response that it came in. */
type Answer<R> = R extends { data: infer D } ? { data: D; response: Response } : never

/**
 * Calls one path. The parameters go into `params.path` and `params.query`, the body into `body`, a file of it as a
 * `Blob`; `signal` ends the call, its retries included; `parseAs` reads what is not JSON.
 * @throws PostlineError when the service answers an error; what `fetch` throws when there is no answer.
 */
type Call<M extends Method> = <P extends PathsWith<M>, I extends InitOf<P, M>>(
  path: P,
  ...init: InitParam<InitOf<P, M>, I>
) => Promise<Answer<FetchResponse<Operation<P, M> & Record<string, unknown>, I, Media>>>

/** A typed client of the REST API. */
export interface Client {
  GET: Call<'get'>
  POST: Call<'post'>
  PUT: Call<'put'>
  DELETE: Call<'delete'>
}

/** Paths whose bodies carry idempotency keys, so that a request that came twice counts once. */
const KEYED_PATHS = ['/v1/send', '/v1/send/batch']

interface AnyInit {
  body?: unknown
  bodySerializer?: (body: never) => unknown
  parseAs?: string
  fetch?: ClientOptions['fetch']
}

/**
 * Makes a client. Sends that carry no idempotency key get one, which stays the same over all retries.
 */
export function createClient({ baseUrl, apiKey, fetch = globalThis.fetch, maxRetries = 3 }: ClientOptions): Client {
  const client = createFetchClient<Record<string, never>>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } })
  const request = client.request as unknown as (
    method: string,
    path: string,
    init: AnyInit,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>

  const call =
    (method: Method) =>
    async (path: string, init: AnyInit = {}) => {
      const isKeyed = method === 'post' && KEYED_PATHS.includes(path)
      const { data, error, response } = await request(method, path, {
        ...init,
        ...(isKeyed && { body: withKeys(init.body) }),
        ...(holdsFile(init.body) && { bodySerializer: toForm }),
        fetch: (sent) =>
          fetchWithRetries(sent, {
            fetch: init.fetch ?? fetch,
            maxRetries,
            repeatable: method === 'get' || isKeyed,
            stream: init.parseAs === 'stream',
          }),
      })
      if (!response.ok) throw new PostlineError(response, error)
      return { data, response }
    }
  return { GET: call('get'), POST: call('post'), PUT: call('put'), DELETE: call('delete') } as unknown as Client
}

const holdsFile = (body: unknown): body is { file: Blob } =>
  typeof body === 'object' && body !== null && 'file' in body && body.file instanceof Blob

/** A file goes as a form. A `File` also tells its name. */
function toForm({ file }: { file: Blob }): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

function withKeys(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withKeys)
  if (typeof body !== 'object' || body === null) return body
  const { idempotency_key } = body as Partial<Send>
  return { ...body, idempotency_key: idempotency_key ?? crypto.randomUUID() }
}
