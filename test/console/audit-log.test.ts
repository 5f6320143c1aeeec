import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

let app: TestApp

describe.skipIf(!hasBrowser)('the audit log', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path: '/audit-log', ...options })
  }

  test('says in words who did what, and what was refused', async () => {
    const { key } = (await app.call('POST', '/v1/keys', { body: { name: 'Web shop', scope: 'admin' } })).body
    const { id } = (
      await app.call('POST', '/v1/webhooks', { key, body: { endpoint_url: 'http://127.0.0.1:1029/hook' } })
    ).body
    await app.call('POST', '/v1/keys', { key: await app.key('send'), body: { scope: 'send' } })
    await app.call('POST', '/v1/suppressions', { key, body: { channel: 'email', recipient: 'ada@example.com' } })
    const { page, expectClean } = await open()
    const row = page.locator('.audit-log .row')
    const created = row
      .filter({ hasText: 'A program with the key “Web shop”' })
      .filter({ hasText: 'created a webhook' })
    await created.waitFor()
    await row.filter({ hasText: 'added a suppressed address' }).filter({ hasText: 'ada@example.com' }).waitFor()
    await row.filter({ hasText: 'was refused: created a key' }).waitFor()
    await row.filter({ hasText: 'signed in' }).filter({ hasText: 'from 127.0.0.1' }).waitFor()
    await expectClean()
    await created.getByRole('link', { name: 'Show' }).click()
    await page.waitForURL(`**/webhooks/${id}`)
  })

  test('is narrowed to who, what and when, in its address', async () => {
    const { key } = (await app.call('POST', '/v1/keys', { body: { name: 'Warehouse', scope: 'admin' } })).body
    await app.call('POST', '/v1/contacts', { key, body: { email: 'who@example.com' } })
    await app.call('POST', '/v1/webhooks', { key, body: { endpoint_url: 'http://127.0.0.1:1029/other' } })
    const { page, expectClean } = await open()
    const rows = page.locator('.audit-log .row')
    await page.getByLabel('Who').selectOption({ label: 'The key “Warehouse”' })
    await rows.filter({ hasText: 'created a webhook' }).waitFor()
    expect(await rows.filter({ hasNotText: 'A program with the key “Warehouse”' }).count()).toBe(0)
    await page.getByLabel('What').selectOption('Contacts')
    await rows.filter({ hasText: 'created a webhook' }).waitFor({ state: 'detached' })
    await rows.filter({ hasText: 'created a contact' }).waitFor()
    expect(await rows.count()).toBe(1)
    await expectClean()
    // It can be sent to others.
    await page.reload()
    await rows.filter({ hasText: 'created a contact' }).waitFor()
    expect(await page.getByLabel('Who').inputValue()).toMatch(/^key_/)
    await page.getByLabel('Until').fill('2020-01-01')
    await page.getByText('Nothing of this kind').waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await rows.filter({ hasText: 'signed in' }).first().waitFor()
    await page.getByLabel('What').selectOption('Sign-ins')
    await rows.filter({ hasText: 'created' }).first().waitFor({ state: 'detached' })
    await expectClean()
  })

  test('goes on with older entries', async () => {
    const body = { channel: 'email', recipient: 'ada@example.com' }
    for (let count = 0; count < 55; count += 1) await app.call('POST', '/v1/suppressions', { body })
    const { page } = await open()
    await page.locator('.audit-log .row').nth(49).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.locator('.audit-log .row').nth(54).waitFor()
  })

  test('tells a read key why it sees nothing', async () => {
    const { page, expectClean } = await open({ key: await app.key('read') })
    await page.getByText('This page needs one that may do everything').waitFor()
    await expectClean()
  })

  test.each(['light', 'dark'] as const)('fits a phone in %s colors', async (colorScheme) => {
    const { page, expectClean } = await open({ colorScheme, viewport: { width: 360, height: 700 } })
    await page.locator('.audit-log .row', { hasText: 'signed in' }).first().waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await expectClean()
  })
})
