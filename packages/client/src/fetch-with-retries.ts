import { aborted, fetchWithTimeout } from './fetch-with-timeout.js'
import { errorBodyOf, PostlineError } from './postline-error.js'

const BASE_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** If `Retry-After` is longer, the caller gets the error at once. */
const MAX_RETRY_AFTER_MS = 60_000

interface RetryOptions {
  fetch: (request: Request) => Promise<Response>
  /** Retries after the first attempt. */
  maxRetries: number
  /** Time for each attempt, in ms. */
  timeoutMs: number
  /** Whether the request may reach the service twice and still take effect once. */
  repeatable: boolean
  /** Returns a successful response with an unread body. */
  stream: boolean
}

type Outcome = { response: Response; code: string | null } | { failure: PostlineError }

/**
 * Sends a request and retries it if that is useful and safe: always after a 429, because the request had no effect;
 * after server errors, time-outs and broken connections only if it is repeatable, because it may have had an effect.
 * This includes 503 `overloaded`: a write that the service stopped waiting for may still happen. Waits as long as
 * `Retry-After` says, otherwise twice as long each time, with jitter. The request's signal also ends the waiting.
 * @throws PostlineError if the last attempt got no response
 */
export async function fetchWithRetries(request: Request, options: RetryOptions): Promise<Response> {
  // Read the body first: a request's body can be sent only once.
  const body = request.body ? await request.arrayBuffer() : undefined
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryOnce(request, body, options)
    const waitMs = attempt < options.maxRetries && mayRetry(outcome, options) ? waitOf(outcome, attempt) : null
    if (waitMs !== null && !request.signal.aborted) await sleep(waitMs, request.signal)
    else if ('response' in outcome) return outcome.response
    else throw outcome.failure
  }
}

async function tryOnce(request: Request, body: ArrayBuffer | undefined, options: RetryOptions): Promise<Outcome> {
  const { fetch, timeoutMs, stream } = options
  const send = (signal: AbortSignal) => fetch(new Request(request, { ...(body && { body }), signal }))
  try {
    const response = await fetchWithTimeout(send, { timeoutMs, stream, signal: request.signal })
    return { response, code: response.ok ? null : await codeIn(response.clone()) }
  } catch (failure) {
    if (failure instanceof PostlineError) return { failure }
    throw failure
  }
}

async function codeIn(response: Response): Promise<string | null> {
  return errorBodyOf(await response.json().catch(() => null))?.code ?? null
}

function mayRetry(outcome: Outcome, { repeatable }: RetryOptions): boolean {
  if ('failure' in outcome) return repeatable
  const { response, code } = outcome
  if (response.status === 429) return true
  // A retry cannot help: the deployment lacks something.
  return repeatable && response.status >= 500 && !code?.endsWith('_not_configured')
}

/** How long to wait before the next attempt, in ms; null if that is too long. */
function waitOf(outcome: Outcome, attempt: number): number | null {
  const jitter = Math.random()
  const asked = 'response' in outcome ? retryAfterMs(outcome.response) : null
  if (asked === null) return Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt) * (0.5 + jitter / 2)
  return asked > MAX_RETRY_AFTER_MS ? null : asked + jitter * BASE_DELAY_MS
}

/** Retry-After in ms: seconds or a date (RFC 9110 section 10.2.3). */
function retryAfterMs(response: Response): number | null {
  const text = response.headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(aborted(signal))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
