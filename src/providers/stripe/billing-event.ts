import type { Stripe } from 'stripe'

/** Events after which a subscription may have changed. */
const TYPES: ReadonlySet<string> = new Set<Stripe.Event['type']>([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
])

/** A genuine event: which subscription of which customer may have changed. What it says of it is not used. */
export interface BillingEvent {
  id: string
  type: string
  /** Null if it does not concern a subscription. */
  customerId: string | null
  /** Null if it does not name one. */
  subscriptionId: string | null
}

/** A field that Stripe gives as an id or, expanded, as the object. */
type Reference = string | { id: string } | null | undefined
const idOf = (reference: Reference) => (typeof reference === 'string' ? reference : (reference?.id ?? null))

/** The fields by which objects of events name each other. */
interface EventObject {
  id: string
  object: string
  customer?: Reference
  subscription?: Reference
  parent?: { subscription_details?: { subscription?: Reference } | null } | null
}

export function readEvent({ id, type, data }: Stripe.Event): BillingEvent {
  if (typeof id !== 'string' || typeof type !== 'string') throw new Error('not an event')
  if (!TYPES.has(type)) return { id, type, customerId: null, subscriptionId: null }
  const object = data.object as EventObject
  if (object.object === 'customer') return { id, type, customerId: object.id, subscriptionId: null }
  const named = object.object === 'subscription' ? object.id : object.subscription
  const ofInvoice = object.parent?.subscription_details?.subscription
  return { id, type, customerId: idOf(object.customer), subscriptionId: idOf(named ?? ofInvoice) }
}
