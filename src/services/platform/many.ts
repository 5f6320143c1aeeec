import type { HydratedDocument, Query } from 'mongoose'

/**
 * Reads the rows of a query that have one of these ids, by id. Others are left out: those of other accounts, because the
 * query names one.
 */
export async function manyOf<D extends { _id: string }, T>(
  query: Query<HydratedDocument<D>[], HydratedDocument<D>, object, D>,
  ids: readonly string[],
  present: (row: D) => T,
): Promise<Map<string, T>> {
  const rows = await query.in('_id', [...ids]).lean<D[]>()
  return new Map(rows.map((row) => [row._id, present(row)]))
}
