import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { anotherAccount } from '../support/more-processes.js'
import { call, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

let app: TestApp

describe.skipIf(!hasBrowser)('keys', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path: '/keys', ...options })
  }

  const create = async (body: object): Promise<{ id: string; key: string }> =>
    (await app.call('POST', '/v1/keys', { body })).body
  const statusWith = async (key: string) => (await call(app.url, 'GET', '/v1/domains', { key })).status

  test('a key is made in a form, and its secret is shown once', async () => {
    const { page, expectClean } = await open()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Nightly reports')
    await form.getByLabel('What it may do').selectOption('READ')
    await form.getByText('Sees everything but the keys').waitFor()
    await form.getByLabel('Mode').selectOption('test')
    await form.getByLabel('Last day').fill('2999-12-31')
    await expectClean()
    await form.getByRole('button', { name: 'Create the key' }).click()

    const shown = page.getByRole('alertdialog')
    await shown.getByText('Copy it now').waitFor()
    await expectClean()
    const secret = (await shown.locator('pre').textContent())!
    expect(secret).toMatch(/^sk_test_/)
    expect(await statusWith(secret)).toBe(200)
    // Neither Esc nor a click beside it loses the secret.
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await shown.locator('pre').textContent()).toBe(secret)
    await shown.getByRole('button', { name: 'I have copied it' }).click()
    await shown.waitFor({ state: 'detached' })

    const row = page.locator('.keys .row', { hasText: 'Nightly reports' })
    await row.getByText('Reading only').waitFor()
    await row.getByText('test', { exact: true }).waitFor()
    await row.getByText('until Dec 31, 2999').waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  test('a key is bound to an inbox and to whom it may write, and the list says so', async () => {
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'shop.test')
    for (const name of ['help', 'sales'])
      await app.call('POST', '/v1/mail/inboxes', { body: { address: `${name}@shop.test` } })
    const { page, expectClean } = await open({ viewport: { width: 390, height: 800 } })
    await page.getByRole('button', { name: 'Create a key' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Assistant')
    await form.getByLabel('What it may do').selectOption('READ')
    await form.getByRole('group', { name: 'Only the mail of these inboxes' }).getByLabel('help@shop.test').check()
    await form.getByLabel('May write to').fill('example.com, not an address@')
    await form.getByRole('button', { name: 'Create the key' }).click()
    await form.locator('.fault', { hasText: 'must be an address, like user@example.com, or a domain' }).waitFor()
    await expectClean()
    await form.getByLabel('May write to').fill('example.com; ada@example.org')
    await form.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const row = page.locator('.keys .row', { hasText: 'Assistant' })
    await row.getByText('sees and answers only the mail of help@shop.test', { exact: true }).waitFor()
    await row.getByText('writes only to example.com, ada@example.org').waitFor()
    await expectClean()
    const { keys } = (await app.call('GET', '/v1/keys')).body
    const { inboxes } = (await app.call('GET', '/v1/mail/inboxes')).body
    const help = inboxes.find(({ address }: { address: string }) => address === 'help@shop.test')
    expect(keys.find(({ name }: { name: string }) => name === 'Assistant')).toMatchObject({
      inbox_ids: [help.id],
      send_to: ['example.com', 'ada@example.org'],
    })
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })

  test('a day in the past is refused beside its field', async () => {
    const { page, expectClean } = await open()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Last day').fill('2020-01-31')
    await form.getByRole('button', { name: 'Create the key' }).click()
    await form.locator('.fault', { hasText: 'must be in the future' }).waitFor()
    await form.getByRole('alert').getByText('Last day must be in the future').waitFor()
    await expectClean()
  })

  test('a rotated key has a new secret, and the old one has ended', async () => {
    const { key } = await create({ name: 'Web shop', scope: 'read' })
    const { page, expectClean } = await open()
    const row = page.locator('.keys .row', { hasText: 'Web shop' })
    await row.getByRole('button', { name: 'Rotate' }).click()
    await page.getByText('the old one stops working at once').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Rotate the key' }).click()
    await page.getByText('The old secret has stopped working').waitFor()
    const secret = (await page.getByRole('alertdialog').locator('pre').textContent())!
    expect([await statusWith(key), await statusWith(secret)]).toEqual([401, 200])
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await row.getByText(secret.slice(0, 12)).waitFor()
  })

  test('who rotates the key of the session sees the secret before it ends', async () => {
    const { key } = await create({ name: 'Mine', scope: 'admin' })
    const { page } = await open({ key })
    await page.locator('.keys .row', { hasText: 'Mine' }).getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('button', { name: 'Rotate the key' }).click()
    const secret = (await page.getByRole('alertdialog').locator('pre').textContent())!
    expect(await statusWith(secret)).toBe(200)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.waitForURL('**/sign-in?next=*')
  })

  test('a key is revoked after a question', async () => {
    const { key } = await create({ name: 'Old printer', scope: 'read' })
    const { page } = await open()
    const row = page.locator('.keys .row', { hasText: 'Old printer' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(await statusWith(key)).toBe(200)
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText('Revoked. It no longer works.').waitFor()
    await row.waitFor({ state: 'detached' })
    expect(await statusWith(key)).toBe(401)
  })

  test('the last admin key that is revoked comes back, with the reason', async () => {
    const { accountId, key } = await anotherAccount(app, 'last@elsewhere.test')
    const { page } = await open({ key })
    const row = page.locator('.keys .row')
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText(/^Not revoked: This is the last live admin key/).waitFor()
    await row.waitFor()
    expect(await statusWith(key)).toBe(200)
    expect(await app.app.models.apiKeys.countDocuments({ account_id: accountId, revoked_at: null })).toBe(1)
  })

  test('a test key is offered what it may do with keys: nothing with live ones', async () => {
    await create({ name: 'Kept live', scope: 'read' })
    await create({ name: 'Only a test', scope: 'read', test_mode: true })
    const { page } = await open({ key: await app.key('admin', true) })
    const rowOf = (name: string) => page.locator('.keys .row', { hasText: name })
    await rowOf('Only a test').getByRole('button', { name: 'Rotate' }).waitFor()
    expect(
      await rowOf('Kept live')
        .getByRole('button', { name: /Rotate|Revoke/ })
        .count(),
    ).toBe(0)
    await page.getByRole('button', { name: 'Create a key' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Mode').waitFor()
    expect(await form.getByLabel('Mode').locator('option').allTextContents()).toEqual(['Test: mail is only simulated'])
    await form.getByLabel('Name').fill('Made by a test key')
    await form.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('alertdialog').getByText('Copy it now').waitFor()
  })

  test('a read key is told why it sees no keys', async () => {
    const { page, expectClean } = await open({ key: await app.key('read') })
    await page.getByText('This page needs one that may do everything').waitFor()
    await expectClean()
  })

  test.each(['light', 'dark'] as const)('fit a phone in %s colors', async (colorScheme) => {
    await create({ name: 'A name that is much longer than a phone is wide, as people like to write', scope: 'send' })
    const { page, expectClean } = await open({ colorScheme, viewport: { width: 360, height: 700 } })
    await page.locator('.keys .row').first().waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await expectClean()
  })
})
