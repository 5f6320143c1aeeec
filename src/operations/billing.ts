import { BillingState, Checkout, CheckoutResult, PortalSession } from '../contract/billing.js'
import { NoFields } from '../contract/fields.js'
import { get, operation, post, type Tag } from './operation.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Billing', description: 'The plan of the account and its payment.', order: 10 }

export const getBilling = operation({
  name: 'billing.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/billing'),
  summary: 'Gets the plan of the account, the emails that it includes, and how many are used.',
  errors: [],
  input: NoFields,
  output: BillingState,
  examples: [
    {
      summary: 'A monthly plan',
      input: {},
      output: {
        plan: 'pro',
        subscription_status: 'active',
        included_allotment: 50_000,
        recurring_interval: 'month',
        used: 12_480,
        current_period_end: '2026-12-15T09:00:00.000Z',
        cancel_at_period_end: false,
        plans_for_sale: [
          { plan: 'starter', periods: ['month', 'year'] },
          { plan: 'pro', periods: ['month'] },
        ],
      },
    },
  ],
  run: ({ caller, services }) => services.billing.state(caller.accountId),
})

export const checkout = operation({
  name: 'billing.checkout',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/billing/checkout'),
  liveAction: 'change the plan',
  summary:
    'Starts the checkout of a plan, or changes an active subscription in place: the difference is invoiced at once, with the unused time credited.',
  errors: ['payment_failed', 'billing_not_configured', 'billing_unavailable'],
  input: Checkout,
  output: CheckoutResult,
  examples: [
    {
      summary: 'A new subscription',
      input: { plan: 'pro', period: 'month' },
      output: { url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3' },
    },
    {
      summary: 'Another plan for an active subscription',
      input: { plan: 'growth', period: 'year' },
      output: { updated: true, plan: 'growth' },
    },
  ],
  run: ({ caller, services }, input) => services.billing.checkout(caller, input),
})

export const createPortalSession = operation({
  name: 'billing.portal',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/billing/portal'),
  liveAction: 'open the customer portal',
  summary: 'Opens the customer portal, for invoices, payment methods and cancellation.',
  errors: ['billing_not_configured', 'billing_unavailable'],
  input: NoFields,
  output: PortalSession,
  examples: [{ summary: 'The portal', input: {}, output: { url: 'https://billing.stripe.com/p/session/test_a1b2c3' } }],
  run: ({ caller, services }) => services.billing.portal(caller),
})
