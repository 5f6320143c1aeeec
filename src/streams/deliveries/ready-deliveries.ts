import type { WebhookDeliveryDoc, WebhookSubscriptionDoc } from '../../models/webhook.js'

/*
 * The short way from the fan-out to the requests: within a process, without hint, claim and look-ups.
 *
 * The fan-out asks for a place before it writes a delivery. With one, the row is written with a lease of the delivery
 * worker, and is handed over once it is in the ledger. Places are few, so that little has to wait for its lease to end if
 * the process dies. What gets none goes by the stream.
 */

/** Takes deliveries that are written for it. */
export interface ReadyDeliveries {
  /** A place for a new delivery. Null if there is none now. */
  reserve(endpoint: WebhookSubscriptionDoc): ReservedPlace | null
}

export interface ReservedPlace {
  /** The fields with which the row is written, so that it belongs to the worker. */
  claim: Required<Pick<WebhookDeliveryDoc, 'lease' | 'next_at' | 'crashes'>>
  /** Sends a delivery that is in the ledger now. */
  deliver(row: WebhookDeliveryDoc, body: string): void
  /** Gives the place back: nothing was written. */
  release(): void
}
