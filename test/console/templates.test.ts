import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, loseAnswer, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Templates: written, previewed, sent and deleted. */

let app: TestApp

describe.skipIf(!hasBrowser)('templates', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }
  const created = async (overrides = {}) =>
    (
      await app.call('POST', '/v1/templates', {
        body: {
          ...{
            name: 'Receipt',
            channel: 'email',
            subject: 'Receipt {{ number }}',
            body_html: '<p>Thank you, {{ name }}.</p>',
          },
          variables: [
            { name: 'number', sample: 47, required: true },
            { name: 'name', sample: 'Ada' },
          ],
          ...overrides,
        },
      })
    ).body.id as string
  const stored = async (id: string) => (await app.call('GET', `/v1/templates/${id}`)).body

  test('are created with a preview that follows the typing, and listed', async () => {
    const { page, expectClean } = await open('/templates')
    await page.getByText('A template is a mail with variables').waitFor()
    await page.getByRole('link', { name: 'New template' }).first().click()
    await page.waitForURL('**/templates/new')
    const frame = page.frameLocator('iframe')
    await frame.getByText('your order 8471 is on its way').waitFor()
    await page.getByLabel('Name', { exact: true }).first().fill('Order shipped')
    await page
      .getByLabel('HTML', { exact: true })
      .fill('<h1 style="color: rgb(200, 0, 0)">Dear {{ name }}</h1><script>top.x = 1</script>')
    await frame.getByText('Dear Ada').waitFor()
    // By a style of its own: the frame has another policy than the page.
    const heading = "document.querySelector('iframe').contentDocument.querySelector('h1')"
    expect(await page.evaluate<string>(`getComputedStyle(${heading}).color`)).toBe('rgb(200, 0, 0)')
    await page.getByLabel('Value in the preview').first().fill('Grace')
    await frame.getByText('Dear Grace').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/templates/tmpl_*')
    await page.getByRole('heading', { name: 'Order shipped' }).waitFor()
    const id = page.url().split('/').at(-1)!
    expect(await stored(id)).toMatchObject({
      ...{ name: 'Order shipped', slug: 'order-shipped', subject: 'Your order {{ order }}', version: 1 },
      variables: [
        { name: 'name', required: false, sample: 'Grace', default: 'there' },
        { name: 'order', required: true, sample: '8471', default: null },
      ],
    })
    await page.getByLabel('Slug').fill('Not a slug')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be 1 to 64 lower-case letters').first().waitFor()
    await page.getByLabel('Slug').fill('order-sent')
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually('the slug is changed', async () => (await stored(id)).slug === 'order-sent')
    await page.goto(`${app.url}/templates`)
    await page.locator('.templates a.row', { hasText: 'Order shipped' }).waitFor()
    await expectClean()
  })

  test('are written on while the page of the preview comes slowly', async () => {
    const held: ServerResponse[] = []
    // Sends the headers, and holds the page back.
    const slow = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'x-content-type-options': 'nosniff' }).flushHeaders()
      held.push(response)
    })
    await once(slow.listen(0, '127.0.0.1'), 'listening')
    const { port } = slow.address() as AddressInfo
    const { page, faults } = await open('/templates')
    await page.route('**/preview/blank', (route) => route.continue({ url: `http://127.0.0.1:${port}/preview/blank` }))
    await page.getByRole('link', { name: 'New template' }).first().click()
    await eventually('the page of the preview is asked for', () => held.length > 0)
    const loading = "document.querySelector('iframe').contentDocument.location.pathname === '/preview/blank'"
    await eventually('it has begun to come', () => page.evaluate<boolean>(loading))
    await page.getByLabel('HTML', { exact: true }).fill('<p>Dear {{ name }}</p>')
    await page.waitForResponse((response) => response.request().postData()?.includes('Dear {{ name }}') ?? false)
    await page.getByLabel('Subject').fill('It goes on')
    for (const response of held) response.end('<!doctype html>')
    await page.frameLocator('iframe').getByText('Dear Ada').waitFor()
    expect(faults).toEqual([])
    slow.closeAllConnections()
    slow.close()
  })

  test('name the line of an error at the field, and lead there', async () => {
    const { page, expectClean } = await open(`/templates/${await created()}`)
    const html = page.getByLabel('HTML', { exact: true })
    await html.fill('<p>One</p>\n<p>{{ name | shout }}</p>')
    await page
      .locator('.source')
      .filter({ has: html })
      .getByText(/^line 2, column \d+/)
      .waitFor()
    await page.getByRole('button', { name: 'Go to line 2' }).click()
    expect(await page.evaluate<string>('getSelection().toString()')).toBe('<p>{{ name | shout }}</p>')
    await expectClean()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    await html.fill('<p>{{ name }}</p>')
    await page.getByLabel('Value in the preview').first().fill('')
    await page
      .locator('.variable')
      .first()
      .getByText(/required|missing/i)
      .last()
      .waitFor()
  })

  test('are saved as versions, of which a former one is used again', async () => {
    const id = await created()
    const { page } = await open(`/templates/${id}`)
    await page.getByLabel('Subject').fill('Another subject')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as version 2.').waitFor()
    // What was not touched keeps its type.
    expect(await stored(id)).toMatchObject({
      subject: 'Another subject',
      variables: [{ sample: 47 }, { sample: 'Ada' }],
    })
    await page.getByRole('button', { name: 'Use again' }).click()
    await page.getByText('not saved').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as version 3.').waitFor()
    expect(await stored(id)).toMatchObject({ subject: 'Receipt {{ number }}', version: 3 })
  })

  test('are not left with unsaved changes without a question', async () => {
    const id = await created()
    const { page, expectClean } = await open(`/templates/${id}`)
    await page.getByLabel('Subject').fill('Half done')
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Half done')
    expect(new URL(page.url()).pathname).toBe(`/templates/${id}`)
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('button', { name: 'Leave and lose the changes' }).click()
    await page.waitForURL('**/messages')
    expect(await stored(id)).toMatchObject({ version: 1 })
  })

  test('send a test with the values of the preview', async () => {
    const key = await app.testKey()
    const { page } = await open(`/templates/${await created()}`, { key })
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('dialog').getByLabel('To').fill('delivered@x.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await page.waitForURL('**/messages/msg_*')
    await page.getByRole('heading', { name: 'Receipt 47' }).waitFor()
    await page.frameLocator('iframe').getByText('Thank you, Ada.').waitFor()
  })

  test('send a test once, though its answer is lost and the dialog opened again', async () => {
    const key = await app.testKey()
    const { page } = await open(`/templates/${await created()}`, { key })
    await loseAnswer(page, 'SendTemplate')
    const send = async () => {
      await page.getByRole('button', { name: 'Send a test' }).click()
      await page.getByRole('dialog').getByLabel('To').fill('delivered@lost.example')
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    }
    await send()
    await page.getByText('The server cannot be reached.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Leave and lose the changes' }).click()
    await send()
    await page.waitForURL('**/messages/msg_*')
    const { messages } = (await app.call('GET', '/v1/messages?recipient=delivered%40lost.example')).body
    expect(messages).toHaveLength(1)
  })

  test('are deleted after a question', async () => {
    const id = await created({ name: 'Obsolete' })
    const { page } = await open(`/templates/${id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the template' }).click()
    await page.waitForURL('**/templates')
    expect((await app.call('GET', `/v1/templates/${id}`)).status).toBe(404)
  })

  test('stay as they are if the API refuses, and the page says why', async () => {
    const id = await created()
    const { page } = await open(`/templates/${id}`, { key: await app.key('read'), takenFor: 'admin' })
    await page.frameLocator('iframe').getByText('Thank you, Ada.').waitFor()
    await page.getByLabel('Subject').fill('Not allowed')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByText('not saved').waitFor()
    expect(await stored(id)).toMatchObject({ subject: 'Receipt {{ number }}' })
  })

  test('one that does not exist is a page with a way on', async () => {
    const { page } = await open('/templates/tmpl_01kajqw1y3h7g5d2s9p8n6m4q0')
    await page.getByRole('heading', { name: 'There is no such template' }).waitFor()
  })

  test.each(['light', 'dark'] as const)('fit a phone in %s colors', async (colorScheme) => {
    const id = await created()
    const { page, expectClean } = await open('/templates', { colorScheme, viewport: { width: 360, height: 700 } })
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth')
    await page.locator('.templates a.row').first().waitFor()
    await expectClean()
    expect(await width()).toBeLessThanOrEqual(360)
    await page.goto(`${app.url}/templates/${id}`)
    await page.frameLocator('iframe').getByText('Thank you, Ada.').waitFor()
    await expectClean()
    expect(await width()).toBeLessThanOrEqual(360)
  })
})
