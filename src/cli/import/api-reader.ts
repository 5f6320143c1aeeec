import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { retryAfterMs } from '../../lib/http/retry-after.js'
import { CliError } from '../errors.js'

/** Longest pause in an answer. A long answer may take longer as a whole. */
const IDLE_MS = 30_000
/** A list that is answered as a whole may have some million entries. */
const MAX_BYTES = 256 * 2 ** 20
/** How often a request is made before its failure counts. */
const MAX_ATTEMPTS = 6
const FIRST_WAIT_MS = 500
/** Longest wait that a service may ask for. */
const MAX_WAIT_MS = 120_000

export interface ApiReaderOptions {
  /** As people call the service. */
  title: string
  /** The URL of its API, without a slash at the end. */
  baseUrl: string
  headers: Record<string, string>
  /** Where the key comes from, for errors: `RESEND_API_KEY`. */
  keyFrom: string
  /** Reports a wait of more than a moment. */
  onWait: (seconds: number, reason: string) => void
  /** Ends requests and waits. */
  signal: AbortSignal
  /** What waits, for tests. */
  wait?: (ms: number) => Promise<unknown>
}

/** A service refused a request, for a reason that waiting does not mend. */
export class RefusedError extends CliError {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** The import was told to stop. */
export class StoppedError extends CliError {
  constructor() {
    super('The import was stopped.')
  }
}

/** Reads the API of another service: patiently, because an import is long, and its limits are low. */
export class ApiReader {
  readonly #options: ApiReaderOptions

  constructor(options: ApiReaderOptions) {
    this.#options = options
  }

  /**
   * Reads a JSON document.
   * @param path below the URL of the API, or a whole URL of the same origin, as links to further pages are.
   * @param shape what the answer must have. The rest of it is left out.
   * @throws RefusedError; CliError if the key is refused, the answer has another shape, or the service does not answer after
   *   several attempts; StoppedError.
   */
  async get<T>(path: string, shape: z.ZodType<T>, query: Record<string, string | number | null> = {}): Promise<T> {
    const { signal, onWait, title, wait = (ms: number) => delay(ms, undefined, { signal }) } = this.#options
    const url = this.#urlOf(path, query)
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#attempt(url)
      if (signal.aborted) throw new StoppedError()
      if ('value' in answer) return shaped(answer.value, shape, `${title} answered GET ${url.pathname}`)
      const { failure } = answer
      const waitMs = Math.max(answer.waitMs ?? Number.POSITIVE_INFINITY, FIRST_WAIT_MS * 2 ** (attempt - 1))
      if (attempt === MAX_ATTEMPTS || waitMs > MAX_WAIT_MS) throw failure
      if (waitMs >= 2_000) onWait(Math.ceil(waitMs / 1_000), failure.message)
      await wait(waitMs).catch(() => {
        throw new StoppedError()
      })
    }
  }

  /** The document, or why there is none and how long to wait before another attempt; null for none. */
  async #attempt(url: URL): Promise<{ value: unknown } | { failure: CliError; waitMs: number | null }> {
    const { title, headers, keyFrom, signal } = this.#options
    const idle = new AbortController()
    const timer = setTimeout(() => idle.abort(new Error('no answer in time')), IDLE_MS)
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        redirect: 'error',
        signal: AbortSignal.any([idle.signal, signal]),
      })
      const { status } = response
      if (response.ok) return { value: JSON.parse(await textOf(response, () => timer.refresh())) }
      await response.body?.cancel()
      const reason = `${title} answered ${status} to GET ${url.pathname}`
      if (status === 401 || status === 403) {
        return { failure: new CliError(`${reason}: check the key in ${keyFrom}.`), waitMs: null }
      }
      const isLasting = status !== 429 && status < 500
      const waitMs = isLasting ? null : (retryAfterMs(response.headers.get('retry-after'), new Date()) ?? 0)
      return { failure: new RefusedError(`${reason}.`, status), waitMs }
    } catch (error) {
      if (error instanceof TooLargeError) return { failure: new CliError(`${title}: ${error.message}`), waitMs: null }
      // A cut connection, a time-out, or half of a document.
      const message = `${title} could not be read at GET ${url.pathname}: ${reasonOf(error as Error)}.`
      return { failure: new CliError(message), waitMs: 0 }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Keys are sent only to the service that they are for. */
  #urlOf(path: string, query: Record<string, string | number | null>): URL {
    const { baseUrl, title } = this.#options
    const text = path.startsWith('/') ? baseUrl + path : path
    if (!URL.canParse(text)) throw new CliError(`${title} named a page that is no URL: ${text.slice(0, 200)}`)
    const url = new URL(text)
    if (url.origin !== new URL(baseUrl).origin)
      throw new CliError(`${title} named a page at another server: ${url.origin}`)
    for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, String(value))
    return url
  }
}

/** @throws CliError naming the first field that is not as expected. */
function shaped<T>(value: unknown, shape: z.ZodType<T>, asked: string): T {
  const { success, data, error } = shape.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const field = issue?.path.join('.') || 'the document'
  throw new CliError(`${asked} with something unexpected: ${field}: ${issue?.message ?? 'cannot be read'}`)
}

/** Of a failed request the cause says more. */
const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message || message : message)

class TooLargeError extends Error {}

async function textOf(response: Response, onChunk: () => void): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    onChunk()
    length += chunk.length
    if (length > MAX_BYTES) throw new TooLargeError(`an answer is larger than ${MAX_BYTES / 2 ** 20} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
