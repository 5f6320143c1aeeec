import { mongo } from 'mongoose'
import { withTimeout } from '../lib/time-limit.js'
import { isDuplicateKey } from './duplicate-key.js'

/** A row that is there already, by one of the unique indexes. */
export class DuplicateRowError extends Error {
  override name = 'DuplicateRowError'
}

/** A collection to insert rows of this type into. */
export interface Insertable<T> {
  insertMany(rows: readonly T[], options: { ordered: boolean }): Promise<unknown>
}

/**
 * Inserts rows in one round trip, each whatever becomes of the others. Answers the failures by index: a
 * {@link DuplicateRowError} for a row that is there already.
 *
 * @param timeoutMs how long to wait for it, after which nothing is known of any row; without end when omitted.
 *
 * Straight through the driver: mongoose would spend ten times as long on each document.
 */
export async function insertUnordered<T>(
  collection: Insertable<T>,
  rows: readonly T[],
  timeoutMs?: number,
): Promise<Map<number, Error>> {
  if (rows.length === 0) return new Map()
  try {
    const work = collection.insertMany(rows, { ordered: false })
    await (timeoutMs === undefined ? work : withTimeout(timeoutMs, work))
    return new Map()
  } catch (error) {
    // Rows that were written but not made durable count as failed, all of them.
    if (!(error instanceof mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
    const failures = [error.writeErrors].flat()
    // The driver wraps a network failure in the same error: no row is named, and none is known to be written.
    if (failures.length === 0) throw error
    return new Map(
      failures.map((failure) => [
        failure.index,
        isDuplicateKey(failure) ? new DuplicateRowError(failure.errmsg) : new Error(failure.errmsg),
      ]),
    )
  }
}
