import { ApiError } from '../../errors.js'
import { QueueFullError } from '../../lib/concurrency/batcher.js'
import { isDatabaseUnavailable, isTooSlow } from '../../models/database-unavailable.js'

const RETRY_AFTER_AWAY_S = 5

/** Most seconds that a client waits after a queue was full, which is soon empty again. Each gets its own time. */
const MAX_RETRY_AFTER_FULL_S = 3

/** The answer to a request that is not begun: nothing of it is written. */
export class BusyError extends ApiError {}

/** The answer if too much is in progress. */
export function busy(retryAfterSeconds: number): BusyError {
  const { stackTraceLimit } = Error
  // Thousands of them are made in a second. Nobody reads their stacks, which take a sixth of the time of a refusal.
  Error.stackTraceLimit = 0
  const message = 'The service is busy. Nothing was accepted; retry with the same idempotency key.'
  const error = new BusyError('overloaded', message, { retryAfterSeconds })
  Error.stackTraceLimit = stackTraceLimit
  return error
}

/**
 * Waits for work that needs the ledger.
 * @throws ApiError `overloaded` with Retry-After if too much waits for the ledger, it does not answer, or it gives a read up.
 */
export async function orOverloaded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof QueueFullError) throw busy(1 + Math.floor(Math.random() * MAX_RETRY_AFTER_FULL_S))
    if (isTooSlow(error)) {
      const message = 'The database took too long for this read. Retry later, or ask for less: leave out a count.'
      throw new ApiError('overloaded', message, { retryAfterSeconds: RETRY_AFTER_AWAY_S })
    }
    if (!isDatabaseUnavailable(error)) throw error
    // The write may have happened although the ledger did not answer.
    const message = 'The service cannot reach its database at the moment. Retry with the same idempotency key.'
    throw new ApiError('overloaded', message, { retryAfterSeconds: RETRY_AFTER_AWAY_S })
  }
}
