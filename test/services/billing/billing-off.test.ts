import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../src/config.js'
import { startApp, type TestApp } from '../../support/start-app.js'
import { startStripeStandIn } from '../../support/stripe-stand-in.js'

let app: TestApp
afterEach(() => app?.close())

const NEEDED = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICES'] as const

test.each([null, ...NEEDED])('without settings of Stripe (all, or one) billing is off: %s', async (missing) => {
  const stripe = await startStripeStandIn()
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
  const { STRIPE_API_BASE, ...needed } = stripe.settings
  const settings = missing ? { ...needed, [missing]: '', STRIPE_API_BASE } : { STRIPE_API_BASE }
  app = await startApp(settings, { log: pino({ level: 'warn' }, sink) })
  for (const [path, body] of [
    ['/v1/billing/checkout', { plan: 'pro' }],
    ['/v1/billing/portal', undefined],
  ] as const) {
    const answer = await app.call('POST', path, { ...(body && { body }) })
    expect([answer.status, answer.body.error.code]).toEqual([503, 'billing_not_configured'])
  }
  const payload = stripe.event('invoice.paid', { id: 'in_1', object: 'invoice' })
  const callback = await app.call('POST', '/v1/callbacks/stripe', {
    key: null,
    body: payload,
    headers: stripe.sign(payload),
  })
  expect([callback.status, callback.body.error.code]).toEqual([503, 'billing_not_configured'])
  const state = await app.call('GET', '/v1/billing')
  expect([state.status, state.body]).toMatchObject([200, { plan: null, subscription_status: 'none' }])
  expect(stripe.calls).toEqual([])
  const warnings = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('billing is off'))
  expect(warnings.map(({ missing: names }) => names)).toEqual(missing ? [[missing]] : [])
  await stripe.close()
})

test('what fails at Stripe is logged without a secret', async () => {
  const stripe = await startStripeStandIn()
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
  app = await startApp(stripe.settings, { log: pino({ level: 'trace' }, sink) })
  stripe.control.deed = () => 401
  expect((await app.call('POST', '/v1/billing/checkout', { body: { plan: 'pro' } })).status).toBe(503)
  stripe.control.deed = () => undefined
  const { url } = (await app.call('POST', '/v1/billing/checkout', { body: { plan: 'pro' } })).body
  const payload = stripe.event('customer.subscription.created', stripe.pay(url))
  const headers = stripe.sign(payload)
  await app.call('POST', '/v1/callbacks/stripe', { key: null, body: payload, headers })
  const log = lines.join('')
  expect(log).toContain('a request to Stripe failed')
  expect(log).toContain('the plan of an account changed')
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = stripe.settings
  for (const secret of [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, headers['stripe-signature'], url, 'owner@']) {
    expect(log).not.toContain(secret)
  }
  await stripe.close()
})

describe('STRIPE_PRICES', () => {
  test('has names in any case', () => {
    const { stripePrices } = readConfig({ STRIPE_PRICES: '{"Pro": {"MONTH": "price_1"}}' })
    expect(stripePrices).toEqual({ pro: { month: 'price_1' } })
  })

  test.each([
    'price_1',
    '{}',
    '[]',
    'null',
    '{"pro": "price_1"}',
    '{"pro": {}}',
    '{"pro": {"month": ""}}',
    '{"pro": {"week": "price_1"}}',
    '{"gold": {"month": "price_1"}}',
    '{"pro": {"month": "price_1", "year": "price_1"}}',
  ])('%s stops the start', (value) => {
    expect(() => readConfig({ STRIPE_PRICES: value })).toThrow(ConfigError)
    expect(() => readConfig({ STRIPE_PRICES: value })).toThrow(/^STRIPE_PRICES must be JSON with a price for each plan/)
  })
})

test('STRIPE_API_BASE has no path', () => {
  expect(() => readConfig({ STRIPE_API_BASE: 'https://api.stripe.com/v1' })).toThrow(
    'STRIPE_API_BASE must be a URL without a path',
  )
})
