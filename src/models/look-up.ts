import { Batcher, type BatcherOptions } from '../lib/concurrency/batcher.js'
import { LEDGER_BATCHING, LOOK_UP_TIMEOUT_MS } from './database-unavailable.js'

/** What differs for a worker. It has more time than a request, and a failure costs its row one of few tries. */
export const WORKER_BATCHING = { maxRunMs: 20_000 }

/** A function that answers a question. */
export type LookUp<Q, A> = (question: Q) => Promise<A>

/**
 * Makes concurrent questions share one query, with {@link LEDGER_BATCHING}. Nothing is cached, so an answer is never older
 * than its question.
 *
 * The result rejects with QueueFullError if too many wait, and with an error that `isDatabaseUnavailable` knows if the ledger does
 * not answer in time.
 * @param find the answers, in the order of the questions. An `Error` rejects only its question.
 * @param guards those that differ.
 */
export function lookUp<Q, A>(
  find: (questions: Q[]) => Promise<(A | Error)[]>,
  guards: Partial<BatcherOptions<Q>> = {},
): LookUp<Q, A> {
  const group = new Batcher<Q, A>(find, { ...LEDGER_BATCHING, maxRunMs: LOOK_UP_TIMEOUT_MS, ...guards })
  return (question) => group.add(question)
}

/**
 * A {@link lookUp} of rows by a unique key; null if there is none.
 * @param find the rows that have one of these keys. It gets each key once.
 */
export function lookUpRow<T>(
  find: (keys: string[]) => Promise<T[]>,
  keyOf: (row: T) => string,
  guards: Partial<BatcherOptions<string>> = {},
): LookUp<string, T | null> {
  return lookUp(async (keys) => {
    const rows = await find([...new Set(keys)])
    const byKey = new Map(rows.map((row) => [keyOf(row), row]))
    return keys.map((key) => byKey.get(key) ?? null)
  }, guards)
}

/** A collection for look-ups. The driver's filter type stays open because the row type does. */
export interface Findable<T> {
  find(filter: { _id: { $in: string[] } }): { toArray(): Promise<T[]> }
}

/** A {@link lookUpRow} by id. */
export function lookUpById<T extends { _id: string }>(
  collection: Findable<T>,
  guards: Partial<BatcherOptions<string>> = {},
): LookUp<string, T | null> {
  return lookUpRow(
    (ids) => collection.find({ _id: { $in: ids } }).toArray(),
    (row) => row._id,
    guards,
  )
}
