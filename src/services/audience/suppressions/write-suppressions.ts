import { mongo } from 'mongoose'
import type { Clock } from '../../../clock.js'
import type { SuppressionState } from '../../../contract/suppressions.js'
import type { NewId } from '../../../ids.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { Models } from '../../../models/index.js'
import { DuplicateRowError, insertUnordered } from '../../../models/insert-unordered.js'
import { reviseSuppressions } from '../../../models/revisions.js'
import type { SuppressionDoc } from '../../../models/suppression.js'
import { type FindEntriesDeps, findEntries } from './find-entries.js'

/** An entry to write to the list of an account. */
export interface SuppressionWrite {
  accountId: string
  /** Normalized address. */
  recipient: string
  state: SuppressionState
  reason: string
  /** An existing entry in one of these states is not changed. */
  keeps: readonly SuppressionState[]
}

export type WriteDeps = Pick<FindEntriesDeps, 'recipientHash'> & { models: Models; newId: NewId; clock: Clock }

const MAX_BATCH = 1_000
const MAX_ROUNDS = 10

/**
 * Writes entries to suppression lists, each one atomically. An identical entry is not touched. Concurrent writes of the
 * same entry end with one.
 */
export async function writeSuppressions(deps: WriteDeps, writes: readonly SuppressionWrite[]): Promise<void> {
  for (let from = 0; from < writes.length; from += MAX_BATCH) {
    const batch = writes.slice(from, from + MAX_BATCH)
    await writeBatch(deps, batch)
    await reviseSuppressions(
      deps.models,
      batch.map(({ accountId }) => accountId),
    )
  }
}

/** The entry of a recipient who is unsubscribed from an account's marketing mail. It never weakens `suppressed`. */
export function unsubscription(accountId: string, recipient: string, reason: string): SuppressionWrite {
  const keeps = ['suppressed', 'unsubscribed'] as const
  return { accountId, recipient: normalizeAddress(recipient), reason, state: 'unsubscribed', keeps }
}

/**
 * Writes a few entries in a transaction, by upserts: an insert that meets an entry would abort it. After the transaction
 * the caller changes the revisions of the accounts.
 */
export async function writeSuppressionsIn(
  session: mongo.ClientSession,
  deps: WriteDeps,
  writes: readonly SuppressionWrite[],
): Promise<void> {
  if (writes.length === 0) return
  const { models, newId, clock } = deps
  const known = await findEntries(deps, writes)
  const upserts = writes.map((write) => {
    // An erased recipient keeps its hash.
    const recipient = known(write)?.recipient ?? write.recipient
    return { updateOne: upsertOf({ ...write, recipient }, newId('suppression'), clock.now()) }
  })
  await models.suppressions.collection.bulkWrite(upserts, { session })
}

/**
 * Most entries are new or unchanged. New ones are inserted, which costs a fraction of an upsert; only the rest is
 * decided entry by entry.
 */
async function writeBatch(deps: WriteDeps, batch: readonly SuppressionWrite[]): Promise<void> {
  const { models, newId, clock } = deps
  const now = clock.now()
  const known = await findEntries(deps, batch)
  const fresh: SuppressionWrite[] = []
  const open: SuppressionWrite[] = []
  for (const write of batch) {
    const row = known(write)
    if (!row) fresh.push(write)
    else if (!write.keeps.includes(row.state) && (row.state !== write.state || row.reason !== write.reason)) {
      open.push({ ...write, recipient: row.recipient })
    }
  }
  const rows = fresh.map(({ accountId, recipient, state, reason }) => ({
    ...{ _id: newId('suppression'), account_id: accountId, channel: 'email', recipient },
    ...{ state, reason, updated_at: now },
  }))
  for (const [index, failure] of await insertUnordered(models.suppressions.collection, rows)) {
    if (!(failure instanceof DuplicateRowError)) throw failure
    open.push(fresh[index]!)
  }
  await upsert(
    models,
    open.map((write) => ({ updateOne: upsertOf(write, newId('suppression'), now) })),
  )
}

/**
 * Writes one entry.
 * @returns the entry as it is afterwards.
 */
export async function writeSuppression(deps: WriteDeps, write: SuppressionWrite): Promise<SuppressionDoc> {
  // An erased recipient keeps its hash.
  const known = (await findEntries(deps, [write]))(write)
  const recipient = known?.recipient ?? write.recipient
  const { filter, update } = upsertOf({ ...write, recipient }, deps.newId('suppression'), deps.clock.now())
  for (let round = 0; ; round += 1) {
    try {
      const options = { upsert: true, returnDocument: 'after' } as const
      const row = await deps.models.suppressions.collection.findOneAndUpdate(filter, update, options)
      if (!row) throw new Error('an upsert has answered no row')
      await reviseSuppressions(deps.models, [write.accountId])
      return row
    } catch (error) {
      if (!isDuplicateKey(error) || round === MAX_ROUNDS) throw error
    }
  }
}

/**
 * Of two concurrent inserts of the same entry, the unique index refuses one, which finds the other on the next round.
 */
async function upsert(models: Models, operations: mongo.AnyBulkWriteOperation<SuppressionDoc>[]): Promise<void> {
  let open = operations
  for (let round = 0; open.length > 0; round += 1) {
    try {
      await models.suppressions.collection.bulkWrite(open, { ordered: false })
      return
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
      const failures = [error.writeErrors].flat()
      const isRace = failures.length > 0 && failures.every((one) => isDuplicateKey(one))
      if (!isRace || round === MAX_ROUNDS) throw error
      open = failures.map(({ index }) => open[index]!)
    }
  }
}

function upsertOf({ accountId, recipient, state, reason, keeps }: SuppressionWrite, id: string, now: Date) {
  const stays = {
    $or: [
      { $in: [{ $ifNull: ['$state', null] }, keeps] },
      { $and: [{ $eq: ['$state', state] }, { $eq: ['$reason', { $literal: reason }] }] },
    ],
  }
  const unlessItStays = (field: string, value: unknown) => ({ $cond: [stays, `$${field}`, { $literal: value }] })
  return {
    filter: { account_id: accountId, channel: 'email' as const, recipient },
    update: [
      {
        $set: {
          _id: { $ifNull: ['$_id', id] },
          state: unlessItStays('state', state),
          reason: unlessItStays('reason', reason),
          updated_at: unlessItStays('updated_at', now),
        },
      },
    ],
    upsert: true,
  }
}
