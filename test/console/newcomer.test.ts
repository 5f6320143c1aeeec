import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

let app: TestApp

describe.skipIf(!hasBrowser)('a newcomer', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  const open = (path: string, options = {}) => openPage(app, { path, ...options })

  test('is led from Home to a first mail, and from its refusal to a test recipient', async () => {
    const { page, expectClean } = await open('/')
    const steps = page.locator('.first-steps')
    await steps.getByText('to do').nth(3).waitFor()
    await expectClean()
    await steps.getByRole('link', { name: 'Send a first mail' }).click()
    await page.waitForURL('**/send')
    await page.getByLabel('To', { exact: true }).fill('colleague@elsewhere.example')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('link', { name: 'Make it a test recipient' }).click()
    await page.waitForURL('**/test-recipients?email=colleague%40elsewhere.example')
    expect(await page.getByLabel('Address').inputValue()).toBe('colleague@elsewhere.example')
    await page.getByRole('button', { name: 'Add and mail the link' }).click()
    const row = page.locator('.short-rows .row', { hasText: 'colleague@elsewhere.example' })
    await row.getByText('waits for its link').waitFor()
    await expectClean()
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove the address' }).click()
    await page.getByText('No test recipient yet').waitFor()

    await app.call('POST', '/v1/webhooks', { body: { endpoint_url: 'http://127.0.0.1:1029/' } })
    await page.goto(`${app.url}/`)
    await steps.getByText('done', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Hide' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
    await page.getByText('What happens to your mail appears here').waitFor()
    expect(await steps.count()).toBe(0)
  })

  test('uploads an image, and deletes it', async () => {
    const { page, expectClean } = await open('/images')
    await page.getByText('No image yet').waitFor()
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const file = page.locator('input[type="file"]')
    await file.setInputFiles({ name: 'page.gif', mimeType: 'image/gif', buffer: Buffer.from('<html>') })
    await page.getByText(/^Not uploaded: .*(PNG|image)/).waitFor()
    await file.setInputFiles({ name: 'dot.gif', mimeType: 'image/gif', buffer: gif })
    const row = page.locator('.short-rows .row', { hasText: 'GIF' })
    await row.waitFor()
    await expectClean()
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the image' }).click()
    await page.getByText('No image yet').waitFor()
  })

  test('reads what a route needs, and finds the documentation', async () => {
    const { page, expectClean } = await open('/inbound-routes')
    await page.getByText('A route needs a verified domain').waitFor()
    await page.getByRole('button', { name: 'Add a route' }).click()
    await page.getByLabel('Domain').fill('unknown.example.com')
    await page.getByLabel('Address of your endpoint').fill('https://example.com/mail')
    await page.getByRole('button', { name: 'Add the route' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await expectClean()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Domain').inputValue()).toBe('unknown.example.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Leave and lose the changes' }).click()
    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.waitForURL('**/docs')
  })

  test('finds people, domains, templates and messages in the palette, by a part of a name', async () => {
    await app.call('POST', '/v1/domains', { body: { domain: 'zebra.example.com' } })
    const template = { name: 'Zebra receipt', subject: 'Hello', body_html: '<p>Hello</p>' }
    await app.call('POST', '/v1/templates', { body: template })
    const contact = await app.call('POST', '/v1/contacts', { body: { email: 'zoe@x.example', first_name: 'Zebrina' } })
    const body = aSend({ payload: { subject: 'Zebras for you', body_text: 't' } })
    await app.call('POST', '/v1/send', { key: await app.testKey(), body })
    const { page, expectClean } = await open('/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Command, id or search' })
    await field.fill('zebr')
    for (const name of ['zebra.example.com', 'Zebra receipt', 'Zebrina zoe@x.example', /Zebras for you –/]) {
      await page.getByRole('option', { name }).waitFor()
    }
    await expectClean()
    await field.fill(contact.body.id)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/contacts/${contact.body.id}`)
  })
})
