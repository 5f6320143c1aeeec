import type { mongo } from 'mongoose'
import type { ListQuery } from './pages.js'

/**
 * Reads the rows with these ids among those that are found, by id. Others are left out: those of other accounts, because
 * the filter names one.
 */
export async function manyOf<D extends { _id: string }, T>(
  { collection, filter, options }: ListQuery<D>,
  ids: readonly string[],
  present: (row: D) => T,
): Promise<Map<string, T>> {
  const own = { $and: [filter, { _id: { $in: [...ids] } }] } as mongo.Filter<D>
  const rows = await collection.find<D>(own, options).toArray()
  return new Map(rows.map((row) => [row._id, present(row)]))
}
