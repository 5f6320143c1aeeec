import type { mongo } from 'mongoose'
import { normalized } from '../../../lib/text/normalized.js'
import type { Models } from '../../../models/index.js'
import type { LabelDoc } from '../../../models/label.js'

/** The name of a label as names are compared. */
export const labelKey = (name: string): string => normalized(name, 'NFKC').trim().toLowerCase()

/** Reads the names of labels. */
export async function labelNames(
  { labels }: Models,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const filter = { _id: { $in: [...new Set(ids)] }, account_id: accountId }
  const rows = await labels.collection.find<LabelDoc>(filter, { sort: { name_key: 1 } }).toArray()
  return new Map(rows.map(({ _id, name }) => [_id, name]))
}

/** The ids of labels by their names. Unknown names are left out. */
export async function labelIds(
  { labels }: Models,
  accountId: string,
  names: readonly string[],
  session?: mongo.ClientSession,
): Promise<string[]> {
  if (names.length === 0) return []
  const keys = [...new Set(names.map(labelKey))]
  const rows = await labels.collection
    .find({ account_id: accountId, name_key: { $in: keys } }, { projection: { _id: 1 }, ...(session && { session }) })
    .toArray()
  return rows.map(({ _id }) => _id)
}
