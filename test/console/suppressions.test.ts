import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

let app: TestApp

describe.skipIf(!hasBrowser)('suppressions', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path = '/suppressions', options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  const add = (recipient: string, reason?: string) =>
    app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient, reason } })
  const entryOf = async (recipient: string) =>
    (await app.call('GET', `/v1/suppressions/${encodeURIComponent(recipient)}`)).body

  test('an address is added and removed again after a question', async () => {
    const { page, expectClean } = await open()
    await page.getByText('Nobody is on the list').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Add an address' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Address').fill('nobody')
    await form.getByLabel('Reason').fill('asked by phone')
    await page.getByRole('button', { name: 'Add the address' }).click()
    await page.locator('.fault', { hasText: 'must be a valid address' }).waitFor()
    await expectClean()
    await form.getByLabel('Address').fill('Ada@Example.com')
    await page.getByRole('button', { name: 'Add the address' }).click()
    await page.getByText('Mail to ada@example.com is stopped.').waitFor()
    const row = page.locator('.suppressions .row', { hasText: 'ada@example.com' })
    await row.getByText('no mail at all').waitFor()
    expect(await entryOf('ada@example.com')).toMatchObject({ state: 'suppressed', reason: 'asked by phone' })

    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Do this only if the address works now').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Remove the address' }).click()
    await page.getByText('Removed. Mail to ada@example.com is sent again.').waitFor()
    await row.waitFor({ state: 'detached' })
    expect((await app.call('GET', '/v1/suppressions/ada%40example.com')).status).toBe(404)
  })

  test('an address is looked up in any spelling, and the list is filtered by reason', async () => {
    await add('bob@example.com', 'hard_bounce')
    await add('eve@example.com', 'complaint')
    const { page, expectClean } = await open()
    const rows = page.locator('.suppressions .row')
    await page.getByLabel('Search: a whole address').fill('BOB@example.com')
    await page.waitForURL('**/suppressions?search=BOB%40example.com')
    await rows.filter({ hasText: 'mail bounced, the address does not work' }).waitFor()
    expect(await rows.count()).toBe(1)
    await page.getByLabel('Search: a whole address').fill('unknown@example.com')
    await page.getByText('unknown@example.com is not on the list').waitFor()
    await expectClean()
    await page.getByLabel('Reason').selectOption('complaint')
    await page.waitForURL('**/suppressions?reason=complaint')
    await rows.filter({ hasText: 'eve@example.com' }).waitFor()
    expect(await rows.count()).toBe(1)

    // A reason that somebody has typed is a filter, too.
    await add('own@example.com', 'left the company')
    const { page: shared } = await open('/suppressions?reason=left%20the%20company')
    await shared.locator('.suppressions .row', { hasText: 'own@example.com' }).waitFor()
    expect(await shared.getByLabel('Reason').inputValue()).toBe('left the company')
  })

  test('a file is imported, and what was skipped is named by its line', async () => {
    const { page, expectClean } = await open()
    await page.getByRole('button', { name: 'Import a file' }).click()
    const choose = (text: string) =>
      page.getByLabel('File').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('name;age\nAda;36\n')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Its first line must name a column').waitFor()
    await expectClean()
    const csv = [
      '\uFEFF"Name";"Email";State;Reason',
      '',
      '"Ada; the first";file-ada@example.com;;"said ""no"" twice"',
      'Bob;file-bob@example.com;unsubscribed;',
      'Nobody;nobody;;',
      'Eve;file-eve@example.com;sulking;',
      'Bob;FILE-bob@example.com;;',
      '"open;file-open@example.com;;',
    ]
    await choose(csv.join('\r\n'))
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('2 addresses of 6 are on the list now. 4 lines were skipped:').waitFor()
    expect(await page.locator('.skipped li').allTextContents()).toEqual([
      'Line 5 is not a valid address, like user@example.com.',
      'Line 6 has a state other than suppressed and unsubscribed.',
      'Line 7 repeats an earlier address.',
      'Line 8 has a quoted value that does not end.',
    ])
    await expectClean()
    await page.getByRole('button', { name: 'Done' }).click()
    await page
      .locator('.suppressions .row', { hasText: 'file-bob@example.com' })
      .getByText('no marketing mail')
      .waitFor()
    expect(await entryOf('file-ada@example.com')).toMatchObject({ state: 'suppressed', reason: 'said "no" twice' })
    expect(await entryOf('file-bob@example.com')).toMatchObject({ state: 'unsubscribed', reason: 'import' })
  })

  test('a file of more addresses than one request takes is imported in portions', async () => {
    const { page } = await open()
    const addresses = Array.from({ length: 4_100 }, (_none, index) => `many-${index}@example.com`)
    await page.getByRole('button', { name: 'Import a file' }).click()
    const buffer = Buffer.from(addresses.join('\n'))
    await page.getByLabel('File').setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('4,100 addresses of 4,100 are on the list now.').waitFor()
    expect(await entryOf('many-4099@example.com')).toMatchObject({ state: 'suppressed' })
  })

  test('a refused removal brings the row back', async () => {
    await add('kept@example.com', 'manual')
    const { page } = await open('/suppressions?search=kept%40example.com', {
      key: await app.key('read'),
      takenFor: 'admin',
    })
    const row = page.locator('.suppressions .row', { hasText: 'kept@example.com' })
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove the address' }).click()
    await page.getByText(/^Not removed: /).waitFor()
    await row.waitFor()
    expect(await entryOf('kept@example.com')).toMatchObject({ state: 'suppressed' })
  })

  test.each(['light', 'dark'] as const)('fit a phone in %s colors', async (colorScheme) => {
    await add(
      `${'long-'.repeat(12)}@example.com`,
      'a reason that is much longer than a phone is wide, as people like it',
    )
    const { page, expectClean } = await open('/suppressions', { colorScheme, viewport: { width: 360, height: 700 } })
    await page.locator('.suppressions .row').first().waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await expectClean()
  })
})
