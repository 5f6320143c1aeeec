import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../../support/browser.js'
import { builtConsole } from '../../support/built-console.js'
import { aSend, eventually, startApp, type TestApp } from '../../support/start-app.js'
import { useBrowser } from '../../support/use-browser.js'
import { goTo, walkIn } from '../../support/walk.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js'

/* A developer looks into what the program sent, and into webhooks that did not arrive. */

let app: TestApp
let receiver: WebhookReceiver

describe.skipIf(!hasBrowser)('a developer', () => {
  beforeAll(async () => {
    app = await startApp({ WEBHOOK_RETRY_BASE_MS: '3600000' }, { consoleFolder: await builtConsole() })
    receiver = await startWebhookReceiver()
  })
  afterEach(() => receiver?.close())
  afterAll(() => app?.close())

  const open = useBrowser()

  test('mends an endpoint, delivers again, finds a mail, exports it, and copies a sample', async () => {
    const key = await app.testKey()
    await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url, event_types: ['delivered'] } })
    receiver.fallback = { status: 500, body: 'a bug of mine' }
    const send = (email: string, subject: string, order: string) =>
      app.call('POST', '/v1/send', {
        key,
        body: aSend({ destination: { email }, payload: { subject, body_text: 'Thank you.' }, tags: { order } }),
      })
    await send('grace@lamps.example', 'Receipt for lamps', '4711')
    await send('bounced@lamps.example', 'Receipt for shades', '4712')
    await eventually('the endpoint was told', () => receiver.hits.length === 1)
    const { page, expectClean } = await walkIn(open, app, app.adminKey)

    await goTo(page, 'Webhooks')
    await page.locator('.webhooks a.row', { hasText: receiver.url }).click()
    const delivery = page.locator('.delivery', { hasText: 'delivered' })
    await delivery.getByText('failed, will retry').waitFor()
    await delivery.locator('summary').first().click()
    await delivery.getByText('a bug of mine').waitFor()
    receiver.fallback = { status: 200, body: 'mended' }
    await delivery.getByRole('button', { name: 'Deliver again' }).click()
    await delivery.getByText('succeeded').first().waitFor()
    await expectClean()

    await goTo(page, 'Messages')
    const rows = page.locator('.messages a.row')
    await page.getByLabel(/^Search/).fill('rece sha')
    await rows.filter({ hasText: 'Receipt for lamps' }).waitFor({ state: 'detached' })
    await rows.filter({ hasText: 'Receipt for shades' }).getByText('bounced', { exact: true }).waitFor()
    await page.getByLabel(/^Search/).fill('rece')
    await rows.filter({ hasText: 'Receipt for lamps' }).waitFor()
    await page.getByText('More filters').click()
    await page.getByLabel('Tag').fill('order:4711')
    await rows.filter({ hasText: 'Receipt for shades' }).waitFor({ state: 'detached' })
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toBe('messages.csv')

    await rows.filter({ hasText: 'Receipt for lamps' }).click()
    await page.getByRole('heading', { name: 'Receipt for lamps' }).waitFor()
    await page.getByRole('tab', { name: 'Headers' }).click()
    await page.getByRole('link', { name: 'Save the raw mail' }).waitFor()
    await expectClean()

    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.getByLabel('Search the documentation').fill('how to send an email')
    await page.keyboard.press('Enter')
    await page.locator('.found a[href^="/docs/guides/first-mail"]').first().click()
    const sample = page.locator('.sample', { hasText: `${app.url}/v1/send` }).first()
    await sample.getByRole('button', { name: 'Copy' }).click()
    await sample.getByRole('button', { name: 'Copied' }).waitFor()
  })
})
