import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shiftedClock } from '../../../support/clocks.js'
import { aSend, call, startApp, type TestApp } from '../../../support/start-app.js'
import {
  MONTHLY,
  type StripeFault,
  type StripeStandIn,
  startStripeStandIn,
  YEARLY,
} from '../../../support/stripe-stand-in.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const SESSION = /^\/v1\/checkout\/sessions$/

let stripe: StripeStandIn
let app: TestApp
let other: TestApp
let account: { account_id: string; key: string }
/** The time of the first process. */
const clock = shiftedClock()

beforeAll(async () => {
  stripe = await startStripeStandIn()
  app = await startApp(
    { ...stripe.settings, RATE_LIMIT_PER_SECOND: '', BILLING_RETURN_URL: 'https://app.example.com/billing?tab=plan' },
    { clock },
  )
  other = await startApp({ ...app.settings, ROLES: 'api' })
})
afterAll(async () => {
  await other.close()
  await app.close()
  await stripe.close()
})
beforeEach(async () => {
  account = await app.app.services.accounts.create('payer@example.com')
})
afterEach(() => {
  stripe.control.fault = () => undefined
  clock.aheadMs = 0
})

const request = (method: string, path: string, body?: unknown, at = app) =>
  call(at.url, method, path, { key: account.key, ...(body !== undefined && { body }) })
const checkout = (plan: string, period?: string, at = app) =>
  request('POST', '/v1/billing/checkout', { plan, ...(period && { period }) }, at)
const state = async () => (await request('GET', '/v1/billing')).body
const deliver = (payload: string, headers = stripe.sign(payload), at = app) =>
  call(at.url, 'POST', '/v1/callbacks/stripe', { body: payload, headers, key: null })
const notify = (type: string, object: object, id?: string) => deliver(stripe.event(type, object, id))
const planOf = async () => (await app.app.models.accounts.findById(account.account_id).lean())?.plan

/** An account with a paid subscription, of which Stripe has told. */
async function subscribed(plan = 'pro', period = 'month', options: { status?: string; start?: number } = {}) {
  const { body } = await checkout(plan, period)
  const subscription = stripe.pay(body.url, options)
  expect((await notify('customer.subscription.created', subscription)).status).toBe(200)
  return subscription
}

/** Something that happens to the next requests of a kind. */
function misbehave(method: string, path: RegExp, ...faults: StripeFault[]) {
  stripe.control.fault = (made) => (made.method === method && path.test(made.path) ? faults.shift() : undefined)
}

/** Holds up requests of a kind until as many have come. */
function meeting(method: string, path: RegExp, count: number) {
  let waiting: (() => void)[] = []
  stripe.control.fault = (made) => {
    if (made.method !== method || !path.test(made.path) || waiting.length === count) return undefined
    return new Promise((resolve) => {
      waiting.push(() => resolve(undefined))
      if (waiting.length < count) return
      const all = waiting
      waiting = Array(count).fill(() => undefined)
      for (const go of all) go()
    })
  }
}

const PLANS_FOR_SALE = [
  { plan: 'starter', periods: ['month', 'year'] },
  { plan: 'pro', periods: ['month'] },
  { plan: 'growth', periods: ['year'] },
  { plan: 'scale', periods: ['month'] },
]

const NOTHING = {
  plan: null,
  included_allotment: 0,
  recurring_interval: null,
  used: 0,
  current_period_end: null,
  cancel_at_period_end: false,
  plans_for_sale: PLANS_FOR_SALE,
}

describe('a new subscription', () => {
  test('begins on a checkout page, for the customer of the account', async () => {
    expect(await state()).toEqual({ ...NOTHING, subscription_status: 'none' })
    const { status, body } = await checkout('PRO')
    expect([status, body]).toEqual([200, { url: expect.stringContaining('https://checkout.stripe.test/') }])
    const customer = [...stripe.customers.values()].find(({ metadata }) => metadata.account_id === account.account_id)
    expect(customer?.email).toBe('payer@example.com')
    expect(stripe.calls.findLast(({ path }) => SESSION.test(path))?.form).toMatchObject({
      mode: 'subscription',
      customer: customer?.id,
      'line_items[0][price]': MONTHLY.pro,
      'line_items[0][quantity]': '1',
      'subscription_data[metadata][account_id]': account.account_id,
      success_url: 'https://app.example.com/billing?tab=plan&checkout=success',
      cancel_url: 'https://app.example.com/billing?tab=plan&checkout=canceled',
    })
    // Nothing is given before it is paid.
    expect(await state()).toEqual({ ...NOTHING, subscription_status: 'none' })
  })

  test('gives the plan, its rate limit and its emails when Stripe says that it is paid', async () => {
    const before = await request('GET', '/v1/billing')
    expect(before.headers.get('x-ratelimit-limit')).toBe('10')
    const subscription = await subscribed('scale')
    const after = await request('GET', '/v1/billing')
    expect(after.headers.get('x-ratelimit-limit')).toBe('100')
    expect(after.body).toEqual({
      plan: 'scale',
      subscription_status: 'active',
      included_allotment: 1_000_000,
      recurring_interval: 'month',
      used: 0,
      current_period_end: new Date(subscription.items.data[0]!.current_period_end * 1_000).toISOString(),
      cancel_at_period_end: false,
      plans_for_sale: PLANS_FOR_SALE,
    })
    expect(await app.app.services.accounts.get(account.account_id)).toMatchObject({ plan: 'scale' })
  })

  test('with an annual plan has one pool of twelve months', async () => {
    await subscribed('starter', 'year')
    expect(await state()).toMatchObject({ plan: 'starter', included_allotment: 120_000, recurring_interval: 'year' })
  })

  test('raises the quotas with its plan', async () => {
    const upTo = () => app.app.quotas.limitOf('webhooks', account.account_id)
    expect(await upTo()).toBe(100)
    await subscribed('growth', 'year')
    expect(await upTo()).toBe(1_000)
  })

  test('of the same plan has the same page until it is paid, and another plan replaces the page', async () => {
    const first = await checkout('pro')
    expect((await checkout('pro')).body).toEqual(first.body)
    const second = await checkout('scale')
    expect(second.body.url).not.toBe(first.body.url)
    expect(() => stripe.pay(first.body.url)).toThrow('nobody can pay')
    stripe.pay(second.body.url)
  })

  test('needs a plan and a period with a price, and the error names those', async () => {
    const unknown = await checkout('gold')
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'invalid_request'])
    expect(unknown.body.error.message).toBe(
      'plan: must be one of: starter (month, year), pro (month), growth (year), scale (month)',
    )
    expect((await checkout('Growth')).body.error.message).toBe('period: must be year with the plan growth')
    expect((await checkout('pro', 'year')).body.error.message).toBe('period: must be month with the plan pro')
  })

  test.each(['incomplete', 'incomplete_expired', 'unpaid', 'canceled'])(
    'that is %s gives no plan, and a checkout begins a new one',
    async (status) => {
      await subscribed('pro', 'month', { status })
      expect(await state()).toEqual({ ...NOTHING, subscription_status: status })
      const again = await checkout('pro')
      stripe.pay(again.body.url)
    },
  )

  test.each(['trialing', 'past_due', 'paused'])('that is %s gives its plan', async (status) => {
    await subscribed('pro', 'month', { status })
    expect(await state()).toMatchObject({ plan: 'pro', subscription_status: status, included_allotment: 50_000 })
    expect((await checkout('scale')).body).toEqual({ updated: true, plan: 'scale' })
  })
})

describe('an active subscription', () => {
  test('changes in place, with the difference invoiced at once', async () => {
    const { id, items } = await subscribed('pro')
    const pages = stripe.count('POST', SESSION)
    const { status, body } = await checkout('scale')
    expect([status, body]).toEqual([200, { updated: true, plan: 'scale' }])
    expect(stripe.calls.findLast(({ method, path }) => method === 'POST' && path.endsWith(id))?.form).toEqual({
      'items[0][id]': items.data[0]!.id,
      'items[0][price]': MONTHLY.scale,
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    })
    expect(stripe.count('POST', SESSION)).toBe(pages)
    // At once, before any event.
    expect(await state()).toMatchObject({ plan: 'scale', included_allotment: 1_000_000 })
    expect(await planOf()).toBe('scale')
  })

  test('is changed even if the event of its checkout has not come yet', async () => {
    stripe.pay((await checkout('pro')).body.url)
    expect((await checkout('scale')).body).toEqual({ updated: true, plan: 'scale' })
  })

  test('is left alone by a checkout of its own plan, except that it renews again', async () => {
    const subscription = await subscribed('pro')
    const changes = () => stripe.count('POST', new RegExp(`/${subscription.id}$`))
    expect((await checkout('pro')).body).toEqual({ updated: true, plan: 'pro' })
    expect(changes()).toBe(0)
    subscription.cancel_at_period_end = true
    await notify('customer.subscription.updated', subscription)
    expect(await state()).toMatchObject({ plan: 'pro', cancel_at_period_end: true })
    expect((await checkout('pro')).body).toEqual({ updated: true, plan: 'pro' })
    expect(changes()).toBe(1)
    expect(await state()).toMatchObject({ plan: 'pro', cancel_at_period_end: false })
  })

  test('keeps its plan if the payment for another fails', async () => {
    const { id } = await subscribed('pro')
    misbehave('POST', new RegExp(`/${id}$`), 402)
    const { status, body } = await checkout('scale')
    expect([status, body.error.code]).toEqual([402, 'payment_failed'])
    expect(await state()).toMatchObject({ plan: 'pro' })
  })

  test('ends the plan when it is canceled, and a checkout begins a new one', async () => {
    const subscription = await subscribed('scale')
    subscription.status = 'canceled'
    await notify('customer.subscription.deleted', subscription)
    expect(await state()).toEqual({ ...NOTHING, subscription_status: 'canceled' })
    expect(await planOf()).toBeNull()
    expect((await checkout('pro')).body.url).toBeDefined()
  })

  test('leaves the plan that an operator has set until its own plan changes', async () => {
    const subscription = await subscribed('pro')
    await app.app.services.accounts.setPlan(account.account_id, 'scale')
    await notify('invoice.paid', invoiceOf(subscription))
    expect(await planOf()).toBe('scale')
    await checkout('starter')
    expect(await planOf()).toBe('starter')
  })
})

const invoiceOf = ({ id, customer }: { id: string; customer: string }) => ({
  id: 'in_1',
  object: 'invoice',
  customer,
  parent: { type: 'subscription_details', subscription_details: { subscription: id } },
})

describe('the pool', () => {
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) {
      const { status } = await request('POST', '/v1/send', aSend({ destination: { email: 'payer@example.com' } }))
      expect(status).toBe(201)
    }
  }

  test('counts the recipients of live mail since the period began, also if the event comes late', async () => {
    await send(2)
    clock.aheadMs = MINUTE_MS
    const { body } = await checkout('pro')
    const start = Math.floor(clock.now().getTime() / 1_000)
    const subscription = stripe.pay(body.url, { start })
    clock.aheadMs = 2 * MINUTE_MS
    await send(3)
    await notify('customer.subscription.created', subscription)
    expect(await state()).toMatchObject({ used: 3 })
    await send(1)
    expect(await state()).toMatchObject({ used: 4 })

    // A change of the plan keeps the pool, a renewal begins another.
    await checkout('scale')
    expect(await state()).toMatchObject({ used: 4, included_allotment: 1_000_000 })
    clock.aheadMs = 4 * MINUTE_MS
    await send(1)
    const [item] = subscription.items.data
    Object.assign(item!, { current_period_start: start + 150, current_period_end: start + 150 + 30 * 86_400 })
    await notify('invoice.paid', invoiceOf(subscription))
    expect(await state()).toMatchObject({ used: 1 })
  })

  test('counts well if the event comes days late', async () => {
    await send(1)
    clock.aheadMs = MINUTE_MS
    const { body } = await checkout('pro')
    const subscription = stripe.pay(body.url, { start: Math.floor(clock.now().getTime() / 1_000) })
    clock.aheadMs = 2 * MINUTE_MS
    await send(2)
    clock.aheadMs = DAY_MS + 2 * MINUTE_MS
    await send(1)
    clock.aheadMs = 2 * DAY_MS
    await deliver(...lateEvent(subscription))
    expect(await state()).toMatchObject({ used: 3 })
  })

  test('goes on over the months of an annual plan', async () => {
    const subscription = await subscribed('starter', 'year')
    const { usage } = app.app.models
    const month = (offset: number) => {
      const at = new Date(subscription.created * 1_000)
      return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset)).toISOString().slice(0, 7)
    }
    const row = (period: string, count: number) => ({
      ...{ _id: `${account.account_id}:${period}`, account_id: account.account_id, period, micros: 0, count },
      ...{ by_key: {}, holds: [], alerts: [], version: 0 },
    })
    await usage.collection.insertMany([row(month(-1), 1_000), row(month(1), 20), row(month(2), 300)])
    expect(await state()).toMatchObject({ used: 320 })
  })
})

/** An event that is sent, and signed, when it is two days late. */
function lateEvent(subscription: object): [string, ReturnType<StripeStandIn['sign']>] {
  const payload = stripe.event('customer.subscription.created', subscription)
  return [payload, stripe.sign(payload, { ageSeconds: -2 * (DAY_MS / 1_000) })]
}

describe('an event', () => {
  test('is refused unless Stripe has signed these bytes lately', async () => {
    const subscription = await subscribed('pro')
    subscription.status = 'canceled'
    const payload = stripe.event('customer.subscription.deleted', subscription)
    for (const headers of [
      stripe.sign(payload, { secret: 'whsec_of_somebody_else' }),
      stripe.sign(payload, { ageSeconds: 301 }),
      stripe.sign(payload, { ageSeconds: -330 }),
      stripe.sign(`${payload} `),
      { ...stripe.sign(payload), 'stripe-signature': 'nonsense' },
      { 'content-type': 'application/json' } as ReturnType<StripeStandIn['sign']>,
    ]) {
      const { status, body } = await deliver(payload, headers)
      expect([status, body.error.code]).toEqual([403, 'invalid_signature'])
    }
    expect(await state()).toMatchObject({ plan: 'pro' })
    // Whatever the type and the white space of the body.
    const spaced = JSON.stringify(JSON.parse(payload), null, 2)
    expect((await deliver(spaced, { ...stripe.sign(spaced), 'content-type': 'text/plain' })).status).toBe(200)
    expect(await state()).toMatchObject({ plan: null })
  })

  test('that comes again is acknowledged without asking Stripe again', async () => {
    const subscription = await subscribed('pro')
    const reads = () => stripe.count('GET', new RegExp(`/${subscription.id}$`))
    const payload = stripe.event('customer.subscription.updated', subscription)
    expect((await deliver(payload)).body).toEqual({ received: true })
    const once = reads()
    expect((await deliver(payload)).body).toEqual({ received: true })
    expect(reads()).toBe(once)
  })

  test('does not count for what it says: events in any order end with what Stripe says', async () => {
    const subscription = await subscribed('pro')
    const asPro = stripe.event('customer.subscription.updated', structuredClone(subscription))
    subscription.items.data[0]!.price.id = MONTHLY.scale
    const asScale = stripe.event('customer.subscription.updated', structuredClone(subscription))
    subscription.status = 'past_due'
    const failed = stripe.event('invoice.payment_failed', invoiceOf(subscription))
    for (const payload of [failed, asScale, asPro]) expect((await deliver(payload)).status).toBe(200)
    expect(await state()).toMatchObject({ plan: 'scale', subscription_status: 'past_due' })
    subscription.status = 'canceled'
    await notify('customer.subscription.deleted', subscription)
    await notify('customer.subscription.created', { ...subscription, status: 'active' })
    expect(await state()).toMatchObject({ plan: null, subscription_status: 'canceled' })
  })

  test('about a former subscription does not end the present one', async () => {
    const former = await subscribed('pro')
    former.status = 'unpaid'
    await notify('customer.subscription.updated', former)
    const present = stripe.pay((await checkout('scale')).body.url)
    await notify('checkout.session.completed', {
      id: 'cs_1',
      object: 'checkout.session',
      customer: present.customer,
      subscription: present.id,
    })
    former.status = 'canceled'
    await notify('customer.subscription.deleted', former)
    expect(await state()).toMatchObject({ plan: 'scale', subscription_status: 'active' })
  })

  test('of another customer, or of a kind that is no concern, is acknowledged and changes nothing', async () => {
    const subscription = await subscribed('pro')
    const stranger = { ...subscription, customer: 'cus_of_another_product' }
    expect((await notify('customer.subscription.deleted', stranger)).status).toBe(200)
    const foreign = stripe.subscribe('cus_of_another_product', MONTHLY.scale)
    // Stripe would not say this. The customer of the subscription as read decides.
    expect(
      (await notify('customer.subscription.updated', { ...foreign, customer: subscription.customer })).status,
    ).toBe(200)
    expect(
      (await notify('charge.succeeded', { id: 'ch_1', object: 'charge', customer: subscription.customer })).status,
    ).toBe(200)
    expect(await state()).toMatchObject({ plan: 'pro' })
  })

  test('that is signed but no event is 400', async () => {
    for (const payload of ['{"id":1}', 'nonsense', '']) {
      const { status, body } = await deliver(payload)
      expect([payload, status, body.error.code]).toEqual([payload, 400, 'invalid_request'])
    }
  })

  test('is not acknowledged while Stripe is down, and has its effect when it comes again', async () => {
    const subscription = await subscribed('pro')
    subscription.items.data[0]!.price.id = MONTHLY.scale
    const payload = stripe.event('customer.subscription.updated', subscription)
    stripe.control.fault = () => 'cut'
    const refused = await deliver(payload)
    expect([refused.status, refused.body.error.code]).toEqual([503, 'billing_unavailable'])
    expect(refused.headers.get('retry-after')).toBe('5')
    stripe.control.fault = () => undefined
    expect((await deliver(payload)).status).toBe(200)
    expect(await state()).toMatchObject({ plan: 'scale' })
  })

  test('that two processes get at once has its effect once', async () => {
    const subscription = await subscribed('pro')
    subscription.items.data[0]!.price.id = MONTHLY.scale
    const payload = stripe.event('customer.subscription.updated', subscription)
    meeting('GET', new RegExp(`/${subscription.id}$`), 2)
    const answers = await Promise.all([app, other].map((at) => deliver(payload, stripe.sign(payload), at)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await state()).toMatchObject({ plan: 'scale' })
    expect(await app.app.models.stripeEvents.countDocuments({ account_id: account.account_id })).toBe(2)
  })

  test('whose process is slow does not bring back what another has read later', async () => {
    const subscription = await subscribed('pro')
    const before = structuredClone(subscription)
    let release = (_answer: StripeFault) => {}
    const held = new Promise<void>((reached) => {
      stripe.control.fault = ({ method, path }) => {
        if (method !== 'GET' || !path.endsWith(subscription.id)) return undefined
        stripe.control.fault = () => undefined
        reached()
        return new Promise((resolve) => {
          release = resolve
        })
      }
    })
    const slow = notify('customer.subscription.updated', before)
    await held
    subscription.items.data[0]!.price.id = MONTHLY.scale
    const payload = stripe.event('customer.subscription.updated', subscription)
    expect((await deliver(payload, stripe.sign(payload), other)).status).toBe(200)
    release({ body: before })
    expect((await slow).status).toBe(200)
    expect(await state()).toMatchObject({ plan: 'scale' })
  })
})

describe('Stripe down in the middle of a checkout', () => {
  test.each<[string, string, RegExp, StripeFault]>([
    ['before the customer', 'POST', /^\/v1\/customers$/, 'cut'],
    ['before the page', 'POST', SESSION, 'cut'],
    ['before the page, with an error', 'POST', SESSION, 500],
    ['after the page', 'POST', SESSION, 'cut-after-work'],
    ['at its limit of requests', 'POST', SESSION, 429],
    ['with a key that is wrong', 'POST', SESSION, 401],
  ])('%s is 503, and the next checkout works', async (_when, method, path, fault) => {
    misbehave(method, path, fault, fault, fault)
    const refused = await checkout('pro')
    expect([refused.status, refused.body.error.code]).toEqual([503, 'billing_unavailable'])
    stripe.control.fault = () => undefined
    const { url } = (await checkout('pro')).body
    stripe.pay(url)
    await checkout('scale')
    expect(await state()).toMatchObject({ plan: 'scale' })
  })

  test('after a change in place: the next checkout finds it done', async () => {
    const { id } = await subscribed('pro')
    misbehave('POST', new RegExp(`/${id}$`), 'cut-after-work', 'cut', 'cut')
    expect((await checkout('scale')).body.error.code).toBe('billing_unavailable')
    const changes = stripe.count('POST', new RegExp(`/${id}$`))
    stripe.control.fault = () => undefined
    expect((await checkout('scale')).body).toEqual({ updated: true, plan: 'scale' })
    expect(stripe.count('POST', new RegExp(`/${id}$`))).toBe(changes)
    expect(await state()).toMatchObject({ plan: 'scale' })
  })

  test('for a moment goes unnoticed', async () => {
    misbehave('POST', SESSION, 'cut')
    expect((await checkout('pro')).status).toBe(200)
  })
})

describe('two checkouts at once, in two processes', () => {
  const payable = () =>
    [...stripe.sessions.values()].filter(
      ({ status, customer }) =>
        status === 'open' && stripe.customers.get(customer)?.metadata.account_id === account.account_id,
    )

  test('of one plan lead to one customer and one page', async () => {
    meeting('POST', /^\/v1\/customers$/, 2)
    const answers = await Promise.all([checkout('pro'), checkout('pro', 'month', other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]!.body).toEqual(answers[1]!.body)
    expect(payable().map(({ url }) => url)).toEqual([answers[0]!.body.url])
    const own = [...stripe.customers.values()].filter(({ metadata }) => metadata.account_id === account.account_id)
    expect(own).toHaveLength(1)
  })

  test('of two plans leave one page that can be paid', async () => {
    await request('POST', '/v1/billing/portal')
    meeting('POST', SESSION, 2)
    const answers = await Promise.all([checkout('pro'), checkout('scale', 'month', other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const open = payable()
    expect(open).toHaveLength(1)
    expect(answers.map(({ body }) => body.url)).toContain(open[0]!.url)
  })

  test('of an active subscription end with what Stripe has', async () => {
    const subscription = await subscribed('pro')
    meeting('POST', new RegExp(`/${subscription.id}$`), 2)
    const answers = await Promise.all([checkout('scale'), checkout('starter', 'year', other)])
    expect(answers.map(({ body }) => body.updated)).toEqual([true, true])
    const plan = subscription.items.data[0]!.price.id === YEARLY.starter ? 'starter' : 'scale'
    expect(await state()).toMatchObject({ plan })
    expect(await planOf()).toBe(plan)
  })
})

describe('the portal', () => {
  test('opens for the customer of the account, also before any subscription', async () => {
    const { status, body, headers } = await request('POST', '/v1/billing/portal')
    const customer = [...stripe.customers.values()].find(({ metadata }) => metadata.account_id === account.account_id)
    expect([status, body]).toEqual([200, { url: `https://billing.stripe.test/${customer?.id}` }])
    expect(headers.get('cache-control')).toContain('no-store')
    expect(stripe.calls.at(-1)?.form.return_url).toBe('https://app.example.com/billing?tab=plan')
  })

  test('opens for a new customer if Stripe does not know the former one', async () => {
    await request('POST', '/v1/billing/portal')
    stripe.customers.clear()
    expect((await request('POST', '/v1/billing/portal')).status).toBe(200)
    expect((await checkout('pro')).status).toBe(200)
  })
})
