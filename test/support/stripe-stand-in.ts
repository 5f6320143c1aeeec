import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import type { Settings } from './start-app.js'

/**
 * What the stand-in does instead of a proper response: an error status, another body, or it cuts the connection before or
 * after the work.
 */
export type StripeFault = 401 | 402 | 429 | 500 | { body: object } | 'cut' | 'cut-after-work' | undefined

interface Customer {
  id: string
  email: string
  metadata: Record<string, string>
}

interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  url: string | null
  customer: string
  subscription: string | null
  metadata: Record<string, string>
  price: string
}

export interface StandInSubscription {
  id: string
  object: 'subscription'
  customer: string
  status: string
  created: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  items: {
    object: 'list'
    data: { id: string; price: { id: string }; current_period_start: number; current_period_end: number }[]
  }
}

export interface StripeCall {
  method: string
  path: string
  form: Record<string, string>
}

export const MONTHLY = { starter: 'price_starter_month', pro: 'price_pro_month', scale: 'price_scale_month' }
export const YEARLY = { starter: 'price_starter_year', growth: 'price_growth_year' }

/** What is for sale: no monthly Growth, no annual Pro or Scale. */
const PRICES = {
  starter: { month: MONTHLY.starter, year: YEARLY.starter },
  pro: { month: MONTHLY.pro },
  growth: { year: YEARLY.growth },
  scale: { month: MONTHLY.scale },
}

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`

class Refusal extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, body: Record<string, string>) {
    super(body.message)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', ...body } }
  }
}

const missing = (param: string, id: string) =>
  new Refusal(404, { code: 'resource_missing', param, message: `No such ${param}: '${id}'` })

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>

/** The used part of the Stripe API over real HTTP: form-encoded requests, JSON responses, a secret key. */
export async function startStripeStandIn() {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`
  const customers = new Map<string, Customer>()
  const sessions = new Map<string, Session>()
  const subscriptions = new Map<string, StandInSubscription>()
  const calls: StripeCall[] = []
  /** Decides about each request, and can hold it up. */
  const control: { fault: (call: StripeCall) => Promise<StripeFault> | StripeFault } = { fault: () => undefined }

  const find = <T>(map: Map<string, T>, param: string, id: string): T => {
    const found = map.get(id)
    if (!found) throw missing(param, id)
    return found
  }

  function subscribe(customer: string, price: string, { status = 'active', start = nowSeconds() } = {}) {
    const item = { id: newId('si'), price: { id: price }, ...periodOf(price, start) }
    const made: StandInSubscription = {
      id: newId('sub'),
      object: 'subscription',
      customer,
      status,
      created: start,
      cancel_at: null,
      cancel_at_period_end: false,
      items: { object: 'list', data: [item] },
    }
    subscriptions.set(made.id, made)
    return made
  }

  const routes: [string, RegExp, (id: string, form: Record<string, string>) => unknown][] = [
    [
      'POST',
      /^\/v1\/customers$/,
      (_id, form) => {
        const made = { id: newId('cus'), email: form.email!, metadata: { account_id: form['metadata[account_id]']! } }
        customers.set(made.id, made)
        return made
      },
    ],
    [
      'DELETE',
      /^\/v1\/customers\/(\w+)$/,
      (id) => {
        customers.delete(find(customers, 'customer', id).id)
        return { id, object: 'customer', deleted: true }
      },
    ],
    [
      'POST',
      /^\/v1\/checkout\/sessions$/,
      (_id, form) => {
        const id = newId('cs')
        const made: Session = {
          id,
          object: 'checkout.session',
          status: 'open',
          url: `https://checkout.stripe.test/${id}`,
          customer: find(customers, 'customer', form.customer!).id,
          subscription: null,
          metadata: { price_id: form['metadata[price_id]']! },
          price: form['line_items[0][price]']!,
        }
        sessions.set(id, made)
        return made
      },
    ],
    ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, (id) => find(sessions, 'checkout.session', id)],
    [
      'POST',
      /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
      (id) => {
        const session = find(sessions, 'checkout.session', id)
        if (session.status !== 'open') throw new Refusal(400, { message: `The session is ${session.status}.` })
        return Object.assign(session, { status: 'expired', url: null })
      },
    ],
    ['GET', /^\/v1\/subscriptions\/(\w+)$/, (id) => find(subscriptions, 'subscription', id)],
    [
      'POST',
      /^\/v1\/subscriptions\/(\w+)$/,
      (id, form) => {
        const subscription = find(subscriptions, 'subscription', id)
        const [item] = subscription.items.data
        if (form['items[0][id]'] !== item!.id) throw new Refusal(400, { message: 'This would add an item.' })
        const price = form['items[0][price]']!
        const isSameInterval = intervalOf(price) === intervalOf(item!.price.id)
        Object.assign(item!, { price: { id: price } }, isSameInterval ? {} : periodOf(price, nowSeconds()))
        if (form.cancel_at_period_end === 'false') subscription.cancel_at_period_end = false
        return subscription
      },
    ],
    [
      'POST',
      /^\/v1\/billing_portal\/sessions$/,
      (_id, form) => ({
        id: newId('bps'),
        object: 'billing_portal.session',
        url: `https://billing.stripe.test/${find(customers, 'customer', form.customer!).id}`,
      }),
    ],
  ]

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const call = { method: request.method!, path: request.url!.split('?')[0]!, form }
    calls.push(call)
    const fault = await control.fault(call)
    if (fault === 'cut') return void request.socket.destroy()
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
      response.end(JSON.stringify(body))
    }
    if (request.headers.authorization !== `Bearer ${secretKey}`) return send(401, { error: { message: 'wrong key' } })
    if (typeof fault === 'number') {
      return send(fault, { error: { type: fault === 402 ? 'card_error' : 'api_error', message: 'As the test says.' } })
    }
    if (typeof fault === 'object') return send(200, fault.body)
    const route = routes.find(([method, path]) => method === call.method && path.test(call.path))
    if (!route) return send(404, { error: { message: `Unrecognized request URL (${call.method}: ${call.path})` } })
    try {
      const body = route[2](route[1].exec(call.path)![1] ?? '', form)
      if (fault === 'cut-after-work') return void request.socket.destroy()
      send(200, body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      send(error.status, error.body)
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const library = new Stripe(secretKey)

  return {
    settings: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICES: JSON.stringify(PRICES),
      STRIPE_API_BASE: base,
    } satisfies Settings,
    ...{ calls, control, customers, sessions, subscriptions, subscribe },
    /** Calls of a method and path since the start. */
    count: (method: string, path: RegExp) =>
      calls.filter((call) => call.method === method && path.test(call.path)).length,
    /** Does what a customer does who pays on a checkout page. */
    pay(url: string, options?: { status?: string; start?: number }): StandInSubscription {
      const session = [...sessions.values()].find((each) => each.url === url)
      if (session?.status !== 'open') throw new Error(`nobody can pay at ${url}`)
      const made = subscribe(session.customer, session.price, options)
      Object.assign(session, { status: 'complete', url: null, subscription: made.id })
      return made
    },
    /** An event with the object as it is now. */
    event: (type: string, object: object, id = newId('evt')) =>
      JSON.stringify({ id, object: 'event', type, data: { object } }),
    /** The headers of an event, signed by the library itself. */
    sign: (payload: string, { secret = webhookSecret, ageSeconds = 0 } = {}) => ({
      'content-type': 'application/json',
      'stripe-signature': library.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: nowSeconds() - ageSeconds,
      }),
    }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const intervalOf = (price: string) => (price.endsWith('_year') ? 'year' : 'month')

function periodOf(price: string, start: number) {
  const end = new Date(start * 1_000)
  end.setUTCMonth(end.getUTCMonth() + (intervalOf(price) === 'year' ? 12 : 1))
  return { current_period_start: start, current_period_end: end.getTime() / 1_000 }
}
