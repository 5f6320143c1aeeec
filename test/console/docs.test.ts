import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '../../src/http/docs/api/document.js'
import { DOCS_PAGES } from '../../src/http/docs/pages.js'
import { describeTags } from '../../src/rest/openapi/tags.js'
import { hasBrowser, openBrowser, openConsole } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { startApp, type TestApp } from '../support/start-app.js'

/* The documentation in a real browser, at the width of a phone. */

const PHONE = { width: 360, height: 740 }

/** What axe finds by how texts look. This takes most of its time. */
const BY_LOOKS = ['color-contrast', 'link-in-text-block']

/**
 * How the texts of a page look: color, background, size and weight; for a link also its underline and the color of the text
 * around it. Texts that look alike are listed once.
 */
const LOOKS = `(() => {
  const grounds = new Map()
  const groundOf = (element) => {
    if (!element) return 'nothing'
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity].join()
    return own === 'rgba(0, 0, 0, 0),none,1' ? behind(element.parentElement) : own
  }
  const behind = (element) => {
    if (!grounds.has(element)) grounds.set(element, groundOf(element))
    return grounds.get(element)
  }
  const looks = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    if (!data.trim()) continue
    const { color, fontSize, fontWeight } = getComputedStyle(parentElement)
    const link = parentElement.closest('a')
    const asLink = link && [getComputedStyle(link).textDecorationLine, getComputedStyle(link.parentElement).color]
    looks.add([color, fontSize, fontWeight, behind(parentElement), asLink].join())
  }
  return [...looks]
})()`

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
  const pages = DOCS_PAGES.map(({ path }) => path).filter((path) => path !== '/docs/trpc')
  const paths = [...pages, '/docs/search?q=webhook', '/docs/api', ...describeTags().map(pathOf)]

  test('is accessible on a phone, without scrolling sideways', async () => {
    const watched = await openConsole(browser, app, { path: '/docs', key: null, viewport: PHONE })
    const { page } = watched
    const compared = new Set<string>()
    for (const path of paths) {
      await page.goto(app.url + path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const looks = (await page.evaluate<string[]>(LOOKS)).filter((look) => !compared.has(look))
        for (const look of looks) compared.add(look)
        if (looks.length > 0) await watched.expectClean({ only: BY_LOOKS })
      }
      await watched.expectClean({ except: BY_LOOKS })
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect([path, width]).toEqual([path, PHONE.width])
    }
    await watched.context.close()
  })

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

  test('copies samples with the address of the service and the key of the reader', async () => {
    const watched = await openConsole(browser, app, { path: '/docs', key: null, viewport: PHONE })
    const { page } = watched
    await page.getByText('Put your key into the samples').click()
    await page.getByLabel('API key').fill('sk_live_0123456789abc')
    await page.getByText('The samples have your key.').waitFor()
    await watched.expectClean()
    const sample = page.locator('.sample')
    const sends = sample.filter({ hasText: 'first-mail' }).first()
    await sends.getByRole('button', { name: 'Copy' }).click()
    await sends.getByRole('button', { name: 'Copied' }).waitFor()
    // What was copied is pasted.
    await page.getByLabel('Search the documentation').focus()
    await page.keyboard.press('Control+V')
    const copied = await page.getByLabel('Search the documentation').inputValue()
    expect(copied).toContain(`curl -X POST ${app.url}/v1/send`)
    expect(copied).toContain('Authorization: Bearer sk_live_0123456789abc')
    // Whose mail would go to somebody.
    const bounces = sample.filter({ hasText: 'a-bounce' }).first()
    expect(await bounces.textContent()).toContain('Bearer $TEST_KEY')
    await page.getByLabel('API key').fill('sk_test_0123456789abc')
    expect(await bounces.textContent()).toContain('Bearer sk_test_0123456789abc')
    await page.getByLabel('API key').fill('$(rm -rf /)')
    await page.getByText('A key begins with').waitFor()
    expect(await sends.textContent()).toContain('Bearer $POSTLINE_KEY')
    await watched.context.close()
  })

  test('makes a test key with the session of the console, and keeps it nowhere', async () => {
    const watched = await openConsole(browser, app, { path: '/docs/guides/first-mail' })
    const { page } = watched
    await page.getByText('Put your key into the samples').click()
    await page.getByRole('button', { name: 'Make a test key for a day' }).click()
    await page.getByText('The samples have your key.').waitFor()
    const key = await page.getByLabel('API key').inputValue()
    const sample = page.locator('.sample').filter({ hasText: 'createClient' })
    expect(await sample.textContent()).toContain(`apiKey: '${key}' })`)
    const { keys } = (await app.call('GET', '/v1/keys')).body
    const made = keys.find(({ name }: { name: string }) => name === 'Samples of the documentation')
    expect(made).toMatchObject({ scope: 'admin', test_mode: true })
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBeLessThan(25 * 60 * 60 * 1000)
    expect((await app.call('GET', '/v1/messages', { key })).status).toBe(200)
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
    await page.reload()
    await page.getByText('Put your key into the samples').click()
    expect(await page.getByLabel('API key').inputValue()).toBe('')
    await watched.context.close()

    const signedOut = await openConsole(browser, app, { path: '/docs/guides/first-mail', key: null })
    await signedOut.page.getByText('Put your key into the samples').click()
    await signedOut.page.getByRole('button', { name: 'Make a test key for a day' }).click()
    await signedOut.page.getByText('Sign in to the console with an admin key first').waitFor()
    await signedOut.context.close()
  })

  test.each(['light', 'dark'] as const)('finds pages while somebody types, in %s', async (colorScheme) => {
    const watched = await openConsole(browser, app, { path: '/docs', key: null, colorScheme, viewport: PHONE })
    const { page } = watched
    const field = page.getByRole('combobox', { name: 'Search the documentation' })
    await field.pressSequentially('wehbook')
    const options = page.getByRole('listbox').getByRole('option')
    await options.filter({ hasText: /^Webhooks$/ }).waitFor()
    await field.press('ArrowDown')
    expect(await options.first().getAttribute('aria-selected')).toBe('true')
    await watched.expectClean()
    await field.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    await field.fill('rotating secret')
    await options.first().waitFor()
    await field.press('ArrowDown')
    await field.press('Enter')
    await page.waitForURL('**/docs/webhooks#rotating-the-secret')
    await field.fill('billing')
    await options.filter({ hasText: /^Billing$/ }).click()
    await page.waitForURL('**/docs/billing')
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
