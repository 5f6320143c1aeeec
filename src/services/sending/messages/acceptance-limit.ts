import { LoadLimit } from '../../../lib/concurrency/load-limit.js'
import type { ServiceDeps } from '../../deps.js'
import { busy } from '../../platform/overload.js'

/** As many messages may be on their way to the ledger as it takes in so long, in ms. */
const TARGET_MS = 1_000
/** Two batches, of whichever ledger. */
const LEAST_MESSAGES = 2_000
/** Until it is known how fast the ledger is. */
const INITIAL_MESSAGES = 8_000

/** Limits how many messages a process accepts at a time. What is let in goes on to the ledger without further limits. */
export class AcceptanceLimit {
  readonly #limit: LoadLimit
  readonly #metrics: ServiceDeps['metrics']

  constructor({ config, metrics }: Pick<ServiceDeps, 'config' | 'metrics'>) {
    this.#limit = new LoadLimit({
      targetMs: TARGET_MS,
      least: LEAST_MESSAGES,
      initial: INITIAL_MESSAGES,
      most: config.maxWaitingMessages,
    })
    this.#metrics = metrics
    metrics.watchLoad('messages', this.#limit)
  }

  /**
   * Accepts messages of an account: all of them, or none.
   * @throws ApiError `overloaded` at once if too many are being accepted; what `work` throws.
   */
  async hold<T>(accountId: string, count: number, work: () => Promise<T>): Promise<T> {
    const admitted = this.#limit.enter({ owner: accountId, size: count })
    if ('retryAfterSeconds' in admitted) {
      this.#metrics.loadRefused('messages')
      throw busy(admitted.retryAfterSeconds)
    }
    try {
      return await work()
    } finally {
      admitted.leave()
    }
  }
}
