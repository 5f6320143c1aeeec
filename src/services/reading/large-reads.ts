import { QueueFullError } from '../../lib/concurrency/batcher.js'
import { FairQueue, type Permit } from '../../lib/concurrency/fair-queue.js'
import { withFallback } from '../../lib/concurrency/time-limit.js'

/*
 * A document of several megabytes takes the event loop tens of milliseconds to decode, and the driver decodes it in the turn
 * in which it arrives. So few are read at a time: ten that arrive together would hold one turn.
 */

/** Most reads at a time, each of another account. */
const PERMITS = 4
/** Longest wait for a permit, in ms. Ten of the largest documents take about this long on a slow machine. */
const MAX_WAIT_MS = 30_000
/** Documents up to this size take less than a millisecond. */
const SMALL_BYTES = 64 * 1024

export const isLarge = (bytes: number): boolean => bytes > SMALL_BYTES

/** Options of a read of text that the service has written: checking its encoding takes longer than all the rest. */
export const SKIP_UTF8_VALIDATION = { enableUtf8Validation: false } as const

/** Reads large documents: an account one after the other, and accounts in turns. */
export class LargeReads {
  readonly #queue = new FairQueue({ permits: () => PERMITS, perAccount: () => 1 })
  readonly #maxWaitMs: number

  /** @param maxWaitMs longest wait for a permit. For tests. */
  constructor({ maxWaitMs = MAX_WAIT_MS }: { maxWaitMs?: number } = {}) {
    this.#maxWaitMs = maxWaitMs
  }

  /**
   * Goes through rows with large documents. The permit is released when the last one was taken, or the loop over them ends.
   * @throws QueueFullError if too many wait for a permit.
   */
  async *read<T>(accountId: string, rows: () => AsyncIterable<T>): AsyncGenerator<T, void> {
    const permit = await this.#enter(accountId)
    try {
      yield* rows()
    } finally {
      permit.release()
    }
  }

  async #enter(accountId: string): Promise<Permit> {
    const entering = this.#queue.acquire({ accountId })
    const permit = await withFallback({ timeoutMs: this.#maxWaitMs }, entering, () => null)
    if (permit) return permit
    void entering.then((late) => late?.release())
    throw new QueueFullError('too many reads of large documents are waiting')
  }
}
