import type { mongo } from 'mongoose'

/** Newest entries of each set that tell which is the rarest. */
const RANKED = 500

/**
 * Sorts sets of values by how few rows of an account have one of their values. Sets that many rows have are compared by
 * how far back their newest rows reach, because counting all would take longer than what follows. Reads the index alone.
 * @param index an index over the account, the field with the values, and `position`.
 */
export async function rarestFirst<Row extends { account_id: string; position: string }>(
  rows: mongo.Collection<Row>,
  index: Record<string, 1 | -1>,
  accountId: string,
  sets: readonly (readonly string[])[],
): Promise<string[][]> {
  if (sets.length < 2) return sets.map((set) => [...set])
  const [, field] = Object.keys(index) as [string, string]
  const ranked = await Promise.all(
    sets.map(async (set) => {
      const [newest] = await rows
        .aggregate<{ count: number; oldest: string }>(
          [
            { $match: { account_id: accountId, [field]: oneOf(set) } },
            { $sort: { position: -1 } },
            { $limit: RANKED },
            { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: '$position' } } },
          ],
          { hint: index },
        )
        .toArray()
      return { set: [...set], count: newest?.count ?? 0, oldest: newest?.oldest ?? '' }
    }),
  )
  return ranked
    .toSorted((one, other) => one.count - other.count || (one.oldest < other.oldest ? -1 : 1))
    .map(({ set }) => set)
}

/** A filter for rows that have one of some values. */
export const oneOf = (values: readonly string[]): string | { $in: string[] } =>
  values.length === 1 ? values[0]! : { $in: [...values] }
