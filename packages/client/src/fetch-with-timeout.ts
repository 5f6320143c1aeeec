import { PostlineError } from './postline-error.js'

/** Limits of one request. */
export interface RequestLimits {
  /** Time for the whole response, in ms. */
  timeoutMs: number
  /** Ends the request early. */
  signal?: AbortSignal | null | undefined
  /** Returns a successful response with an unread body; the time limit then covers only the headers. */
  stream?: boolean
}

/**
 * Sends a request and reads the whole response, because a connection can also break in the middle of a body.
 * @throws PostlineError with the code `timed_out`, `aborted` or `connection_failed`
 */
export async function fetchWithTimeout(
  send: (signal: AbortSignal) => Promise<Response>,
  { timeoutMs, signal, stream = false }: RequestLimits,
): Promise<Response> {
  const ending = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    ending.abort()
  }, timeoutMs)
  const forward = () => ending.abort(signal?.reason)
  if (signal?.aborted) forward()
  signal?.addEventListener('abort', forward)
  try {
    const response = await send(ending.signal)
    if (response.body === null || (stream && response.ok)) return response
    const { status, statusText, headers } = response
    return new Response(await response.arrayBuffer(), { status, statusText, headers })
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal)
    if (isLate) throw new PostlineError('timed_out', `No response within ${timeoutMs} ms.`, { cause })
    throw new PostlineError('connection_failed', `The connection failed: ${causeOf(cause)}`, { cause })
  } finally {
    clearTimeout(timer)
    // The signal can also end a stream that is still being read.
    if (!stream) signal?.removeEventListener('abort', forward)
  }
}

/** The error of a request that its caller has aborted. */
export function aborted({ reason }: AbortSignal): PostlineError {
  return new PostlineError('aborted', 'The request was aborted.', { cause: reason })
}

/** What went wrong. Node says `fetch failed` and keeps the reason in the cause. */
function causeOf(error: unknown): string {
  const { message = String(error), cause } = error as Partial<Error>
  return cause instanceof Error && cause.message ? cause.message : message
}
