import type { Period, StripeStatus } from '../../../contract/billing.js'
import type { SubscriptionDoc } from '../../../models/billing.js'
import type { Plan } from '../../../plan-names.js'

/** Emails a month, by plan. */
const EMAILS_BY_PLAN: Record<Plan, number> = { starter: 10_000, pro: 50_000, growth: 250_000, scale: 1_000_000 }

/** Months of a period. An annual plan has one pool for all of them. */
const MONTHS: Record<Period, number> = { month: 1, year: 12 }

/** With these a subscription gives no plan, and a checkout begins a new one. */
const INACTIVE: ReadonlySet<StripeStatus> = new Set(['incomplete', 'incomplete_expired', 'unpaid', 'canceled'])

/** Whether a subscription gives its plan. Payments that are late only (`past_due`) do not end it. */
export const isActive = ({ status }: { status: StripeStatus }) => !INACTIVE.has(status)

/** The plan that a subscription gives; null for none. */
export function planOf(subscription: Pick<SubscriptionDoc, 'status' | 'plan'> | null): Plan | null {
  return subscription && isActive(subscription) ? subscription.plan : null
}

/** Emails that a plan includes in a period. */
export const allotmentOf = (plan: Plan, period: Period) => EMAILS_BY_PLAN[plan] * MONTHS[period]

interface Ranked {
  status: StripeStatus
  createdAt: Date
}

/** Of several subscriptions of an account, the one that counts: an active one before others, then the newest. */
export function effectiveSubscription<S extends Ranked>(subscriptions: readonly S[]): S | null {
  const rank = (one: S) => [isActive(one) ? 1 : 0, one.createdAt.getTime()] as const
  const [first = null] = subscriptions.toSorted((a, b) => {
    const [activeA, atA] = rank(a)
    const [activeB, atB] = rank(b)
    return activeB - activeA || atB - atA
  })
  return first
}
