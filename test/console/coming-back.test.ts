import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Back finds a page as it was left, and a new page begins at its heading. */

const MESSAGES = 230

let app: TestApp

describe.skipIf(!hasBrowser)('Back', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    const key = await app.testKey()
    const messages = Array.from({ length: MESSAGES }, (_none, index) =>
      aSend({ destination: { email: `delivered+${index}@back.example` } }),
    )
    await app.call('POST', '/v1/send/batch', { key, body: messages })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }
  const scrolled = (page: Page) => page.evaluate<number>('scrollY')
  const focused = (page: Page) => page.evaluate<string | null>("document.activeElement.getAttribute('href')")

  test('from a message on the fourth page of a list leads to the same rows and the same place', async () => {
    const { page, expectClean } = await open('/messages')
    const rows = page.locator('.messages a.row')
    for (const many of [50, 100, 150]) {
      await rows.nth(many - 1).waitFor()
      await page.getByRole('button', { name: 'Show more' }).click()
    }
    const row = rows.nth(170)
    await row.scrollIntoViewIfNeeded()
    const href = await row.getAttribute('href')
    const before = await scrolled(page)
    expect(before).toBeGreaterThan(3_000)
    await row.click()
    await page.waitForURL(`**${href}`)
    await page.getByRole('tab', { name: 'Preview' }).waitFor()
    expect(await scrolled(page)).toBe(0)

    await page.goBack()
    await eventually('it is where it was', async () => (await scrolled(page)) === before)
    expect(await rows.nth(170).getAttribute('href')).toBe(href)
    expect(await focused(page)).toBe(href)
    await expectClean()
    // The keys go on from there.
    await page.keyboard.press('j')
    expect(await focused(page)).toBe(await rows.nth(171).getAttribute('href'))

    // Another list begins at its beginning.
    await page.getByLabel('Mode').selectOption('test')
    await page.getByRole('button', { name: 'Show more' }).waitFor()
    expect(await rows.count()).toBe(50)
  })

  test('leaves the reader alone who has begun to read', async () => {
    const { page } = await open('/messages')
    await page.locator('.messages a.row').nth(40).click()
    await page.getByRole('tab', { name: 'Preview' }).waitFor()
    await page.goBack()
    await page.locator('.messages a.row').nth(40).waitFor()
    await page.mouse.wheel(0, -10_000)
    await eventually('it is at the top', async () => (await scrolled(page)) === 0)
    const frames =
      'new Promise((done) => { let left = 30; const go = () => (left-- > 0 ? requestAnimationFrame(go) : done()); go() })'
    await page.evaluate(frames)
    expect(await scrolled(page)).toBe(0)
  })

  test('a new page is read out from its heading', async () => {
    const { page } = await open('/')
    const heading = () =>
      page.evaluate<string>("document.activeElement.localName + ' ' + document.activeElement.textContent")
    await page.getByRole('link', { name: 'Messages', exact: true }).click()
    await eventually('the heading has the focus', async () => (await heading()) === 'h1 Messages')
    await page.locator('.messages a.row').first().click()
    await eventually('that of the message, too', async () => (await heading()) === 'h1 Hello')
    // A filter is no new page.
    await page.goBack()
    await page.locator('.messages a.row').first().waitFor()
    await page.getByLabel('Mode').focus()
    await page.getByLabel('Mode').selectOption('test')
    await page.waitForURL('**/messages?mode=test')
    expect(await heading()).toMatch(/^select/)
  })
})
