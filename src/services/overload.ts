import { ApiError } from '../errors.js'
import { GroupFullError } from '../lib/group.js'
import { isLedgerAway } from '../models/ledger-away.js'

const RETRY_AFTER_FULL_S = 1
const RETRY_AFTER_AWAY_S = 5

/**
 * Waits for work that needs the ledger.
 * @throws ApiError `overloaded` with Retry-After if too much waits for the ledger, or it does not answer.
 */
export async function orOverloaded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof GroupFullError) {
      const message = 'The service is busy. Nothing was accepted; retry with the same idempotency key.'
      throw new ApiError('overloaded', message, { retryAfterSeconds: RETRY_AFTER_FULL_S })
    }
    if (!isLedgerAway(error)) throw error
    // The write may have happened although the ledger did not answer.
    const message = 'The service cannot reach its database at the moment. Retry with the same idempotency key.'
    throw new ApiError('overloaded', message, { retryAfterSeconds: RETRY_AFTER_AWAY_S })
  }
}
