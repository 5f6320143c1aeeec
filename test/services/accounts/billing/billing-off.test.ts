import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../../src/config.js'
import { startApp, type TestApp } from '../../../support/start-app.js'
import { startStripeStandIn } from '../../../support/stripe-stand-in.js'

let app: TestApp
afterEach(() => app?.close())

test('without settings of Stripe billing is off', async () => {
  const stripe = await startStripeStandIn()
  app = await startApp({ STRIPE_API_BASE: stripe.settings.STRIPE_API_BASE })
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
  await stripe.close()
})

test('what fails at Stripe is logged without a secret', async () => {
  const stripe = await startStripeStandIn()
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
  app = await startApp(stripe.settings, { log: pino({ level: 'trace' }, sink) })
  stripe.control.fault = () => 401
  expect((await app.call('POST', '/v1/billing/checkout', { body: { plan: 'pro' } })).status).toBe(503)
  stripe.control.fault = () => undefined
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

test.each([
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICES'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_PRICES'],
  ['STRIPE_PRICES', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
])('%s alone stops the start of the API, and of nothing else', (given, ...missing) => {
  const env = { [given]: given === 'STRIPE_PRICES' ? '{"pro":{"month":"price_1"}}' : 'secret' }
  const rule = `must be set when ${given} is, or billing cannot work`
  expect(() => readConfig(env)).toThrow(new ConfigError(missing.map((name) => `${name} ${rule}`).join('\n')))
  expect(readConfig({ ...env, ROLES: 'worker,scheduler' }).roles).toEqual(['worker', 'scheduler'])
})

describe('STRIPE_PRICES', () => {
  test('has names in any case', () => {
    const { stripePrices } = readConfig({ ROLES: 'worker', STRIPE_PRICES: '{"Pro": {"MONTH": "price_1"}}' })
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
    'STRIPE_API_BASE must be a URL that starts with http:// or https:// and names a host, without a path',
  )
})
