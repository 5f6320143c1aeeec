import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../../support/browser.js'
import { builtConsole } from '../../support/built-console.js'
import { type DnsApp, startDnsApp } from '../../support/dns-app.js'
import { publish } from '../../support/publish-domain.js'
import { useBrowser } from '../../support/use-browser.js'
import { walkIn } from '../../support/walk.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js'

/* A newcomer goes from an empty account to the last of the first steps. */

let app: DnsApp
let receiver: WebhookReceiver

describe.skipIf(!hasBrowser)('a newcomer', () => {
  beforeAll(async () => {
    app = await startDnsApp({ ports: { consoleFolder: await builtConsole() } })
    receiver = await startWebhookReceiver()
  })
  afterEach(() => receiver?.close())
  afterAll(() => app?.close())

  const open = useBrowser()

  test('sends a first mail, verifies a domain, adds a webhook and receives mail', async () => {
    const { page, expectClean } = await walkIn(open, app, app.adminKey)
    const steps = page.getByRole('region', { name: 'First steps' })
    const home = () => page.getByRole('link', { name: 'Home', exact: true }).click()

    await steps.getByRole('link', { name: 'Send a first mail' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL('**/messages/msg_*')
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()

    await home()
    await steps.getByRole('link', { name: 'Verify a domain' }).click()
    await page.getByRole('button', { name: 'Add a domain' }).click()
    await page.getByLabel('Domain', { exact: true }).fill('mail.lamps.test')
    await page.getByRole('button', { name: 'Add the domain' }).click()
    await page.getByText('5 of 5 needed records are missing').waitFor()
    const [added] = (await app.call('GET', '/v1/domains')).body.domains.filter(
      ({ domain }: { domain: string }) => domain === 'mail.lamps.test',
    )
    publish(app.dns.records, added.dns_records)
    await page.getByRole('button', { name: 'Check the records' }).click()
    await page.getByText('Ready: you can send from any address @mail.lamps.test').waitFor()

    await home()
    await steps.getByRole('link', { name: 'Add a webhook' }).click()
    await page.getByRole('button', { name: 'Create a webhook' }).click()
    await page.getByLabel('Address of your endpoint').fill(receiver.url)
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.locator('.delivery', { hasText: 'test event' }).getByText('succeeded').waitFor()

    await home()
    await steps.getByRole('link', { name: 'Receive mail at your domain' }).click()
    await page.getByRole('heading', { name: 'mail.lamps.test' }).waitFor()
    await page.getByRole('button', { name: 'Receive mail' }).click()
    await page.getByText('this MX record has to be at mail.lamps.test').waitFor()
    await expectClean()

    // All is done, and Home is about the mail.
    await home()
    await page.getByRole('heading', { name: 'Live' }).waitFor()
    await steps.waitFor({ state: 'detached' })
    await page.locator('.feed').getByText(app.ownerEmail).first().waitFor()
    await expectClean()
    expect(receiver.hits.length).toBeGreaterThan(0)
  })
})
