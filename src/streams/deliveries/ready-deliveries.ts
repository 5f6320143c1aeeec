import type { WebhookDeliveryDoc, WebhookSubscriptionDoc } from '../../models/webhook.js'

/*
 * The short way from the fan-out to the requests: within a process, without hint, claim and look-ups.
 *
 * The fan-out asks for a permit before it writes a delivery. With one, the row is written with a lease of the delivery
 * worker, and is handed over once it is in the ledger. That saves a third of a delivery's cost. Places are limited, because
 * what has one waits in memory, and for its lease to end if the process dies. What gets none goes by the stream.
 */

/** Takes deliveries that are written for it. */
export interface ReadyDeliveries {
  /** A permit for a new delivery with this body. Null if there is none now. */
  reserve(endpoint: WebhookSubscriptionDoc, body: string): ReservedPermit | null
}

export interface ReservedPermit {
  /** The fields with which the row is written, so that it belongs to the worker. */
  claim: Required<Pick<WebhookDeliveryDoc, 'lease' | 'next_at' | 'crashes'>>
  /** Sends a delivery that is in the ledger now. */
  deliver(row: WebhookDeliveryDoc): void
  /** Gives the permit back: nothing was written. */
  release(): void
}
