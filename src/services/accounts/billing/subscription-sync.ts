import { ApiError } from '../../../errors.js'
import type { BillingDoc, SubscriptionDoc } from '../../../models/billing.js'
import type { Subscription } from '../../../providers/stripe/subscription.js'
import type { ServiceDeps } from '../../deps.js'
import { effectiveSubscription, isActive, planOf } from './plans.js'
import { openPool } from './pool.js'
import { offersOf } from './prices.js'

export type SyncDeps = Pick<ServiceDeps, 'clock' | 'config' | 'log' | 'models' | 'stripe'>

/** Failed tries mean that others write: a repetition comes later. */
const MAX_TRIES = 10
const RETRY_AFTER_S = 5

/**
 * Brings the ledger to what Stripe says.
 *
 * Events come in any order, late and more than once, so what they say does not count. A synchronization reads the row,
 * then the subscription from Stripe, then writes, if the row is the same as before. So what is written was read after
 * everything that had been written, and two synchronizations at the same time end with the later answer of Stripe.
 */
export class SubscriptionSync {
  readonly #deps: SyncDeps

  constructor(deps: SyncDeps) {
    this.#deps = deps
  }

  /**
   * Reads the subscription of an account, and another that may replace it, and writes the one that counts.
   * @param otherId a subscription that an event or a checkout names.
   * @returns the one that counts, as it was read; null for none.
   * @throws ApiError `billing_not_configured`, `billing_unavailable`.
   */
  async run(accountId: string, otherId: string | null = null): Promise<Subscription | null> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const row = await this.#deps.models.billing.collection.findOne({ _id: accountId })
      if (!row) return null
      const found = effectiveSubscription(await this.#read(row, otherId))
      if (await this.#write(row, found)) return found
    }
    throw new ApiError('billing_unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_S })
  }

  async #read({ _id, customer_id, subscription }: BillingDoc, otherId: string | null): Promise<Subscription[]> {
    const { stripe } = this.#deps
    if (!stripe) throw new ApiError('billing_not_configured')
    const ids = new Set([subscription?.id, otherId].flatMap((id) => id ?? []))
    const found = await Promise.all([...ids].map((id) => stripe.findSubscription(id)))
    const own = found.flatMap((one) => (one?.customerId === customer_id ? one : []))
    if (own.filter(isActive).length > 1) {
      this.#deps.log.error(
        { accountId: _id, subscriptions: own.map(({ id }) => id) },
        'cancel one of these at Stripe: an account pays for both',
      )
    }
    return own
  }

  async #write(row: BillingDoc, found: Subscription | null): Promise<boolean> {
    const { models, log } = this.#deps
    const subscription = found && this.#docOf(found, row.subscription)
    const pool = found && isActive(found) ? await this.#poolOf(row, found) : null
    const [before, after] = [planOf(row.subscription), planOf(subscription)]
    const isWritten = await models.connection.transaction(async (session) => {
      const { matchedCount } = await models.billing.collection.updateOne(
        { _id: row._id, version: row.version },
        { $set: { subscription, pool, version: row.version + 1 } },
        { session },
      )
      if (matchedCount === 0) return false
      // Otherwise the operator's own choice of a plan stays.
      if (before !== after)
        await models.accounts.collection.updateOne({ _id: row._id }, { $set: { plan: after } }, { session })
      return true
    })
    if (isWritten && before !== after) log.info({ accountId: row._id, before, after }, 'the plan of an account changed')
    return isWritten
  }

  #docOf(found: Subscription, known: SubscriptionDoc | null): SubscriptionDoc {
    const { id, status, priceId, periodStart, periodEnd, cancels, createdAt } = found
    const offer = offersOf(this.#deps.config.stripePrices).find((each) => each.priceId === priceId)
    // A price that is no longer for sale keeps its meaning for those who have it.
    const { plan, period } = offer ?? (known?.price_id === priceId ? known : { plan: null, period: null })
    if (plan === null) this.#deps.log.error({ subscription: id, priceId }, 'STRIPE_PRICES does not have this price')
    return {
      id,
      status,
      price_id: priceId,
      plan,
      period,
      period_start: periodStart,
      period_end: periodEnd,
      cancels: cancels !== 'no',
      created_at: createdAt,
    }
  }

  #poolOf({ _id, pool }: BillingDoc, { id, periodStart }: Subscription) {
    if (pool?.subscription_id === id && pool.start.getTime() === periodStart.getTime()) return pool
    return openPool(this.#deps.models, _id, { subscriptionId: id, start: periodStart, now: this.#deps.clock.now() })
  }
}
