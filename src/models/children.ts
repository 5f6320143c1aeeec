import type { mongo } from 'mongoose'
import { groupBy } from '../lib/group-by.js'

/** Rows that come with the answer to a query at most: more would take a command more. */
export const WHOLE_BATCH = 20_000

type Collection = { collection: Pick<mongo.Collection, 'aggregate' | 'collectionName'> }

/** Which rows are read: those whose `foreignField` names one of the parents, as far as the pipeline leaves them. */
export interface ChildrenQuery<D> {
  accountId: string
  parentIds: readonly string[]
  foreignField: keyof D & string
  /** Stages for the rows of one parent, each of which walks an index by itself. */
  pipeline: object[]
}

/** The rows of several parents, by parent, in one query. A parent that is not the account's is left out. */
export async function childrenOf<D>(
  parents: Collection,
  children: Collection,
  { accountId, parentIds, foreignField, pipeline }: ChildrenQuery<D>,
): Promise<Map<string, D[]>> {
  const from = children.collection.collectionName
  const stages = [
    { $match: { _id: { $in: parentIds }, account_id: accountId } },
    { $project: { _id: 1 } },
    { $lookup: { from, localField: '_id', foreignField, pipeline, as: 'child' } },
    // One row per child: a document with all children of a parent could become too large.
    { $unwind: { path: '$child', preserveNullAndEmptyArrays: true } },
  ]
  const rows = await parents.collection
    .aggregate<{ _id: string; child?: D }>(stages, { batchSize: WHOLE_BATCH })
    .toArray()
  const byParent = groupBy(rows, ({ _id }) => _id)
  return new Map([...byParent].map(([id, own]) => [id, own.flatMap(({ child }) => child ?? [])]))
}
