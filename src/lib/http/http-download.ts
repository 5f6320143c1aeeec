import type { Dispatcher } from 'undici'

/**
 * The result of a download. Without a status, `failure` says why; with one, `failure` says why the body is incomplete.
 */
export interface Download {
  status: number | null
  failure: unknown
  /** The response's `Content-Encoding`, lower case; empty when it has none. */
  contentEncoding: string
  /** At most as much as requested. */
  body: Buffer
  /** Whether the body is longer than requested. */
  tooLong: boolean
}

/** Codes as in `network-error.ts`. */
const TIMED_OUT = { code: 'DEADLINE' }

/** Fetches a resource into memory, up to the limit. The deadline covers everything from now on. Never rejects. */
export async function download(
  dispatcher: Dispatcher,
  request: { path: string; headers: Record<string, string> },
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): Promise<Download> {
  const signal = AbortSignal.timeout(timeoutMs)
  const result: Download = { status: null, failure: null, contentEncoding: '', body: Buffer.alloc(0), tooLong: false }
  const chunks: Buffer[] = []
  let length = 0
  try {
    const response = await dispatcher.request({ method: 'GET', ...request, signal } as Dispatcher.RequestOptions)
    result.status = response.statusCode
    result.contentEncoding = String(response.headers['content-encoding'] ?? '').toLowerCase()
    // Leaving the loop destroys the body, and with it the connection.
    for await (const chunk of response.body) {
      length += (chunk as Buffer).length
      if (length > maxBytes) {
        result.tooLong = true
        break
      }
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    result.failure = signal.aborted ? TIMED_OUT : error
  }
  result.body = Buffer.concat(chunks)
  return result
}
