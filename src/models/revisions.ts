import type { mongo } from 'mongoose'
import type { AccountDoc } from './account.js'
import type { Models } from './index.js'

/*
 * Every request and every claim reads the row of its account, together with many others. What else it needs of the account
 * seldom changes, so processes keep it, and the row tells whether that is still true:
 *
 * - `revision` changes with the account's keys and domains, in the same transaction.
 * - `suppressions_revision` changes after its suppression list and its opt-outs of topics, before the change is reported.
 *   Who has died in between has reported nothing, and repeats both. So a wave of bounces costs one update a group.
 * - The `revision` of its event counter changes with its webhook subscriptions and its suspension, in the same transaction.
 *   The transaction that records events reads it with their numbers.
 *
 * A row from before this has no revision, which counts as 0: the first change makes it 1.
 */

/**
 * How long what was read of an account is kept, in ms. While a deployment is updated, older processes change rows without
 * a revision; this is how long that goes unnoticed.
 */
export const KEPT_MS = 5_000

/** A row of an account that was read longer ago, in ms, tells nothing about what is kept. */
export const FRESH_MS = 1_000

/** The revisions of an account, as read at one moment. */
export interface Revisions {
  /** Of its keys and domains. */
  settings: number
  /** Of its suppression list and its opt-outs of topics. */
  suppressions: number
  /** When the reading began, as `performance.now()` tells it. */
  at: number
}

/** The revisions in the row of an account. */
export function revisionsOf(account: Pick<AccountDoc, 'revision' | 'suppressions_revision'>, at: number): Revisions {
  return { settings: account.revision ?? 0, suppressions: account.suppressions_revision ?? 0, at }
}

/** Whether revisions are new enough to tell what is still true. */
export function isFresh({ at }: Pick<Revisions, 'at'>): boolean {
  return performance.now() - at <= FRESH_MS
}

type Accounts = Pick<Models, 'accounts'>

/** Changes keys or domains of an account in one transaction with its revision, or nothing at all if `work` throws. */
export function inRevision<T>(
  models: Accounts & Pick<Models, 'connection'>,
  accountId: string,
  work: (session: mongo.ClientSession) => Promise<T>,
): Promise<T> {
  return models.connection.transaction(async (session) => {
    const result = await work(session)
    // Last, because others that change something of the account conflict from here on.
    await revise(models, accountId, session)
    return result
  })
}

/** Changes the revision of an account, in the transaction that changes its keys or domains. */
export async function revise({ accounts }: Accounts, accountId: string, session: mongo.ClientSession): Promise<void> {
  await accounts.collection.updateOne({ _id: accountId }, { $inc: { revision: 1 } }, { session })
}
