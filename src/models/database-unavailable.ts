import { mongo } from 'mongoose'
import { TimeoutError } from '../lib/concurrency/time-limit.js'
import { NOT_PRIMARY_CODES } from '../lib/errors/server-unavailable.js'
import { StaleReadError } from '../lib/errors/stale-read-error.js'

/** How long a request waits for a look-up, in ms. */
export const LOOK_UP_TIMEOUT_MS = 5_000
/** How long a request waits for a write, in ms. */
export const STORE_TIMEOUT_MS = 10_000

const MAX_TIME_EXPIRED = 50

/** Whether MongoDB gave up a read because it took longer than it may. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === MAX_TIME_EXPIRED

/** Whether an operation failed because MongoDB did not answer in time, or not yet rightly. It may or may not have been done. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof mongo.MongoBulkWriteError) {
    if ([error.writeErrors].flat().length > 0) return false
    // The code is that of the write concern: of a primary that is none any more, nobody knows whether the write stays.
    return !error.result.getWriteConcernError() || NOT_PRIMARY_CODES.has(error.code)
  }
  return (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof TimeoutError ||
    error instanceof StaleReadError ||
    error instanceof mongo.MongoNotConnectedError ||
    (error instanceof mongo.MongoServerError && NOT_PRIMARY_CODES.has(error.code))
  )
}

/**
 * The guards of work for the ledger that concurrent callers share.
 *
 * Most of a command's cost is fixed, and shared by 500 it is small for each; a larger command only delays the first
 * caller. When 40 such commands wait, the ledger has fallen so far behind that more would only take memory until they
 * time out. If it does not answer, it will not answer those that wait either: each group would wait for a time-out of
 * its own.
 */
export const LEDGER_BATCHING = { maxItems: 500, maxWaiting: 20_000, failsWaiting: isDatabaseUnavailable }
