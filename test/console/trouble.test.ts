import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* What a page does when something of it is missing: the network, a file, or sense in an answer. */

let app: TestApp

describe.skipIf(!hasBrowser)('a page with something missing', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }
  const send = async (subject: string): Promise<string> => {
    const body = aSend({ payload: { subject, body_html: `<p>Body of ${subject}</p>` } })
    return (await app.call('POST', '/v1/send', { key: await app.testKey(), body })).body.id
  }

  test.each([
    ['the network', 'offline'],
    ['the server', 'silent'],
  ])('says that %s is away, and goes on by itself when it is back', async (_what, how) => {
    await send(`Read ${how}`)
    const { page, context, expectClean } = await open('/messages')
    const row = page.locator('.messages a.row', { hasText: `Read ${how}` })
    await row.waitFor()
    if (how === 'offline') await context.setOffline(true)
    else await page.route('**/*', (route) => route.abort())
    await row.click()
    await page.getByText('The server cannot be reached. What you see stays').waitFor()
    await page.getByText('There is no connection.').waitFor()
    await expectClean()
    if (how === 'offline') await context.setOffline(false)
    else await page.unroute('**/*')
    await page.getByRole('heading', { name: `Read ${how}` }).waitFor()
    await page.frameLocator('iframe').getByText(`Body of Read ${how}`).waitFor()
    expect(await page.getByText('The server cannot be reached').count()).toBe(0)
    await expectClean()
  })

  test('asks again for what had no answer, and shows a mail that could not come', async () => {
    const id = await send('Half here')
    const { page, context } = await open(`/messages/${id}`)
    await page.frameLocator('iframe').getByText('Body of Half here').waitFor()
    await context.setOffline(true)
    await page.getByRole('tab', { name: 'Webhooks' }).click()
    await page.getByRole('tabpanel').getByRole('alert').waitFor()
    await context.setOffline(false)
    await page.getByText('No webhook was told').waitFor()
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByText('Body of Half here').waitFor()
  })

  test('a part that did not arrive is loaded again', async () => {
    const { page, expectClean } = await open('/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.route('**/assets/keys-page*', (route) => route.fulfill({ status: 502 }))
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByText('A part of the console did not arrive.').waitFor()
    await expectClean()
    await page.unroute('**/assets/keys-page*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    // With its styles.
    const columns = "getComputedStyle(document.querySelector('.keys .row')).gridTemplateColumns.split(' ').length"
    await page.locator('.keys .row').first().waitFor()
    await eventually('its styles are there', async () => (await page.evaluate<number>(columns)) > 3)
    expect(await page.getByText('did not arrive').count()).toBe(0)
  })

  test('after an upgrade, a page whose parts are gone says so, and a click gets the new version', async () => {
    const { page, expectClean } = await open('/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    // The server has another version: other files, and none of the old ones.
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404, json: {} }))
    await page.route(`${app.url}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-new.js"></script>' }),
    )
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByText('The console was updated on the server.').waitFor()
    await expectClean()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Usage' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/usage')
    expect(await page.getByText('was updated').count()).toBe(0)
  })

  test('an answer that makes no sense takes only its panel, and is asked for again', async () => {
    const id = await send('One bad panel')
    const { page, expectClean } = await open('/')
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Message(')) return route.fallback()
      const answer = await route.fetch()
      const body = await answer.json()
      body.data.message.events = [{ id: 'x', type: null, occurredAt: '', payload: null, source: 'x' }]
      return route.fulfill({ response: answer, json: body })
    })
    await page.goto(`${app.url}/messages/${id}`)
    await page.getByRole('region', { name: 'Timeline' }).getByText('could not be shown').waitFor()
    await page.getByRole('region', { name: 'Details' }).getByText(id, { exact: true }).waitFor()
    await page.frameLocator('iframe').getByText('Body of One bad panel').waitFor()
    await expectClean()
    // A handler that is removed while it is running fails when it answers.
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await page.locator('.timeline > li', { hasText: 'delivered' }).waitFor()
  })

  test('an answer that makes no sense to a list leaves its page, and is asked for again', async () => {
    await send('Bad rows')
    const { page } = await open('/usage')
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Messages(')) return route.fallback()
      return route.fulfill({ json: { data: { messages: { nodes: [{ id: 'x' }], pageInfo: {} } } } })
    })
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('alert').getByText('“Messages” could not be shown.').waitFor()
    await page.getByLabel(/^Search/).waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.messages a.row', { hasText: 'Bad rows' }).waitFor()
  })

  test('an answer that makes no sense to the page leaves the navigation', async () => {
    const { page } = await open('/usage')
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Template(')) return route.fallback()
      return route.fulfill({ json: { data: { template: { id: 'x', name: 'Odd' } } } })
    })
    await page.goto(`${app.url}/templates/tmpl_x`)
    await page.getByRole('alert').getByText('This page could not be shown.').waitFor()
    await page.getByRole('link', { name: 'Domains' }).click()
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
  })
})
