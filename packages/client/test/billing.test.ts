import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../../../test/support/stripe-stand-in.js'
import { createClient, PostlineError, type Schemas } from '../src/index.js'

let app: TestApp
let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripeStandIn()
  app = await startApp(stripe.settings)
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

test('checkout, state and portal have their types', async () => {
  const client = createClient({ baseUrl: app.url, apiKey: app.adminKey })
  const { data: page } = await client.POST('/v1/billing/checkout', { body: { plan: 'pro' } })
  expectTypeOf(page).toEqualTypeOf<Schemas['CheckoutResult']>()
  stripe.pay(page.url!)
  const { data: changed } = await client.POST('/v1/billing/checkout', { body: { plan: 'starter', period: 'year' } })
  expect(changed).toEqual({ updated: true, plan: 'starter' })
  const { data: state } = await client.GET('/v1/billing')
  expectTypeOf(state).toEqualTypeOf<Schemas['BillingState']>()
  expect(state).toMatchObject({ plan: 'starter', recurring_interval: 'year', included_allotment: 120_000 })
  const { data: portal } = await client.POST('/v1/billing/portal')
  expect(portal.url).toMatch(/^https:/)
  const refused = client.POST('/v1/billing/checkout', { body: { plan: 'gold' } })
  await expect(refused).rejects.toThrow(PostlineError)
  await expect(refused).rejects.toMatchObject({ code: 'invalid_request', status: 400 })
})
