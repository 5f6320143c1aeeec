/** Temporary statuses, after which the stream is requested again. */
const PASSING = [429, 502, 503, 504]
const DEFAULT_WAIT_MS = 3_000

type Fetch = typeof fetch

/**
 * A fetch for event streams. If the response has a temporary status, which would make an EventSource give up for good,
 * it waits as long as the server says and tries again. It turns other errors into an event, so that the subscriber gets
 * the error of the API.
 */
export function retryingStreamFetch(ask: Fetch, headers: Record<string, string>): Fetch {
  return async (url, init) => {
    for (;;) {
      const response = await ask(url, { ...init, headers: { ...(init?.headers as object), ...headers } })
      if (response.ok) return response
      if (!PASSING.includes(response.status)) return asEvent(response)
      await response.body?.cancel()
      await wait(waitMsOf(response), init?.signal)
    }
  }
}

function waitMsOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? seconds * 1_000 : DEFAULT_WAIT_MS
}

/** Turns an error response of the tRPC API into the event that reports errors in its streams. */
async function asEvent(response: Response): Promise<Response> {
  const body = await response
    .clone()
    .json()
    .catch(() => null)
  if (!body?.error) return response
  const text = `event: serialized-error\ndata: ${JSON.stringify(body.error)}\n\n`
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

function wait(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
