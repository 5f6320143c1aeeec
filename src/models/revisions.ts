import type { mongo } from 'mongoose'
import type { AccountDoc } from './account.js'
import type { Models } from './index.js'

/*
 * Every request and every claim reads the row of its account, together with many others. What else it needs of the
 * account seldom changes, so processes keep it, and the row shows whether that is still true:
 *
 * - `revision` changes with the account's keys and domains, in the same transaction.
 * - `suppressions_revision` changes after its suppression list and its opt-outs of topics, before the change is reported.
 * - The `revision` of its event counter changes after its webhook subscriptions and its suspension, before the change is
 *   reported. The transaction that records events reads it with their numbers.
 *
 * Who dies after a write and before the revision has reported nothing. What is kept lasts a few seconds at most, and a
 * repetition changes the revision even if it finds everything written. This is for writes in waves, and for a counter that
 * events lock nearly all the time: a transaction would fail again and again, and an update only waits.
 *
 * Transactions change the revision first. They fail if a row that they change was changed since they began, and the row of
 * an account changes with every group of bounces. Whoever comes later waits.
 *
 * A row without a revision counts as 0: the first change makes it 1.
 */

/**
 * How long what was read of an account is kept, in ms. This is how long a change made directly in MongoDB, without a
 * revision, goes unnoticed.
 */
export const CACHE_TTL_MS = 5_000

/** A row of an account that was read longer ago, in ms, says nothing about what is kept. */
const MAX_REVISION_AGE_MS = 1_000

/** The revisions of an account, as read at one moment. */
export interface Revisions {
  /** Of its keys and domains. */
  settings: number
  /** Of its suppression list and its opt-outs of topics. */
  suppressions: number
  /** When the reading began, from `performance.now()`. */
  at: number
}

/** The revisions in the row of an account. */
export function revisionsOf(account: Pick<AccountDoc, 'revision' | 'suppressions_revision'>, at: number): Revisions {
  return { settings: account.revision ?? 0, suppressions: account.suppressions_revision ?? 0, at }
}

/** Whether revisions are new enough to show what is still true. */
export function isFresh({ at }: Pick<Revisions, 'at'>): boolean {
  return performance.now() - at <= MAX_REVISION_AGE_MS
}

type Accounts = Pick<Models, 'accounts'>

/** Changes keys or domains of an account in one transaction with its revision, or nothing at all if `work` throws. */
export function inRevision<T>(
  models: Accounts & Pick<Models, 'connection'>,
  accountId: string,
  work: (session: mongo.ClientSession) => Promise<T>,
): Promise<T> {
  return models.connection.transaction(async (session) => {
    await revise(models, accountId, session)
    return work(session)
  })
}

type Counters = Pick<Models, 'eventSequences'>

/**
 * Makes the event counter of an account. Call it before a transaction: concurrent inserts of the same counter inside would
 * keep aborting each other.
 */
export async function ensureCounter({ eventSequences }: Counters, accountId: string): Promise<void> {
  await eventSequences.collection.updateOne({ _id: accountId }, { $setOnInsert: { seq: 0 } }, { upsert: true })
}

/**
 * Changes the revision of an account's event counter. Call it after a write of a webhook subscription or of the suspension,
 * also if that has changed nothing, and before the write is reported.
 */
export async function reviseCounter({ eventSequences }: Counters, accountId: string): Promise<void> {
  const update = { $inc: { revision: 1 }, $setOnInsert: { seq: 0 } }
  await eventSequences.collection.updateOne({ _id: accountId }, update, { upsert: true })
}

/**
 * Changes the revision of accounts' suppression lists and opt-outs of topics. Call it after the write, also if that has
 * changed nothing, because an earlier one may have died before its call; and before the write is reported.
 */
export async function reviseSuppressions({ accounts }: Accounts, accountIds: readonly string[]): Promise<void> {
  const ids = [...new Set(accountIds)]
  if (ids.length === 0) return
  await accounts.collection.updateMany({ _id: { $in: ids } }, { $inc: { suppressions_revision: 1 } })
}

/** Changes the revision of an account, in the transaction that changes its keys or domains. */
export async function revise({ accounts }: Accounts, accountId: string, session: mongo.ClientSession): Promise<void> {
  await accounts.collection.updateOne({ _id: accountId }, { $inc: { revision: 1 } }, { session })
}
