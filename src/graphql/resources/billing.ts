import { checkout, createPortalSession, getBilling } from '../../operations/billing.js'
import { builder } from '../builder.js'
import { inputOf, outputOf } from '../contract-types.js'
import { runs } from '../resolve.js'

const PlanForSale = outputOf(
  'PlanForSale',
  'A plan that can be subscribed to.',
  getBilling.output.shape.plans_for_sale.element,
)

const Billing = outputOf('Billing', 'The plan of the account and its subscription.', getBilling.output, {
  types: { plans_for_sale: [PlanForSale] },
})

const CheckoutResult = outputOf(
  'CheckoutResult',
  'A page to pay on for a new subscription, or the plan of one that was changed in place.',
  checkout.output,
  { types: { updated: 'Boolean' } },
)

const PortalSession = outputOf('PortalSession', 'A visit to the customer portal.', createPortalSession.output)

const CreateCheckoutInput = inputOf('CreateCheckoutInput', 'The plan to pay for.', checkout.input)

builder.queryField('billing', (t) => t.field({ type: Billing, ...runs(getBilling) }))

builder.mutationFields((t) => ({
  createCheckout: t.field({
    type: CheckoutResult,
    args: { input: t.arg({ type: CreateCheckoutInput, required: true, description: 'The plan.' }) },
    ...runs(checkout),
  }),
  createPortalSession: t.field({ type: PortalSession, ...runs(createPortalSession) }),
}))
