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

/**
 * Calls back after a time, and after what has arrived by then. A process that was stopped, or had no time on its CPU, fires
 * its timers before it reads its sockets: it would take what has long been answered for unanswered.
 * @returns a function that cancels it.
 */
export function afterTime(ms: number, callback: () => void): () => void {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    // In the first turn of the event loop, sockets are read; in the second, whoever put off what came of that has done it.
    turn = setImmediate(() => {
      turn = setImmediate(callback)
    })
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
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
  let cancel: () => void = () => {}
  let onAbort: () => void = () => {}
  const limit = new Promise<'timeout' | 'abort'>((resolve) => {
    onAbort = () => resolve('abort')
    if (signal?.aborted) onAbort()
    if (timeoutMs !== undefined) cancel = afterTime(timeoutMs, () => resolve('timeout'))
  })
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, limit.then(fallback)])
  } finally {
    cancel()
    signal?.removeEventListener('abort', onAbort)
  }
}
