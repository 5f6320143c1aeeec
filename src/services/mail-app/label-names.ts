import { normalized } from '../../lib/text/normalized.js'
import type { Models } from '../../models/index.js'
import type { LabelDoc } from '../../models/label.js'

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
