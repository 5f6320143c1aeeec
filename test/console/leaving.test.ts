import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aListOf, people } from '../support/contacts.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Back and Forward ask before something is lost that is not saved, as links do. */

let app: TestApp

describe.skipIf(!hasBrowser)('a page with unsaved changes', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  /** A new template, reached by links, with something written. */
  async function halfDone(): Promise<WatchedPage> {
    const watched = await open('/')
    const { page } = watched
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('link', { name: 'New template' }).first().click()
    await page.waitForURL('**/templates/new')
    await page.getByLabel('Subject').fill('Half done')
    return watched
  }

  test('is not left by Back without a question', async () => {
    const { page, expectClean } = await halfDone()
    await page.goBack()
    await page.getByRole('alertdialog').waitFor()
    expect(pathOf(page)).toBe('/templates/new')
    await expectClean()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Half done')

    await page.goBack()
    await page.getByRole('button', { name: 'Leave and lose the changes' }).click()
    await page.waitForURL('**/templates')
    await page.getByRole('heading', { name: 'Templates' }).waitFor()
    // Nothing is left to ask about.
    await page.goBack()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goForward()
    await page.goForward()
    await page.waitForURL('**/templates/new')
    expect(await page.getByLabel('Subject').inputValue()).not.toBe('Half done')
  })

  test('asks for Forward, and for several steps at once', async () => {
    const { page } = await halfDone()
    await page.getByLabel('Subject').fill('')
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('button', { name: 'Leave and lose the changes' }).click()
    await page.waitForURL('**/messages')
    await page.goBack()
    await page.waitForURL('**/templates/new')
    await page.getByLabel('Subject').fill('Half done again')
    await page.goForward()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Half done again')
    await page.evaluate('history.go(-2)')
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(pathOf(page)).toBe('/templates/new')
    await page.goForward()
    await page.getByRole('button', { name: 'Leave and lose the changes' }).click()
    await page.waitForURL('**/messages')
    await page.getByRole('heading', { name: 'Messages' }).waitFor()
  })

  test('asks after a reload, and not for a place in the page', async () => {
    const { page } = await halfDone()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByLabel('Subject').fill('Half done anew')
    await page.getByRole('link', { name: 'Skip to the page' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/templates/new#main')
    await page.goBack()
    await page.waitForURL('**/templates/new')
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await page.goBack()
    await page.getByRole('button', { name: 'Leave and lose the changes' }).click()
    await page.waitForURL('**/templates')
    await page.getByRole('heading', { name: 'Templates' }).waitFor()
  })

  test('asks for a broadcast, too', async () => {
    await aListOf({ ...app.app, accountId: app.accountId }, people(1, 'leaving.example'))
    const { page } = await open('/broadcasts')
    await page.getByRole('link', { name: 'New broadcast' }).first().click()
    await page.getByLabel('Name, for you').fill('Half done')
    await page.goBack()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(pathOf(page)).toBe('/broadcasts/new')
    expect(await page.getByLabel('Name, for you').inputValue()).toBe('Half done')
  })
})

const pathOf = (page: Page) => new URL(page.url()).pathname
