import { MessageType } from '../../contract/messages.js'
import { FairQueue, type Permit } from '../../lib/concurrency/fair-queue.js'
import type { Deferral } from '../engine/claim-prefetcher.js'

/** The part of the provider's permits for marketing mail while transactional mail waits. */
const MARKETING_SHARE = 1 / 5
/**
 * Permits on top of the others, as a part of the provider's. An account takes one only if it has fewer permits than these for its
 * mail of the type. So a mail does not wait until one of the many that others have there is recorded.
 */
const SPARE_SHARE = 2 / 5
/** Most mails of an account in hand, being handed over or recorded, for each that the provider takes at a time. */
const IN_HAND_PER_HAND_OVER = 2

/**
 * Longest wait for a permit, in ms: well below the time after which a reader gives up the handling of an entry. Otherwise the mails that
 * wait would grow in number, with all that is kept of them.
 */
const MAX_WAIT_MS = 240_000
/** How long after such a wait a mail is due again, in ms. */
const COME_BACK_MS = 2_000

/** A permit that a message holds from its hand-over until its outcome is recorded. */
export interface ProviderPermit extends Permit {
  /** The provider has answered. From now on the next mail can be handed over, unless too many are not recorded yet. */
  handedOver(): void
}

/**
 * Permits at the provider, which takes so many mails at a time. Accounts take turns. While transactional mail waits, marketing
 * mail has at most {@link MARKETING_SHARE} of them, and always one.
 *
 * A mail that was handed over makes room for the next one, but keeps its permit until it is recorded: if the process dies, what
 * has a permit may be sent again. So there are at most {@link IN_HAND_PER_HAND_OVER} times as many permits.
 */
export class ProviderPermits {
  readonly #queue: FairQueue<MessageType>
  readonly #concurrency: number
  /** Mails that were handed over and are not recorded yet. */
  #unrecorded = 0
  #isClosed = false

  constructor(concurrency: number) {
    this.#concurrency = concurrency
    const share = Math.max(1, Math.floor(concurrency * MARKETING_SHARE))
    const spare = Math.floor(concurrency * SPARE_SHARE)
    const perLane = (lane: MessageType) =>
      lane === 'marketing' && this.#queue.ofLane('transactional').waiting > 0 ? share : Infinity
    const perTarget = () => (this.#queue.taken < this.#permits ? this.#permits : spare)
    this.#queue = new FairQueue({ permits: () => this.#permits + spare, perLane, perTarget }, MessageType.options)
  }

  /** Waits for a permit. Once the permits are closed there is none: another worker may have one at once. */
  async acquire(accountId: string, lane: MessageType): Promise<ProviderPermit | Deferral> {
    const entry = { accountId, lane, targetId: `${accountId} ${lane}` }
    const permit = await this.#queue.acquire(entry, Date.now() + MAX_WAIT_MS)
    return permit ? this.#track(permit) : { inMs: this.#isClosed ? 0 : COME_BACK_MS }
  }

  /** Sends away those that have waited for too long. */
  expire(now: number): void {
    this.#queue.expire(now)
  }

  /** Sends away all that wait, and whoever comes. */
  close(): void {
    this.#isClosed = true
    this.#queue.close()
  }

  get #permits(): number {
    return this.#concurrency + Math.min(this.#unrecorded, (IN_HAND_PER_HAND_OVER - 1) * this.#concurrency)
  }

  #track(permit: Permit): ProviderPermit {
    let state: 'handing over' | 'unrecorded' | 'left' = 'handing over'
    return {
      handedOver: () => {
        if (state !== 'handing over') return
        state = 'unrecorded'
        this.#unrecorded += 1
        this.#queue.admit()
      },
      release: () => {
        if (state === 'unrecorded') this.#unrecorded -= 1
        state = 'left'
        permit.release()
      },
    }
  }
}
