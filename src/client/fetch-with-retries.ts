import { faultIn } from './postline-error.js'

const BASE_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** Who is told to wait longer than this decides for himself. */
const MAX_RETRY_AFTER_MS = 60_000

interface RetryOptions {
  fetch: (request: Request) => Promise<Response>
  /** Retries after the first try. */
  maxRetries: number
  /** Whether the request may reach the service twice and still have its effect once. */
  repeatable: boolean
  /** Leaves the body of a good answer to be read bit by bit. */
  stream: boolean
}

type Outcome = { response: Response; code: string | null } | { failure: unknown }

/**
 * Sends a request, and again where that helps and is safe: after a 429 always, because nothing was done; after server
 * errors and broken connections only what is repeatable, because nobody knows what was done. A 503 `overloaded` is no
 * exception: what was being stored when the service stopped waiting may be stored all the same. Waits for as long as
 * `Retry-After` says, else twice as long each time, with jitter. The signal of the request ends the waiting too.
 */
export async function fetchWithRetries(request: Request, options: RetryOptions): Promise<Response> {
  // Read once, because a body can be sent once.
  const body = request.body ? await request.arrayBuffer() : undefined
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryOnce(new Request(request, body && { body }), options)
    const waitMs = attempt < options.maxRetries && mayRetry(outcome, options) ? waitOf(outcome, attempt) : null
    if (waitMs !== null && !request.signal.aborted) await sleep(waitMs, request.signal)
    else if ('response' in outcome) return outcome.response
    else throw outcome.failure
  }
}

/** One try, its answer read to the end: a connection can also break in the middle of a body. */
async function tryOnce(request: Request, { fetch, stream }: RetryOptions): Promise<Outcome> {
  try {
    const response = await fetch(request)
    if ((stream && response.ok) || response.body === null) return { response, code: null }
    const body = await response.arrayBuffer()
    const { status, statusText, headers } = response
    return { response: new Response(body, { status, statusText, headers }), code: response.ok ? null : codeIn(body) }
  } catch (failure) {
    return { failure }
  }
}

function codeIn(body: ArrayBuffer): string | null {
  try {
    return faultIn(JSON.parse(new TextDecoder().decode(body)))?.code ?? null
  } catch {
    return null
  }
}

function mayRetry(outcome: Outcome, { repeatable }: RetryOptions): boolean {
  if ('failure' in outcome) return repeatable
  const { response, code } = outcome
  if (response.status === 429) return true
  // A deployment that lacks something will lack it a second later.
  return repeatable && response.status >= 500 && !code?.endsWith('_not_configured')
}

/** How long to wait before the next try, in ms; null when that is longer than anybody waits. */
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
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
