import { setTimeout } from 'node:timers/promises'
import { retryAfterMs } from '../../lib/http/retry-after.js'
import { CliError } from '../errors.js'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 32 * 1024 * 1024
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
  /** Tells of a wait of more than a moment. */
  onWait: (seconds: number, reason: string) => void
  /** What waits, for tests. */
  wait?: (ms: number) => Promise<unknown>
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
   * @throws CliError if the key is refused, or the service does not answer after several attempts.
   */
  async get<T>(path: string, query: Record<string, string | number | null> = {}): Promise<T> {
    const url = this.#urlOf(path, query)
    for (let attempt = 1; ; attempt += 1) {
      const failure = await this.#attempt<T>(url)
      if ('value' in failure) return failure.value
      if (attempt === MAX_ATTEMPTS || failure.waitMs === null) throw new CliError(failure.reason)
      const waitMs = Math.max(failure.waitMs, FIRST_WAIT_MS * 2 ** (attempt - 1))
      if (waitMs > MAX_WAIT_MS) throw new CliError(failure.reason)
      if (waitMs >= 2_000) this.#options.onWait(Math.ceil(waitMs / 1_000), failure.reason)
      await (this.#options.wait ?? setTimeout)(waitMs)
    }
  }

  /** The document, or why there is none and whether waiting may help. */
  async #attempt<T>(url: URL): Promise<{ value: T } | { reason: string; waitMs: number | null }> {
    const { title, headers, keyFrom } = this.#options
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const { status } = response
      if (response.ok) return { value: JSON.parse(await textOf(response)) as T }
      await response.body?.cancel()
      const reason = `${title} answered ${status} to GET ${url.pathname}`
      if (status === 401 || status === 403) return { reason: `${reason}: check the key in ${keyFrom}.`, waitMs: null }
      if (status !== 429 && status < 500) return { reason: `${reason}.`, waitMs: null }
      return { reason: `${reason}.`, waitMs: retryAfterMs(response.headers.get('retry-after'), new Date()) ?? 0 }
    } catch (error) {
      if (error instanceof TooLargeError) return { reason: `${title}: ${error.message}`, waitMs: null }
      // A cut connection, a time-out, or half of a document.
      return { reason: `${title} could not be read at GET ${url.pathname}: ${reasonOf(error as Error)}.`, waitMs: 0 }
    }
  }

  /** Keys are sent only to the service that they are for. */
  #urlOf(path: string, query: Record<string, string | number | null>): URL {
    const { baseUrl, title } = this.#options
    const url = new URL(path.startsWith('/') ? baseUrl + path : path)
    if (url.origin !== new URL(baseUrl).origin)
      throw new CliError(`${title} named a page at another server: ${url.origin}`)
    for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, String(value))
    return url
  }
}

/** Of a failed request the cause says more. */
const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message || message : message)

class TooLargeError extends Error {}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_BYTES) throw new TooLargeError(`an answer is larger than ${MAX_BYTES / 2 ** 20} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
