/** Thrown when something took longer than it was given. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError'
}

/**
 * Waits for work at most so long. Work that is left behind ends by itself, its result unused.
 * @throws TimeLimitError when the time was up first; else what the work throws.
 */
export async function withTimeLimit<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, timeUp])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for work at most so long. Answers `late` when the time was up first, and throws what the work throws. */
export async function withTimeLimitOr<T, L>(ms: number, late: L, work: Promise<T>): Promise<T | L> {
  try {
    return await withTimeLimit(ms, work)
  } catch (error) {
    if (error instanceof TimeLimitError) return late
    throw error
  }
}
