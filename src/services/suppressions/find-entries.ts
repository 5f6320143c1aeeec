import { groupBy } from '../../lib/group-by.js'
import type { Models } from '../../models/index.js'
import type { SuppressionDoc } from '../../models/suppression.js'

/** A recipient, in normalized form, on the list of an account. */
export interface Listed {
  accountId: string
  recipient: string
}

type Entry = Pick<SuppressionDoc, 'account_id' | 'recipient' | 'state' | 'reason'>

const PROJECTION = { _id: 0, account_id: 1, recipient: 1, state: 1, reason: 1 }
/** All rows come with the first answer of the query. */
const BATCH_SIZE = 2_000

/** Reads the entries of recipients of any accounts with one query. Returns a function that answers each of them. */
export async function findEntries(
  { suppressions }: Pick<Models, 'suppressions'>,
  wanted: readonly Listed[],
): Promise<(listed: Listed) => Entry | undefined> {
  const filters = [...groupBy(wanted, ({ accountId }) => accountId)].map(([accountId, own]) => ({
    account_id: accountId,
    channel: 'email' as const,
    recipient: { $in: [...new Set(own.map(({ recipient }) => recipient))] },
  }))
  const options = { projection: PROJECTION, batchSize: BATCH_SIZE }
  const rows = await suppressions.collection.find({ $or: filters }, options).toArray()
  const found = new Map(rows.map((row) => [keyOf(row.account_id, row.recipient), row]))
  return ({ accountId, recipient }) => found.get(keyOf(accountId, recipient))
}

const keyOf = (accountId: string, recipient: string) => `${accountId} ${recipient}`
