import { aborted, fetchInTime } from './fetch-in-time.js'
import { faultIn, PostlineError } from './postline-error.js'

const BASE_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** A longer wait is left to the caller. */
const MAX_RETRY_AFTER_MS = 60_000

interface RetryOptions {
  fetch: (request: Request) => Promise<Response>
  /** Retries after the first try. */
  maxRetries: number
  /** Time for each try, in ms. */
  timeoutMs: number
  /** Whether the request may reach the service twice and still take effect once. */
  repeatable: boolean
  /** Leaves the body of a good answer to be read bit by bit. */
  stream: boolean
}

type Outcome = { response: Response; code: string | null } | { failure: PostlineError }

/**
 * Sends a request, and again where that helps and is safe: after a 429 always, because nothing was done; after server
 * errors, time-outs and broken connections only if it is repeatable, because nobody knows what was done. This includes
 * 503 `overloaded`: a write that the service stopped waiting for may still happen. Waits as long as `Retry-After` says,
 * otherwise twice as long each time, with jitter. The signal of the request also ends the waiting.
 * @throws PostlineError when the last try got no answer
 */
export async function fetchWithRetries(request: Request, options: RetryOptions): Promise<Response> {
  // Read once, because a body can be sent once.
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
    const response = await fetchInTime(send, { timeoutMs, stream, signal: request.signal })
    return { response, code: response.ok ? null : await codeIn(response.clone()) }
  } catch (failure) {
    if (failure instanceof PostlineError) return { failure }
    throw failure
  }
}

async function codeIn(response: Response): Promise<string | null> {
  return faultIn(await response.json().catch(() => null))?.code ?? null
}

function mayRetry(outcome: Outcome, { repeatable }: RetryOptions): boolean {
  if ('failure' in outcome) return repeatable
  const { response, code } = outcome
  if (response.status === 429) return true
  // A deployment that lacks something will lack it a second later.
  return repeatable && response.status >= 500 && !code?.endsWith('_not_configured')
}

/** How long to wait before the next try, in ms; null if that is too long. */
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
