import { groupBy } from '../../../lib/collections/group-by.js'
import type { Models } from '../../../models/index.js'
import type { SuppressionDoc } from '../../../models/suppression.js'
import type { RecipientHash } from './recipient-hash.js'

/** A recipient, in normalized form, on the list of an account. */
export interface Listed {
  accountId: string
  recipient: string
}

/** An entry. Its `recipient` is as stored: a hash, if the address was erased. */
export type Entry = Pick<SuppressionDoc, 'account_id' | 'recipient' | 'state' | 'reason'>

export interface FindEntriesDeps {
  models: Pick<Models, 'suppressions'>
  recipientHash: () => Promise<RecipientHash>
}

const PROJECTION = { _id: 0, account_id: 1, recipient: 1, state: 1, reason: 1 }
/** All rows come with the first answer of the query. */
const BATCH_SIZE = 4_000

/** A function that answers for each of the recipients that it was made for. */
export type EntryOf = (listed: Listed) => Entry | undefined

/**
 * Reads the entries of recipients of any accounts with one query, by address and by what stands for an erased one.
 * Returns a function that answers each of them.
 */
export async function findEntries(
  { models, recipientHash }: FindEntriesDeps,
  wanted: readonly Listed[],
): Promise<EntryOf> {
  const hashOf = await recipientHash()
  const filters = [...groupBy(wanted, ({ accountId }) => accountId)].map(([accountId, own]) => ({
    account_id: accountId,
    channel: 'email' as const,
    recipient: { $in: [...new Set(own.flatMap((listed) => namesOf(listed, hashOf)))] },
  }))
  const options = { projection: PROJECTION, batchSize: BATCH_SIZE }
  const rows = await models.suppressions.collection.find({ $or: filters }, options).toArray()
  return entriesAmong(rows, hashOf)
}

/** Reads the lists of accounts with one query, all entries of them. Null if there are more than `limit`. */
export async function findLists(
  { models }: Pick<FindEntriesDeps, 'models'>,
  accountIds: readonly string[],
  limit: number,
): Promise<Entry[] | null> {
  const filter = { account_id: { $in: [...new Set(accountIds)] }, channel: 'email' as const }
  const options = { projection: PROJECTION, limit: limit + 1, batchSize: BATCH_SIZE }
  const rows = await models.suppressions.collection.find(filter, options).toArray()
  return rows.length > limit ? null : rows
}

/** Answers from these entries, which have all of the recipients that it is asked for. */
export function entriesAmong(rows: readonly Entry[], hashOf: RecipientHash): EntryOf {
  if (rows.length === 0) return () => undefined
  const found = new Map(rows.map((row) => [keyOf(row.account_id, row.recipient), row]))
  return (listed) => {
    const entries = namesOf(listed, hashOf).flatMap((name) => found.get(keyOf(listed.accountId, name)) ?? [])
    return entries.find(({ state }) => state === 'suppressed') ?? entries[0]
  }
}

/** The names that a recipient can have on a list. */
const namesOf = ({ accountId, recipient }: Listed, hashOf: RecipientHash) => [recipient, hashOf(accountId, recipient)]

const keyOf = (accountId: string, recipient: string) => `${accountId} ${recipient}`
