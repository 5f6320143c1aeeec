import type { ServiceDeps } from '../../deps.js'
import { LedgerLock } from '../../platform/ledger-lock.js'

/*
 * Which mail belongs to which thread is decided by one process at a time: the one that has the account's turn.
 */

/** A worker has ten seconds for a mail. */
const LOCK_TIMEOUT_MS = 8_000
/** What takes longer does no harm: it begins again if somebody else had a turn before it wrote. See `nextFilingSeq`. */
const LEASE_MS = 5_000

/**
 * Runs the work in the account's turn, once it is free.
 * @throws LockTakenError if it does not become free in time.
 */
export function withMailLock<T>(
  deps: Pick<ServiceDeps, 'models' | 'clock'>,
  accountId: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = new LedgerLock(deps, { name: `mail-turn:${accountId}`, leaseMs: LEASE_MS })
  return lock.hold(LOCK_TIMEOUT_MS, work)
}
