import { Batcher } from '../../../lib/concurrency/batcher.js'
import { InFlight } from '../../../lib/concurrency/in-flight.js'
import type { OperatorDeps } from '../../deps.js'

const MINUTE_MS = 60_000
const MAX_BATCH = 1_000

/**
 * Records when keys were last used, to the minute: in the background, and in each process at most once a minute for
 * each key. A write that fails is dropped; the next minute brings another.
 */
export class KeyUses {
  readonly #deps: Pick<OperatorDeps, 'models' | 'clock'>
  #minuteMs = 0
  /** Keys that were used in this minute. */
  readonly #noted = new Set<string>()
  readonly #writes = new Batcher((ids: string[]) => this.#write(ids), { maxItems: MAX_BATCH })
  readonly #inFlight = new InFlight()

  constructor(deps: Pick<OperatorDeps, 'models' | 'clock'>) {
    this.#deps = deps
  }

  /** Notes that a key is used now, and returns at once. */
  note(keyId: string): void {
    const nowMs = this.#deps.clock.now().getTime()
    const minuteMs = nowMs - (nowMs % MINUTE_MS)
    if (minuteMs !== this.#minuteMs) this.#noted.clear()
    this.#minuteMs = minuteMs
    if (this.#noted.has(keyId)) return
    this.#noted.add(keyId)
    this.#inFlight.track(this.#writes.add(keyId)).catch(() => undefined)
  }

  /** Waits for the writes in progress. */
  close(): Promise<void> {
    return this.#inFlight.settled()
  }

  async #write(ids: string[]): Promise<undefined> {
    // A process whose clock is behind does not turn it back.
    const latest = { $max: { last_used_at: new Date(this.#minuteMs) } }
    await this.#deps.models.apiKeys.collection.updateMany({ _id: { $in: ids } }, latest)
    return undefined
  }
}
