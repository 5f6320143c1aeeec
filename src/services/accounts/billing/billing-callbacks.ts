import { ApiError } from '../../../errors.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { ServiceDeps } from '../../deps.js'
import { orOverloaded } from '../../platform/overload.js'
import type { RawCallback } from '../../tracking/callbacks/callback-signature.js'
import type { SubscriptionSync } from './subscription-sync.js'

type CallbackDeps = Pick<ServiceDeps, 'clock' | 'metrics' | 'models' | 'stripe'> & {
  subscriptionSync: Pick<SubscriptionSync, 'run'>
}

/** Receives the events of Stripe. An event is acknowledged when its effect is in the ledger. */
export class BillingCallbacks {
  readonly #deps: CallbackDeps

  constructor(deps: CallbackDeps) {
    this.#deps = deps
  }

  /**
   * Receives an event: the subscription that it names is read again. One that is no concern of an account here is
   * acknowledged and forgotten.
   * @throws ApiError `billing_not_configured`, `invalid_signature`, `invalid_request`; `billing_unavailable` or
   *   `overloaded` if Stripe has to send it again.
   */
  async receive({ headers, rawBody }: RawCallback): Promise<void> {
    const { stripe, clock } = this.#deps
    if (!stripe) throw new ApiError('billing_not_configured')
    const signature = headers['stripe-signature']
    if (typeof signature !== 'string') throw new ApiError('invalid_signature')
    const { id, type, customerId, subscriptionId } = stripe.readEvent(rawBody, signature, clock.now())
    if (customerId === null) return
    await orOverloaded(this.#apply({ id, type, customerId, subscriptionId }))
  }

  async #apply(event: { id: string; type: string; customerId: string; subscriptionId: string | null }): Promise<void> {
    const { models, metrics, clock, subscriptionSync } = this.#deps
    const { id, type, customerId, subscriptionId } = event
    const isKnown = (await models.stripeEvents.collection.findOne({ _id: id })) !== null
    metrics.callbackReceived('stripe', type, isKnown ? 'repeat' : 'new')
    if (isKnown) return
    const row = await models.billing.collection.findOne({ customer_id: customerId }, { projection: { _id: 1 } })
    if (!row) return
    await subscriptionSync.run(row._id, subscriptionId)
    await models.stripeEvents.collection
      .insertOne({ _id: id, account_id: row._id, type, processed_at: clock.now() })
      .catch((error: unknown) => {
        // The same event came twice at once. Both have read the subscription again.
        if (!isDuplicateKey(error)) throw error
      })
  }
}
