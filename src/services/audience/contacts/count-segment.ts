import type { mongo } from 'mongoose'
import { type JoinedRows, ownFieldsOf, type Segment, type SegmentCollections, stagesOf } from './segment-filter.js'

/*
 * Counts the contacts that a segment has, in two ways with the same result. One looks up each contact, which suits accounts
 * with few contacts. The other reads all contacts of the account, all of its suppressions and all members of the lists once, and
 * joins them, which takes a fifth of the time if there are many.
 */

/** How long a count may take, in ms: less than a command may be unanswered, so that it ends in MongoDB too, and is not repeated. */
const COUNTING_MS = 15_000

/** Counts by looking up each contact. */
export async function countByLookUps({ contacts, ...places }: SegmentCollections, segment: Segment): Promise<number> {
  const match = { $match: { account_id: segment.account_id } }
  return countOf(contacts, [match, ...stagesOf({ contacts, ...places }, segment)])
}

/** Counts by joining everything at once. */
export async function countByJoins(models: SegmentCollections, segment: Segment): Promise<number> {
  const { account_id, filter } = segment
  // Only what is compared: the rows stay in memory while they are joined.
  const fields = Object.fromEntries(ownFieldsOf(filter).map((name) => [name, 1]))
  const read = [{ $match: { account_id } }, { $project: { email: 1, ...fields } }]
  return countOf(models.contacts, [...read, ...stagesOf(models, segment, join)])
}

async function countOf({ collection }: SegmentCollections['contacts'], stages: mongo.Document[]): Promise<number> {
  const options = { allowDiskUse: true, maxTimeMS: COUNTING_MS }
  const [row] = await collection.aggregate<{ count: number }>([...stages, { $count: 'count' }], options).toArray()
  return row?.count ?? 0
}

/** For all contacts at once. Rows without a contact go. */
const join = ({ from, match, localField, foreignField, field, as }: JoinedRows): mongo.Document[] => [
  { $project: { _id: 0, key: `$${localField}`, contact: '$$ROOT' } },
  {
    $unionWith: {
      coll: from,
      pipeline: [{ $match: match }, { $project: { _id: 0, key: `$${foreignField}`, row: { [field]: `$${field}` } } }],
    },
  },
  { $group: { _id: '$key', contact: { $max: '$contact' }, rows: { $push: '$row' } } },
  { $match: { contact: { $ne: null } } },
  { $replaceWith: { $mergeObjects: ['$contact', { [as]: '$rows' }] } },
]
