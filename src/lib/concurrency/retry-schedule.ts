export interface RetrySchedule {
  /** Delay after the first failed attempt, before jitter. */
  baseMs: number
  /** Relative variation of a delay: 0.25 is ± 25 %. */
  jitter: number
  /** Uniform in [0, 1), such as `Math.random`. */
  random: () => number
}

/**
 * The delay after failed attempt number `attempt` (from 1): `baseMs · 2^(attempt − 1) · (1 ± jitter)`, in whole
 * milliseconds. Twelve attempts from 30 s with ± 25 % take 12.8 to 21.3 hours.
 * @throws RangeError if `attempt` is not a positive integer.
 */
export function retryDelayMs(attempt: number, { baseMs, jitter, random }: RetrySchedule): number {
  if (!Number.isInteger(attempt) || attempt < 1) throw new RangeError(`attempt must be 1 or more, not ${attempt}`)
  const nominalMs = baseMs * 2 ** (attempt - 1)
  const factor = 1 + jitter * (2 * random() - 1)
  return Math.round(nominalMs * factor)
}
