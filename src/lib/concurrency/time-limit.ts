/*
 * Terms for time limits:
 *
 * - a time-out (`timeoutMs`) is how long work may take;
 * - a deadline is the time by which it must have ended;
 * - a fallback replaces a result that comes too late.
 *
 * Nothing here stops the work itself: it continues, and its late result is dropped.
 */

/** Work exceeded its time-out. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'

  constructor(timeoutMs: number) {
    super(`no response within ${timeoutMs} ms`)
  }
}

export interface TimeLimit {
  timeoutMs?: number
  /** Aborting it stops the waiting. */
  signal?: AbortSignal
}

/**
 * Waits for work, up to a time-out.
 * @throws TimeoutError on a time-out; otherwise what the work throws.
 */
export function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return withFallback({ timeoutMs }, work, () => {
    throw new TimeoutError(timeoutMs)
  })
}

/** Waits for work up to a time limit, then returns the fallback. Throws what the work throws before that. */
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
