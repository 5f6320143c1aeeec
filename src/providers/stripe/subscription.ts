import type { Stripe } from 'stripe'
import { STRIPE_STATUSES, type StripeStatus } from '../../contract/billing.js'

/** A subscription of Stripe, as far as billing is concerned. */
export interface Subscription {
  id: string
  customerId: string
  status: StripeStatus
  /** Whether it ends, and as what that is scheduled. */
  cancels: 'no' | 'at_period_end' | 'at_time'
  createdAt: Date
  itemId: string
  priceId: string
  periodStart: Date
  periodEnd: Date
}

const fromSeconds = (seconds: number) => new Date(seconds * 1_000)

export function toSubscription(given: Stripe.Subscription): Subscription {
  const { id, customer, status, cancel_at, cancel_at_period_end, created, items } = given
  // Subscriptions of a checkout have one item.
  const [item] = items.data
  if (!item) throw new Error(`the subscription ${id} has no item`)
  return {
    id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    // A status that is newer than this code gives no plan.
    status: STRIPE_STATUSES.find((each) => each === status) ?? 'incomplete',
    cancels: cancel_at_period_end ? 'at_period_end' : cancel_at === null ? 'no' : 'at_time',
    createdAt: fromSeconds(created),
    itemId: item.id,
    priceId: item.price.id,
    periodStart: fromSeconds(item.current_period_start),
    periodEnd: fromSeconds(item.current_period_end),
  }
}
