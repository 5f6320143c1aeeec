import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { startStripeStandIn } from '../support/stripe-stand-in.js'
import { useBrowser } from '../support/use-browser.js'

/* Usage, spend caps and the plan. */

const PRICE_MICROS = 400

let app: TestApp

describe.skipIf(!hasBrowser)('usage', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}, at = app): Promise<WatchedPage> {
    return openPage(at, { path, ...options })
  }
  const caps = async () => (await app.call('GET', '/v1/spend-caps')).body.spend_caps

  test('shows what the month has come to, and each month and day in charts', async () => {
    await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
    const { page, expectClean } = await open('/usage')
    await page.locator('.figures > div', { hasText: 'Recipients' }).getByText('1', { exact: true }).waitFor()
    await page.locator('.figures > div', { hasText: 'Cost' }).getByText('$0.0004').waitFor()
    const year = page.getByRole('figure', { name: 'Recipients by month' })
    await year.locator('svg').waitFor()
    await year.getByText('As a table').click()
    await year.getByRole('row').nth(12).getByRole('cell', { name: '1' }).waitFor()
    const days = page.getByRole('figure', { name: 'Messages by day' })
    await days.getByText('1 message accepted').waitFor({ state: 'attached' })
    await expectClean()
    // Without Stripe: what the operator sets.
    const plan = page.getByRole('region', { name: 'Plan' })
    await plan.getByText('STRIPE_SECRET_KEY').waitFor()
    expect(await plan.getByRole('button').count()).toBe(0)
    await plan.getByRole('link', { name: 'how billing is set up' }).waitFor()

    const before = await page.getByLabel('Month (UTC)').locator('option').nth(1).getAttribute('value')
    await page.getByLabel('Month (UTC)').selectOption(before)
    await page.waitForURL(`**/usage?month=${before}`)
    await page.locator('.figures > div', { hasText: 'Recipients' }).getByText('0', { exact: true }).waitFor()
  })

  test('caps are set, changed and removed, and say how far they are used', async () => {
    const { page, expectClean } = await open('/usage')
    const dialog = page.getByRole('dialog')
    await page.getByText('Nothing limits what is spent.').waitFor()
    await page.getByRole('button', { name: 'Set a cap' }).first().click()
    await dialog.getByLabel('Stop at').fill('-1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('must not be negative').first().waitFor()
    await expectClean()
    await dialog.getByLabel('Stop at').fill('0.0004')
    await dialog.getByLabel('Warn at').fill('0.0002')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('sends stop at $0.0004').waitFor()
    await page.getByText('full: sends are refused').waitFor()
    expect(await caps()).toEqual([
      expect.objectContaining({ soft_limit_micros: PRICE_MICROS / 2, hard_limit_micros: PRICE_MICROS, key_id: null }),
    ])
    await expectClean()

    await page.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('Stop at').fill('12.5')
    await dialog.getByLabel('Warn at').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('sends stop at $12.50').waitFor()
    expect(await caps()).toEqual([
      expect.objectContaining({ soft_limit_micros: null, hard_limit_micros: 12_500_000, used_micros: PRICE_MICROS }),
    ])

    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove the cap' }).click()
    await page.getByText('Nothing limits what is spent.').waitFor()
    await eventually('it is removed', async () => (await caps()).length === 0)
  })

  test('a cap stays if the API refuses, and the page says why', async () => {
    const { body } = await app.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: 5_000_000 } })
    const { page } = await open('/usage', { key: await app.key('read'), takenFor: 'admin' })
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove the cap' }).click()
    await page.getByText(/^Not removed: /).waitFor()
    await page.getByText('sends stop at $5.00').waitFor()
    await app.call('DELETE', `/v1/spend-caps/${body.id}`)
  })

  test('with billing, it shows the plans and leads to the checkout', async () => {
    const stripe = await startStripeStandIn()
    const paid = await startApp(
      { ...stripe.settings, BILLING_RETURN_URL: 'https://app.example.com/billing' },
      { consoleFolder: await builtConsole() },
    )
    try {
      const { page, context, expectClean } = await open('/usage', {}, paid)
      await page.getByText('No plan yet').waitFor()
      await expectClean()
      await context.route('https://checkout.stripe.test/**', (route) => route.fulfill({ body: 'pay here' }))
      await page.getByLabel('Subscribe to').selectOption('pro:month')
      await page.getByRole('button', { name: 'Go to the checkout' }).click()
      await page.getByText('pay here').waitFor()
      stripe.pay(page.url())
      const [session] = [...stripe.sessions.values()]
      expect(session).toBeDefined()
    } finally {
      await paid.close()
      await stripe.close()
    }
  })

  test.each(['light', 'dark'] as const)('fits a phone in %s colors', async (colorScheme) => {
    const { page, expectClean } = await open('/usage', { colorScheme, viewport: { width: 360, height: 700 } })
    await page.getByRole('figure', { name: 'Cost by month' }).locator('svg').waitFor()
    await expectClean()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  })
})
