import type { BillingState, Checkout, CheckoutResult, PortalSession } from '../../../contract/billing.js'
import { ApiError } from '../../../errors.js'
import type { CheckoutSession, StripeApi } from '../../../providers/stripe/stripe-api.js'
import type { Subscription } from '../../../providers/stripe/subscription.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { isoTime } from '../../platform/timestamps.js'
import { BillingCustomers, type Payer } from './billing-customers.js'
import { allotmentOf, isActive } from './plans.js'
import { usedOf } from './pool.js'
import { findOffer, type Offer, offersOf, plansOf } from './prices.js'
import type { SubscriptionSync } from './subscription-sync.js'

type BillingDeps = Pick<ServiceDeps, 'config' | 'log' | 'models' | 'stripe'> & {
  subscriptionSync: Pick<SubscriptionSync, 'run'>
}
type Paying = Pick<Caller, 'accountId' | 'ownerEmail'>

/** Failed tries mean that other checkouts of the account run at the same time. */
const MAX_TRIES = 10
const RETRY_AFTER_S = 5

const WITHOUT_PLAN = {
  plan: null,
  included_allotment: 0,
  recurring_interval: null,
  used: 0,
  current_period_end: null,
  cancel_at_period_end: false,
} as const

/** The billing of an account: its state, checkout and customer portal. Stripe takes the money. */
export class BillingService {
  readonly #deps: BillingDeps
  readonly #customers: BillingCustomers

  constructor(deps: BillingDeps) {
    this.#deps = deps
    this.#customers = new BillingCustomers(deps)
  }

  /** The state as of the last news from Stripe. */
  async state(accountId: string): Promise<BillingState> {
    const { models } = this.#deps
    const row = await models.billing.collection.findOne({ _id: accountId })
    const subscription = row?.subscription
    const plans_for_sale = this.#deps.stripe ? plansOf(offersOf(this.#deps.config.stripePrices)) : []
    if (!subscription) return { ...WITHOUT_PLAN, subscription_status: 'none', plans_for_sale }
    const { status, plan, period, period_end, cancels } = subscription
    if (!isActive(subscription)) return { ...WITHOUT_PLAN, subscription_status: status, plans_for_sale }
    return {
      plan,
      subscription_status: status,
      included_allotment: plan && period ? allotmentOf(plan, period) : 0,
      recurring_interval: period,
      used: row.pool ? await usedOf(models, accountId, row.pool) : 0,
      current_period_end: isoTime(period_end),
      cancel_at_period_end: cancels,
      plans_for_sale,
    }
  }

  /**
   * Changes the active subscription to another price, or opens a checkout page for a new one. An account has at most one
   * checkout page that can be paid.
   * @throws ApiError `billing_not_configured`, `billing_unavailable`, `payment_failed`; `invalid_request` for a plan or
   *   period without a price.
   */
  async checkout({ accountId, ownerEmail }: Paying, { plan, period = 'month' }: Checkout): Promise<CheckoutResult> {
    const stripe = this.#stripe()
    const offer = findOffer(offersOf(this.#deps.config.stripePrices), plan, period)
    const payer = { accountId, email: ownerEmail }
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { session_id } = await this.#customers.row(accountId)
      const session = session_id === null ? null : await stripe.findSession(session_id)
      // The event about a paid checkout may not have come yet.
      const current = await this.#deps.subscriptionSync.run(accountId, session?.subscriptionId)
      if (current && isActive(current)) return this.#change(stripe, accountId, current, offer)
      if (isOpenFor(session, offer)) return { url: session.url }
      if (session?.status === 'open') await stripe.expireSession(session.id)
      // It may have been paid meanwhile: look again.
      if (session?.status === 'open' && (await stripe.findSession(session.id))?.status === 'complete') continue
      const url = await this.#open(stripe, payer, session_id, offer)
      if (url !== null) return { url }
    }
    throw new ApiError('billing_unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_S })
  }

  /**
   * Opens the customer portal, where the owner sees invoices, changes the payment method and cancels.
   * @throws ApiError `billing_not_configured`, `billing_unavailable`.
   */
  async portal({ accountId, ownerEmail }: Paying): Promise<PortalSession> {
    const stripe = this.#stripe()
    const payer = { accountId, email: ownerEmail }
    return { url: await this.#customers.withCustomer(stripe, payer, (customerId) => stripe.createPortal(customerId)) }
  }

  async #change(stripe: StripeApi, accountId: string, current: Subscription, offer: Offer): Promise<CheckoutResult> {
    const isSame = current.priceId === offer.priceId && current.cancels === 'no'
    if (!isSame) {
      await stripe.changePrice(current, offer.priceId)
      await this.#deps.subscriptionSync.run(accountId, current.id)
    }
    return { updated: true, plan: offer.plan }
  }

  /**
   * Opens a checkout page in place of `former`. Its URL is given out only when the page is in the ledger as the one of
   * the account, so a page that is not can never be paid.
   * @returns null if another request has opened one meanwhile.
   */
  #open(stripe: StripeApi, payer: Payer, former: string | null, { priceId }: Offer): Promise<string | null> {
    const { accountId } = payer
    return this.#customers.withCustomer(stripe, payer, async (customerId) => {
      const { id, url } = await stripe.createSession(customerId, priceId, { account_id: accountId })
      const { matchedCount } = await this.#deps.models.billing.collection.updateOne(
        { _id: accountId, customer_id: customerId, session_id: { $in: [former, null] } },
        { $set: { session_id: id }, $inc: { version: 1 } },
      )
      if (matchedCount > 0) return url
      await stripe
        .expireSession(id)
        .catch((err: unknown) =>
          this.#deps.log.warn({ err }, 'an orphaned Stripe checkout session could not be expired'),
        )
      return null
    })
  }

  #stripe(): StripeApi {
    if (!this.#deps.stripe) throw new ApiError('billing_not_configured')
    return this.#deps.stripe
  }
}

function isOpenFor(session: CheckoutSession | null, { priceId }: Offer): session is CheckoutSession & { url: string } {
  return session?.status === 'open' && session.priceId === priceId && session.url !== null
}
