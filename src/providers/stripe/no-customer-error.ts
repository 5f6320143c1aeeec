/**
 * Stripe does not know the customer: it was deleted there, or belongs to another account of Stripe. It is apart from the other
 * errors, because these load the library of Stripe, which few need.
 */
export class NoCustomerError extends Error {
  override name = 'NoCustomerError'
}
