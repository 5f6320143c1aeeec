import { mongo } from 'mongoose'
import { withTimeout } from '../lib/concurrency/time-limit.js'
import { isDuplicateKey } from './duplicate-key.js'

/** A row violates a unique index. */
export class DuplicateRowError extends Error {
  override name = 'DuplicateRowError'
}

/** A collection to insert rows of this type into. */
export interface Insertable<T> {
  insertMany(rows: readonly T[], options: { ordered: boolean }): Promise<unknown>
}

/**
 * Inserts rows in one round trip, each independent of the others. Returns the failures by index: a {@link
 * DuplicateRowError} for a row that exists already.
 *
 * @param timeoutMs how long to wait. After a time-out nothing is known about any row. No limit if omitted.
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
    // If the write concern failed, no row counts as written.
    if (!(error instanceof mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
    const failures = [error.writeErrors].flat()
    // The driver reports network failures with the same error, without naming rows; then nothing is known to be
    // written.
    if (failures.length === 0) throw error
    return new Map(
      failures.map((failure) => [
        failure.index,
        isDuplicateKey(failure) ? new DuplicateRowError(failure.errmsg) : new Error(failure.errmsg),
      ]),
    )
  }
}
