import type { mongo } from 'mongoose'
import { groupBy } from '../lib/collections/group-by.js'

/** Batch size of queries, large enough for one round trip. */
export const WHOLE_BATCH = 20_000

type Collection = { collection: Pick<mongo.Collection, 'aggregate' | 'collectionName'> }

/** Selects the rows whose `foreignField` is one of the parents; the pipeline makes the children of them. */
export interface ChildrenQuery<Row> {
  accountId: string
  parentIds: readonly string[]
  foreignField: keyof Row & string
  /** Stages for the rows of one parent; each walks an index. */
  pipeline: object[]
}

/** Reads the rows of several parents in one query, by parent. Parents of other accounts are left out. */
export async function childrenOf<D, Row = D>(
  parents: Collection,
  children: Collection,
  { accountId, parentIds, foreignField, pipeline }: ChildrenQuery<Row>,
): Promise<Map<string, D[]>> {
  const from = children.collection.collectionName
  const own = { $match: { account_id: accountId } }
  const stages = [
    { $match: { _id: { $in: parentIds }, ...own.$match } },
    { $project: { _id: 1 } },
    { $lookup: { from, localField: '_id', foreignField, pipeline: [own, ...pipeline], as: 'child' } },
    // One row for each child: a document with all children of a parent could become too large.
    { $unwind: { path: '$child', preserveNullAndEmptyArrays: true } },
  ]
  const rows = await parents.collection
    .aggregate<{ _id: string; child?: D }>(stages, { batchSize: WHOLE_BATCH })
    .toArray()
  const byParent = groupBy(rows, ({ _id }) => _id)
  return new Map([...byParent].map(([id, own]) => [id, own.flatMap(({ child }) => child ?? [])]))
}
