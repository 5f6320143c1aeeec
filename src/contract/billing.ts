import { z } from 'zod'
import { PERIODS, type Period, PLANS } from '../plan-names.js'
import { optional, timestamp } from './fields.js'

export type { Period }
export { PERIODS }

/** The states of a subscription at Stripe. */
export const STRIPE_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'paused',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'canceled',
] as const
export type StripeStatus = (typeof STRIPE_STATUSES)[number]

const MAX_NAME_CHARS = 40

const PlanName = z.enum(PLANS).meta({ id: 'Plan' })
const BillingPeriod = z.enum(PERIODS, 'must be month or year').meta({ id: 'BillingPeriod' })

export const PlanForSale = z
  .object({
    plan: PlanName.meta({ description: 'The plan.' }),
    periods: z.array(BillingPeriod).meta({ description: 'How often it can be paid for.' }),
  })
  .meta({ id: 'PlanForSale' })
export type PlanForSale = z.output<typeof PlanForSale>

export const BillingState = z
  .object({
    plan: PlanName.nullable().meta({ description: 'The plan; null without an active subscription.' }),
    subscription_status: z
      .enum(['none', ...STRIPE_STATUSES])
      .meta({ id: 'SubscriptionStatus' })
      .meta({
        description:
          'The status of the subscription at Stripe; `none` without one. With `unpaid`, `incomplete`, `incomplete_expired` and `canceled`, it is not active.',
      }),
    included_allotment: z.int().meta({
      description: 'Emails that the plan includes in the current pool: of a month, or of a year with an annual plan.',
    }),
    recurring_interval: BillingPeriod.nullable().meta({ description: 'How often the plan is paid for.' }),
    used: z.int().meta({
      description: 'Emails of the current pool that are used: recipients of mail accepted with live keys.',
    }),
    current_period_end: timestamp().nullable().meta({ description: 'When the current pool ends.' }),
    cancel_at_period_end: z.boolean().meta({ description: 'Whether the subscription ends and does not renew.' }),
    plans_for_sale: z.array(PlanForSale).meta({ description: 'What can be subscribed to. Empty if billing is off.' }),
  })
  .meta({ id: 'BillingState' })
export type BillingState = z.output<typeof BillingState>

export const Checkout = z.strictObject({
  plan: z
    .string('is required: the name of a plan')
    .max(MAX_NAME_CHARS, `must have at most ${MAX_NAME_CHARS} characters`)
    .meta({ description: `The plan: ${PLANS.join(', ')}. Case does not count.` }),
  period: optional(BillingPeriod).meta({
    description: 'How often to pay: `month` (the default) or `year`.',
  }),
})
export type Checkout = z.output<typeof Checkout>

export const CheckoutResult = z
  .object({
    url: z.string().optional().meta({ description: 'The checkout page of Stripe, for a new subscription.' }),
    updated: z.literal(true).optional().meta({ description: 'The active subscription has been changed in place.' }),
    plan: PlanName.optional().meta({ description: 'Its plan after the change.' }),
  })
  .meta({ id: 'CheckoutResult' })
export type CheckoutResult = z.output<typeof CheckoutResult>

export const PortalSession = z
  .object({ url: z.string().meta({ description: 'The customer portal of Stripe. The link works for a short time.' }) })
  .meta({ id: 'PortalSession' })
export type PortalSession = z.output<typeof PortalSession>
