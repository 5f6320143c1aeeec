import type { Logger } from 'pino'
import { Stripe } from 'stripe'
import { ApiError } from '../../errors.js'
import { NoCustomerError } from './no-customer-error.js'

export interface StripeErrorDeps {
  log: Logger
}

const RETRY_AFTER_S = 5
const PAYMENT_REQUIRED = 402

/** Translates errors of Stripe into those of the service. */
export class StripeErrors {
  readonly #deps: StripeErrorDeps

  constructor(deps: StripeErrorDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `payment_failed` or `billing_unavailable`; NoCustomerError. */
  translate<T>(request: Promise<T>): Promise<T> {
    return request.catch((error: unknown) => this.#fail(error))
  }

  /** The same, but null if what was asked for does not exist. */
  orMissing<T>(request: Promise<T>): Promise<T | null> {
    return request.catch((error: unknown) => (isMissing(error) ? null : this.#fail(error)))
  }

  /** The same, but null if Stripe refuses the request in the present state. */
  orRefused<T>(request: Promise<T>): Promise<T | null> {
    const { StripeInvalidRequestError } = Stripe.errors
    return request.catch((error: unknown) => (error instanceof StripeInvalidRequestError ? null : this.#fail(error)))
  }

  #fail(error: unknown): never {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.statusCode === PAYMENT_REQUIRED) throw new ApiError('payment_failed')
    if (isMissing(error) && error.param === 'customer') throw new NoCustomerError()
    // Not the error itself: it contains the request and its headers.
    const { type, code, statusCode, requestId } = error
    this.#deps.log.error({ type, code, status: statusCode, stripeRequestId: requestId }, 'a request to Stripe failed')
    throw new ApiError('billing_unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_S })
  }
}

function isMissing(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
}
