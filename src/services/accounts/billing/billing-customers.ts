import type { BillingDoc } from '../../../models/billing.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import { NoCustomerError } from '../../../providers/stripe/no-customer-error.js'
import type { StripeApi } from '../../../providers/stripe/stripe-api.js'
import type { ServiceDeps } from '../../deps.js'

type CustomerDeps = Pick<ServiceDeps, 'models' | 'log'>

/** Whose billing it is. */
export interface Payer {
  accountId: string
  email: string
}

/** The customers at Stripe, one for each account that ever needed one. */
export class BillingCustomers {
  readonly #deps: CustomerDeps

  constructor(deps: CustomerDeps) {
    this.#deps = deps
  }

  /**
   * Does something for the customer of an account, created if needed. If Stripe does not know the customer any more, a
   * new one takes its place.
   */
  async withCustomer<T>(stripe: StripeApi, payer: Payer, work: (customerId: string) => Promise<T>): Promise<T> {
    const customerId = await this.#find(stripe, payer)
    try {
      return await work(customerId)
    } catch (error) {
      if (!(error instanceof NoCustomerError)) throw error
      await this.#deps.models.billing.collection.updateOne(
        { _id: payer.accountId, customer_id: customerId },
        { $set: { customer_id: null, session_id: null }, $inc: { version: 1 } },
      )
      return work(await this.#find(stripe, payer))
    }
  }

  /** The billing row of an account, created if needed. */
  async row(accountId: string): Promise<BillingDoc> {
    const { collection } = this.#deps.models.billing
    const fresh = { customer_id: null, session_id: null, subscription: null, pool: null, version: 0 }
    for (;;) {
      const found = await collection.findOne({ _id: accountId })
      if (found) return found
      await collection
        .updateOne({ _id: accountId }, { $setOnInsert: fresh }, { upsert: true })
        .catch((error: unknown) => {
          // Another request has created it.
          if (!isDuplicateKey(error)) throw error
        })
    }
  }

  async #find(stripe: StripeApi, { accountId, email }: Payer): Promise<string> {
    const { customer_id } = await this.row(accountId)
    if (customer_id !== null) return customer_id
    const created = await stripe.createCustomer({ accountId, email })
    const { matchedCount } = await this.#deps.models.billing.collection.updateOne(
      { _id: accountId, customer_id: null },
      { $set: { customer_id: created }, $inc: { version: 1 } },
    )
    if (matchedCount > 0) return created
    // Another request was first. Nobody can pay as this customer, so one that stays does no harm.
    await stripe
      .deleteCustomer(created)
      .catch((err: unknown) => this.#deps.log.warn({ err }, 'an unused Stripe customer could not be deleted'))
    return this.#find(stripe, { accountId, email })
  }
}
