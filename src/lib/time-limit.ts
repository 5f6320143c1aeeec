/*
 * Three words for limits of time:
 *
 * - a time-out (`timeoutMs`) is how long a piece of work may take;
 * - a deadline is the moment by which it must have ended;
 * - a fallback is what takes the place of a result that comes too late.
 *
 * Nothing here stops the work itself: it runs on, and its late result is dropped.
 */

/** Thrown when work took longer than its time-out. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`)
  }
}

export interface TimeLimit {
  timeoutMs?: number
  /** Whoever aborts it stops the waiting. */
  signal?: AbortSignal
}

/**
 * Waits for work until its time-out.
 * @throws TimeoutError when that came first; else whatever the work throws.
 */
export function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return withFallback({ timeoutMs }, work, () => {
    throw new TimeoutError(timeoutMs)
  })
}

/** Waits for work until a time limit, then answers the fallback. Throws whatever the work throws before that. */
export async function withFallback<T, F>(
  { timeoutMs, signal }: TimeLimit,
  work: Promise<T>,
  fallback: (reason: 'timeout' | 'abort') => F,
): Promise<T | F> {
  let timer: NodeJS.Timeout | undefined
  let onAbort: () => void = () => {}
  const limit = new Promise<'timeout' | 'abort'>((resolve) => {
    onAbort = () => resolve('abort')
    if (signal?.aborted) onAbort()
    if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs, 'timeout')
  })
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, limit.then(fallback)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
