import { Schema } from 'mongoose'
import type { Period, StripeStatus } from '../contract/billing.js'
import type { Plan } from '../plan-names.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** How long the ids of processed Stripe events are kept, in seconds. Stripe repeats an event for three days at most. */
const EVENT_RETENTION_S = 30 * 86_400

/** A subscription as last read from Stripe. */
export interface SubscriptionDoc {
  id: string
  status: StripeStatus
  price_id: string
  /** The plan of its price; null if the price is none of the deployment's. */
  plan: Plan | null
  period: Period | null
  period_start: Date
  period_end: Date
  cancels: boolean
  created_at: Date
}

/** The emails that a plan includes for one billing period. */
export interface PoolDoc {
  subscription_id: string
  start: Date
  /** Emails of the month of `start` that were used before it. */
  used_before: number
}

/** The billing of an account. `_id` is the account's. */
export interface BillingDoc {
  _id: string
  /** The customer at Stripe; null until one is needed. */
  customer_id: string | null
  /** The one checkout session whose URL has been given out; null if there is none. */
  session_id: string | null
  subscription: SubscriptionDoc | null
  pool: PoolDoc | null
  /** Changes with every write. A write is a compare-and-set on it. */
  version: number
}

const schema = ledgerSchema('billing', {
  _id: { type: String, required: true },
  customer_id: { type: String, default: null },
  session_id: { type: String, default: null },
  subscription: { type: Schema.Types.Mixed, default: null },
  pool: { type: Schema.Types.Mixed, default: null },
  version: { type: Number, required: true },
})
schema.index({ customer_id: 1 }, { unique: true, partialFilterExpression: { customer_id: { $type: 'string' } } })

export const billingModel = ledgerModel<BillingDoc>('Billing', schema)

/** An event of Stripe whose effect is in the ledger. `_id` is Stripe's id of it. */
export interface StripeEventDoc {
  _id: string
  account_id: string
  type: string
  processed_at: Date
}

const eventSchema = ledgerSchema('stripe_events', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  type: { type: String, required: true },
  processed_at: { type: Date, required: true },
})
eventSchema.index({ processed_at: 1 }, { expireAfterSeconds: EVENT_RETENTION_S })

export const stripeEventModel = ledgerModel<StripeEventDoc>('StripeEvent', eventSchema)
