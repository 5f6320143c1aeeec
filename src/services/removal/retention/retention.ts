import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceDeps } from '../../deps.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'
import { LedgerLock, type LockLease } from '../../platform/ledger-lock.js'
import type { AcceptedCounter } from '../../tracking/counts/accepted-counter.js'
import type { ReceivedRemoval } from '../received-removal.js'
import { ExpiredBodies } from './expired-bodies.js'
import { ExpiredCallbacks } from './expired-callbacks.js'
import { ExpiredImports } from './expired-imports.js'
import { ExpiredMessages } from './expired-messages.js'
import { ExpiredReceived } from './expired-received.js'

/*
 * Removes what is older than the settings allow, and imports of contacts and their files after some days, in small batches
 * with rests in between, so that nothing else waits for it. One process at a time does it. If that process dies, another one
 * goes on when its lease has ended.
 */

const DAY_MS = 86_400_000
/** How long files of contacts are kept, in days. */
const IMPORT_FILE_DAYS = 7
/** How long imports of contacts are shown after they have ended, in days. */
const IMPORT_DAYS = 30
/** The rest between two rounds of the deployment. */
const ROUND_EVERY_MS = 600_000
/** If a batch takes longer than this, another process may begin, which does no harm. */
const LEASE_MS = 60_000
/** After a batch, this many times as long as it took is left to others. */
const RESTS = 4
const SHORTEST_REST_MS = 20

type RetentionDeps = Pick<ServiceDeps, 'config' | 'models' | 'clock' | 'log' | 'work'> & {
  blobStore: BlobStore
  receivedRemoval: ReceivedRemoval
  acceptedCounter: Pick<AcceptedCounter, 'countAll'>
}

export class Retention {
  readonly #deps: RetentionDeps
  readonly #lock: LedgerLock

  constructor(deps: RetentionDeps) {
    this.#deps = deps
    this.#lock = new LedgerLock(deps, { name: 'retention', leaseMs: LEASE_MS })
  }

  /**
   * Runs a round if one is due in the deployment.
   * @param signal after it, no further batch is begun.
   */
  async run(signal?: AbortSignal): Promise<void> {
    const lease = await this.#lock.tryAcquire()
    if (!lease) return
    const { config, models, log, acceptedCounter } = this.#deps
    // What is deleted cannot be counted any more.
    await acceptedCounter.countAll(signal)
    const walk = (days: number, removeBefore: (cutoff: Date) => AsyncGenerator<number, void>) =>
      days > 0 ? this.#walk(lease, removeBefore(this.#ago(days)), signal) : 0
    const messages = await walk(config.retentionDays, (cutoff) => new ExpiredMessages(models).deleteBefore(cutoff))
    const bodies = await walk(config.retentionBodyDays, (cutoff) => new ExpiredBodies(models).removeBefore(cutoff))
    const callbacks = await walk(config.retentionRawDays, (cutoff) => new ExpiredCallbacks(models).deleteBefore(cutoff))
    const old = new ExpiredReceived(this.#deps)
    const received = await walk(config.retentionDays, (cutoff) => old.deleteBefore(cutoff))
    const contents = await walk(config.retentionBodyDays, (cutoff) => old.removeContentsBefore(cutoff))
    const raw = await walk(config.retentionRawDays, (cutoff) => old.removeRawBefore(cutoff))
    const expired = new ExpiredImports(this.#deps)
    const files = await walk(IMPORT_FILE_DAYS, (cutoff) => expired.deleteBefore(cutoff))
    const imports = await walk(IMPORT_DAYS, (cutoff) => expired.deleteEndedBefore(cutoff))
    const removed = { messages, bodies, callbacks, received, contents, raw, files, imports }
    if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'old data was removed')
    await lease.release(signal?.aborted ? 0 : ROUND_EVERY_MS)
  }

  #ago(days: number): Date {
    return new Date(this.#deps.clock.now().getTime() - days * DAY_MS)
  }

  /** Returns the number of rows. Ends early if the process stops or has lost its lease. */
  async #walk(lease: LockLease, batches: AsyncGenerator<number, void>, signal?: AbortSignal): Promise<number> {
    let count = 0
    let startedMs = performance.now()
    for await (const size of batches) {
      count += size
      const restMs = Math.max(SHORTEST_REST_MS, RESTS * (performance.now() - startedMs))
      await sleep(restMs, undefined, signal && { signal }).catch(() => undefined)
      if (signal?.aborted || !(await lease.extend())) return count
      startedMs = performance.now()
    }
    return count
  }
}
