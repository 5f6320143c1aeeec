import { sha256InSlices } from '../../../lib/concurrency/hash-in-slices.js'
import { callbackOfReport } from '../../../providers/index.js'
import type { ServiceDeps } from '../../deps.js'
import type { CallbackStore } from '../../tracking/callbacks/callback-store.js'
import type { BounceAddresses } from './bounce-addresses.js'

type BounceDeps = Pick<ServiceDeps, 'metrics'> & {
  bounceAddresses: () => Promise<BounceAddresses>
  callbackStore: CallbackStore
}

/** Receives what comes back for mail that was sent by SMTP. An ingest worker reads it later. */
export class BounceReceiver {
  readonly #deps: BounceDeps

  constructor(deps: BounceDeps) {
    this.#deps = deps
  }

  /**
   * The message that an address belongs to; `forged` if it only looks as if it did, null for any other address.
   * @throws ApiError `overloaded` if the ledger, which stores the key, does not answer.
   */
  async messageOf(address: string): Promise<{ messageId: string } | 'forged' | null> {
    return (await this.#deps.bounceAddresses()).read(address)
  }

  /**
   * Stores a mail that came back for a message, once. When this resolves it is durable.
   * @throws ApiError `overloaded` if it has to be sent again.
   */
  async receive(messageId: string, mail: Buffer): Promise<void> {
    const callback = callbackOfReport(messageId, mail, await sha256InSlices(mail))
    const isNew = await this.#deps.callbackStore.store(callback)
    this.#deps.metrics.callbackReceived(callback.source, callback.notification.type, isNew ? 'new' : 'repeat')
  }
}
