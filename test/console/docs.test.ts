import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCS_PAGES } from '../../src/http/docs/pages.js'
import { hasBrowser, openBrowser, openConsole } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { startApp, type TestApp } from '../support/start-app.js'

/* The documentation in a real browser, at the width of a phone. */

const PHONE = { width: 360, height: 740 }

let app: TestApp
let browser: Browser

describe.skipIf(!hasBrowser)('the documentation', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  // The list of procedures is long, and has no other elements than the others.
  const pages = [
    ...DOCS_PAGES.map(({ path }) => path).filter((path) => path !== '/docs/trpc'),
    '/docs/search?q=webhook',
    '/docs/api',
    '/docs/api/messages',
    '/docs/api/webhooks',
    '/docs/api/uploads',
  ]

  test.each(['light', 'dark'] as const)(
    'is accessible in %s on a phone, without scrolling sideways',
    async (colorScheme) => {
      const watched = await openConsole(browser, app, { path: '/docs', key: null, colorScheme, viewport: PHONE })
      for (const path of pages) {
        await watched.page.goto(app.url + path)
        await watched.expectClean()
        const width = await watched.page.evaluate<number>('document.documentElement.scrollWidth')
        expect([path, width]).toEqual([path, PHONE.width])
      }
      await watched.context.close()
    },
  )

  test('leads from page to page, and finds words', async () => {
    const watched = await openConsole(browser, app, { path: '/docs', key: null })
    const { page } = watched
    await page.getByRole('heading', { name: 'Quick start' }).waitFor()
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Verify a domain' }).click()
    await page.getByRole('heading', { name: 'Verify a domain' }).waitFor()
    await page.getByRole('link', { name: 'Receive webhooks →' }).click()
    await page.getByRole('heading', { name: '2. Check the signature' }).waitFor()
    await page.getByLabel('Search the documentation').fill('sending brakes')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Operating · Sending brakes' }).click()
    await page.waitForURL('**/docs/operating#sending-brakes')
    await watched.expectClean()
    await watched.context.close()
  })

  test('tries requests with a key, and with the session of the console', async () => {
    const watched = await openConsole(browser, app, { path: '/docs/api/messages', key: null, viewport: PHONE })
    const { page } = watched
    const send = page.locator('section', { has: page.locator('#messagesSend') }).locator('.try')
    await send.locator('summary').click()
    await send.getByRole('button', { name: 'Send POST' }).click()
    await send.locator('pre', { hasText: '401' }).waitFor()
    await page.getByLabel('API key to try requests with').fill(app.adminKey)
    const body = send.getByLabel('Body')
    await body.fill((await body.inputValue()).replace('owner@postline.localhost', 'owner@postline.test'))
    await send.getByRole('button', { name: 'Send POST' }).click()
    await send.locator('pre', { hasText: /^201[\s\S]*"status": "queued"/ }).waitFor()
    await watched.expectClean()
    await watched.context.close()

    const signedIn = await openConsole(browser, app, { path: '/docs/api/api-keys' })
    const create = signedIn.page.locator('section', { has: signedIn.page.locator('#keysCreate') }).locator('.try')
    await create.locator('summary').click()
    await create.getByLabel('Body').fill('{"scope": "read", "test_mode": true}')
    await create.getByRole('button', { name: 'Send POST' }).click()
    await create.locator('pre', { hasText: '"key": "sk_test_' }).waitFor()
    await signedIn.expectClean()
    await signedIn.context.close()
  })

  test('leads on from a page that does not exist', async () => {
    const watched = await openConsole(browser, app, { path: '/docs/nothing', key: null, viewport: PHONE })
    await watched.page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await watched.expectClean()
    await watched.page.getByRole('link', { name: 'start at the beginning' }).click()
    await watched.page.getByRole('heading', { name: 'Quick start' }).waitFor()
    await watched.context.close()
  })
})
