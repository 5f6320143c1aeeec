import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Stripe } from 'stripe'
import { ApiError } from '../../errors.js'
import { type BillingEvent, readEvent } from './billing-event.js'
import { type StripeErrorDeps, StripeErrors } from './stripe-errors.js'
import { type Subscription, toSubscription } from './subscription.js'

/** How long a request may take, in ms. It is repeated {@link RETRIES} times if Stripe does not answer. */
const TIMEOUT_MS = 8_000
const RETRIES = 2

/** Signatures are valid for this long, in both directions. */
const TOLERANCE_S = 300

const SESSION_STATUSES = ['open', 'complete', 'expired'] as const

/** A checkout page. Stripe closes it after a day. */
export interface CheckoutSession {
  id: string
  status: (typeof SESSION_STATUSES)[number]
  /** Where the customer pays; null once it is not open. */
  url: string | null
  priceId: string | null
  /** The subscription that came of it. */
  subscriptionId: string | null
}

export interface StripeSettings {
  stripeSecretKey: string
  stripeWebhookSecret: string
  stripeApiBase: string
  billingReturnUrl: string
}

/** Metadata of a session that names its price: the line items are not in the answers of Stripe. */
const PRICE = 'price_id'

/**
 * What billing needs of Stripe. Requests fail with ApiError `billing_unavailable` if Stripe does not answer, or refuses
 * what only the operator can mend.
 */
export class StripeApi {
  readonly #stripe: Stripe
  readonly #agent: HttpAgent
  readonly #settings: StripeSettings
  readonly #errors: StripeErrors

  constructor(settings: StripeSettings, deps: StripeErrorDeps) {
    const { protocol, hostname, port } = new URL(settings.stripeApiBase)
    const isPlain = protocol === 'http:'
    this.#agent = isPlain ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true })
    this.#stripe = new Stripe(settings.stripeSecretKey, {
      host: hostname,
      port: port || (isPlain ? 80 : 443),
      protocol: isPlain ? 'http' : 'https',
      httpAgent: this.#agent,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
    })
    this.#settings = settings
    this.#errors = new StripeErrors(deps)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Creates the customer of an account, and returns its id. */
  async createCustomer({ accountId, email }: { accountId: string; email: string }): Promise<string> {
    const metadata = { account_id: accountId }
    return (await this.#errors.translate(this.#stripe.customers.create({ email, metadata }))).id
  }

  async deleteCustomer(id: string): Promise<void> {
    await this.#errors.translate(this.#stripe.customers.del(id))
  }

  /**
   * Opens a checkout page for a subscription.
   * @throws NoCustomerError
   */
  async createSession(customerId: string, priceId: string, metadata: Record<string, string>): Promise<CheckoutSession> {
    const { billingReturnUrl } = this.#settings
    const creating = this.#stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customerId,
      line_items: [{ price: priceId, quantity: 1 }],
      metadata: { ...metadata, [PRICE]: priceId },
      subscription_data: { metadata },
      success_url: withQuery(billingReturnUrl, 'success'),
      cancel_url: withQuery(billingReturnUrl, 'canceled'),
    })
    return toSession(await this.#errors.translate(creating))
  }

  /** A checkout page, or null if Stripe does not know it. */
  async findSession(id: string): Promise<CheckoutSession | null> {
    const found = await this.#errors.orMissing(this.#stripe.checkout.sessions.retrieve(id))
    return found && toSession(found)
  }

  /** Closes an open checkout page. Of one that is not open, or not known, it does nothing. */
  async expireSession(id: string): Promise<void> {
    await this.#errors.orRefused(this.#stripe.checkout.sessions.expire(id))
  }

  /** A subscription as it is now, or null if Stripe does not know it. */
  async findSubscription(id: string): Promise<Subscription | null> {
    const found = await this.#errors.orMissing(this.#stripe.subscriptions.retrieve(id))
    return found && toSubscription(found)
  }

  /**
   * Changes the price of a subscription at once, and lets it renew. The difference is invoiced at once too: the unused
   * time of the old price is credited. If that cannot be paid, nothing changes.
   * @throws ApiError `payment_failed`.
   */
  async changePrice({ id, itemId, cancels }: Subscription, priceId: string): Promise<Subscription> {
    const changing = this.#stripe.subscriptions.update(id, {
      items: [{ id: itemId, price: priceId }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      ...(cancels === 'at_period_end' && { cancel_at_period_end: false }),
      ...(cancels === 'at_time' && { cancel_at: '' as const }),
    })
    return toSubscription(await this.#errors.translate(changing))
  }

  /**
   * Opens the customer portal, and returns its URL.
   * @throws NoCustomerError
   */
  async createPortal(customerId: string): Promise<string> {
    const { billingReturnUrl } = this.#settings
    const creating = this.#stripe.billingPortal.sessions.create({ customer: customerId, return_url: billingReturnUrl })
    return (await this.#errors.translate(creating)).url
  }

  /**
   * Verifies and reads an event that Stripe has sent.
   * @throws ApiError `invalid_signature`, or `invalid_request` if a genuine body is not an event.
   */
  readEvent(rawBody: Buffer, signature: string, now: Date): BillingEvent {
    const { webhooks } = this.#stripe
    try {
      // The library accepts signatures from the future.
      if (secondsAhead(signature, now) > TOLERANCE_S) throw new ApiError('invalid_signature')
      const { stripeWebhookSecret: secret } = this.#settings
      const event = webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_S, undefined, now.getTime())
      return readEvent(event)
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new ApiError('invalid_signature')
      throw new ApiError('invalid_request', 'The body is not an event of Stripe.')
    }
  }
}

function withQuery(url: string, checkout: string): string {
  const target = new URL(url)
  target.searchParams.set('checkout', checkout)
  return target.href
}

function secondsAhead(signature: string, now: Date): number {
  const [, seconds] = /(?:^|,)t=(\d+)/.exec(signature) ?? []
  return Number(seconds ?? 0) - now.getTime() / 1_000
}

function toSession({ id, status, url, metadata, subscription }: Stripe.Checkout.Session): CheckoutSession {
  return {
    id,
    status: SESSION_STATUSES.find((each) => each === status) ?? 'expired',
    url,
    priceId: metadata?.[PRICE] ?? null,
    subscriptionId: typeof subscription === 'string' ? subscription : (subscription?.id ?? null),
  }
}
