import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

let app: TestApp
let receiver: WebhookReceiver

describe.skipIf(!hasBrowser)('webhooks', () => {
  beforeAll(async () => {
    app = await startApp({ WEBHOOK_RETRY_BASE_MS: '3600000' }, { consoleFolder: await builtConsole() })
  })
  beforeEach(async () => {
    receiver = await startWebhookReceiver()
  })
  afterEach(async () => {
    const { webhooks } = (await app.call('GET', '/v1/webhooks')).body
    for (const { id } of webhooks) await app.call('DELETE', `/v1/webhooks/${id}`)
    await receiver.close()
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  const create = async (body: object = {}): Promise<{ id: string; signing_secret: string }> =>
    (await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url, ...body } })).body
  const send = async (): Promise<string> =>
    (await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend() })).body.id

  test('one is made in a form, its secret is shown once, and its log fills while mail is sent', async () => {
    const { page, expectClean } = await open('/webhooks')
    await page.getByText('No webhook yet').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Create a webhook' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Address of your endpoint').fill(receiver.url)
    await form.getByLabel(/^All events/).uncheck()
    await form.getByRole('button', { name: 'Create the webhook' }).click()
    await form.getByText('Choose at least one event.').waitFor()
    await form.getByLabel(/^delivered/).check()
    await expectClean()
    await form.getByRole('button', { name: 'Create the webhook' }).click()
    const shown = page.getByRole('alertdialog')
    const secret = (await shown.getByRole('figure', { name: 'Signing secret' }).locator('pre').textContent())!
    await expectClean()
    await shown.getByRole('button', { name: 'I have copied it' }).click()
    await page.waitForURL('**/webhooks/wh_*')
    await page.getByText('Nothing was delivered yet').waitFor()

    const id = await send()
    await eventually('the endpoint was told', () => receiver.hits.length === 1)
    expect(receiver.hits[0]!.isSignedWith(secret)).toBe(true)
    const entry = page.locator('.delivery', { hasText: 'succeeded' })
    await entry.getByText('delivered', { exact: true }).waitFor()
    await page.getByText('the last one succeeded').waitFor()
    await entry.locator('summary.what').click()
    await entry.locator('summary', { hasText: 'Payload' }).click()
    await entry.getByText(`"message_id": "${id}"`).waitFor()
    await expectClean()
    await entry.getByRole('link', { name: 'the message' }).click()
    await page.waitForURL(`**/messages/${id}`)
  })

  test('an address that is not allowed is refused beside its field', async () => {
    const { page, expectClean } = await open('/webhooks')
    await page.getByRole('button', { name: 'Create a webhook' }).click()
    await page.getByLabel('Address of your endpoint').fill('https://10.0.0.1/hook')
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.locator('.fault', { hasText: 'must not lead to a non-public address' }).waitFor()
    await page.getByRole('alert').getByText('URL must not lead').waitFor()
    await expectClean()
  })

  test('a failing one is marked; its log is filtered, says what was answered, and delivers again', async () => {
    const { id } = await create({ event_types: ['sent', 'delivered'] })
    receiver.fallback = ({ body }) =>
      body.event_type === 'delivered' ? { status: 503, body: 'out of order' } : { status: 200 }
    await send()
    await eventually('both were tried', () => receiver.hits.length >= 2)
    const { page, expectClean } = await open(`/webhooks/${id}?status=failed`)
    await page.locator('.delivery', { hasText: 'delivered' }).waitFor()
    expect(await page.locator('.delivery').count()).toBe(1)
    await page.locator('.delivery summary').click()
    await page.getByText('out of order').waitFor()
    await page.locator('summary', { hasText: 'Headers' }).click()
    await page.getByText(/webhook-signature: v1,/).waitFor()
    await page.getByText(/content-length: 12|transfer-encoding: chunked/).waitFor()
    await page.getByText('1 of the last 2 failed (50%)').waitFor()
    await expectClean()
    await page.getByLabel('Status').selectOption('succeeded')
    await page.waitForURL('**?status=succeeded')
    await page.locator('.delivery', { hasText: 'sent' }).waitFor()
    await page.getByLabel('Event').selectOption('bounced')
    await page.waitForURL('**?status=succeeded&event=bounced')
    await page.getByText('No delivery matches').waitFor()
    await page.getByLabel('Event').selectOption('')
    await page.locator('.delivery', { hasText: 'sent' }).waitFor()
    await page.getByLabel('Last day').fill('2020-01-01')
    await page.getByText('No delivery matches').waitFor()
    await page.goto(`${app.url}/webhooks/${id}`)
    receiver.fallback = { status: 200, body: 'thank you' }
    const failed = page.locator('.delivery', { hasText: 'failed, will retry' })
    await failed.locator('summary').click()
    await failed.getByRole('button', { name: 'Deliver again' }).click()
    await page.locator('.delivery', { hasText: 'thank you' }).getByText('succeeded').first().waitFor()
    expect(receiver.hits).toHaveLength(3)

    const list = await open('/webhooks')
    await list.page.locator('.webhooks a.row', { hasText: receiver.url }).getByText('all of the last 2').waitFor()
  })

  test('many are delivered again at once', async () => {
    const { id } = await create({ event_types: ['sent', 'delivered'] })
    receiver.fallback = { status: 500 }
    await send()
    await send()
    await eventually('all were tried', () => receiver.hits.length >= 4)
    const { page, expectClean } = await open(`/webhooks/${id}`)
    await page.locator('.delivery', { hasText: 'failed, will retry' }).nth(3).waitFor()
    receiver.fallback = { status: 200 }
    await page.getByRole('checkbox', { name: 'Choose sent' }).first().check()
    await page.getByRole('button', { name: 'Deliver 1 again' }).waitFor()
    await page.getByRole('button', { name: 'Choose none' }).click()
    await page.getByRole('button', { name: 'Choose all that are shown' }).click()
    await expectClean()
    await page.getByRole('button', { name: 'Deliver 4 again' }).click()
    await page.locator('.delivery', { hasText: 'succeeded' }).nth(3).waitFor()
    expect(receiver.hits).toHaveLength(8)
  })

  test('a test event appears in the logs of two windows', async () => {
    const { id } = await create()
    const [one, other] = [await open(`/webhooks/${id}`), await open(`/webhooks/${id}`)]
    await other.page.getByText('Nothing was delivered yet').waitFor()
    await one.page.getByRole('button', { name: 'Send a test event' }).click()
    for (const { page, expectClean } of [one, other]) {
      await page.locator('.delivery', { hasText: 'test event' }).getByText('succeeded').waitFor()
      await expectClean()
    }
  })

  test('one is edited, paused, resumed, given a new secret and deleted', async () => {
    const { id, signing_secret } = await create()
    const stored = async () => (await app.call('GET', `/v1/webhooks/${id}`)).body
    const { page, expectClean } = await open(`/webhooks/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel(/^All events/).uncheck()
    await page.getByLabel(/^bounced/).check()
    await page.getByLabel('Format').selectOption('SendGrid')
    await page.getByText('It needs the verification key').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('definition').getByText('bounced').waitFor()
    const { verification_key, ...edited } = await stored()
    expect(edited).toMatchObject({ event_types: ['bounced'], format: 'sendgrid', endpoint_url: receiver.url })
    await page.getByRole('definition').getByText('SendGrid').waitFor()
    await page.getByText(verification_key).waitFor()

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('It is paused: events are kept').waitFor()
    await expectClean()
    await eventually('it is paused', async () => (await stored()).is_active === false)
    await page.getByRole('button', { name: 'Resume' }).click()
    await eventually('it is resumed', async () => (await stored()).is_active === true)
    await page.locator('.page-head .badge', { hasText: 'active' }).waitFor()

    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    const shown = page.getByRole('figure', { name: 'Signing secret' }).locator('pre')
    const secret = (await shown.textContent())!
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(secret).not.toBe(signing_secret)
    const newKey = await page.getByRole('figure', { name: 'Verification key' }).locator('pre').textContent()
    expect(newKey).toBe((await stored()).verification_key)
    expect(newKey).not.toBe(verification_key)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText(newKey!).waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('This cannot be undone').waitFor()
    await page.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.waitForURL('**/webhooks')
    await page.getByText('No webhook yet').waitFor()
    await page.goto(`${app.url}/webhooks/${id}`)
    await page.getByRole('heading', { name: 'There is no such webhook' }).waitFor()
    await expectClean()
  })

  test('the secret of an inbound route is replaced, and shown once', async () => {
    const domain = 'inbox.acme.test'
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, domain)
    const route = async (destination: object) =>
      (await app.call('POST', '/v1/inbound/routes', { body: { domain, ...destination } })).body
    await route({ destination_type: 'email', forward_address: 'ada@example.org' })
    const { signing_secret } = await route({ destination_type: 'webhook', forward_url: receiver.url })
    const { page, expectClean } = await open('/inbound-routes')
    const toEndpoint = page.locator('.short-rows .row', { hasText: receiver.url })
    await toEndpoint.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    const shown = page.getByRole('figure', { name: 'Signing secret' }).locator('pre')
    expect(await shown.textContent()).toMatch(/^[0-9a-f]{64}$/)
    expect(await shown.textContent()).not.toBe(signing_secret)
    await expectClean()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await shown.waitFor({ state: 'detached' })
    // Requests alone are signed.
    expect(await page.getByRole('button', { name: 'New secret' }).count()).toBe(1)
  })

  test('a refused pause goes back with the reason', async () => {
    const { id } = await create()
    const { page } = await open(`/webhooks/${id}`, { key: await app.key('read'), takenFor: 'admin' })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText(/^Not paused: /).waitFor()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByText('It is paused').waitFor({ state: 'detached' })
    expect((await app.call('GET', `/v1/webhooks/${id}`)).body.is_active).toBe(true)
  })

  test.each(['light', 'dark'] as const)('fit a phone in %s colors', async (colorScheme) => {
    const { id } = await create()
    receiver.fallback = { status: 500, body: 'x'.repeat(300) }
    await app.call('POST', `/v1/webhooks/${id}/test`, { body: {} })
    await eventually('it was tried', () => receiver.hits.length > 0)
    const { page, expectClean } = await open('/webhooks', { colorScheme, viewport: { width: 360, height: 700 } })
    for (const [path, text] of [
      ['/webhooks', receiver.url],
      [`/webhooks/${id}`, 'failed, will retry'],
    ] as const) {
      await page.goto(app.url + path)
      await page.locator('main').getByText(text).last().waitFor()
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360)
      await expectClean()
    }
  })
})
