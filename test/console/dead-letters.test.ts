import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

let app: TestApp

describe.skipIf(!hasBrowser)('dead letters', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterEach(async () => {
    await app.app.models.deadLetters.deleteMany({})
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path = '/dead-letters', options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  /** Gives up work on a row that does not exist: a retry finds nothing to do. */
  async function giveUp(error: string, kind = 'dispatch'): Promise<string> {
    const row_id = app.app.newId(kind === 'dispatch' ? 'message' : 'delivery')
    const account_id = app.accountId
    const _id = app.app.newId('deadLetter')
    await app.app.models.deadLetters.create({
      _id,
      kind,
      row_id,
      account_id,
      error,
      crashes: 5,
      created_at: new Date(),
    })
    return row_id
  }
  const left = async () => (await app.call('GET', '/v1/dead-letters')).body.dead_letters.length

  test('one is retried, and then it is gone', async () => {
    const id = await giveUp('Error: bang')
    await giveUp('Error: other', 'deliveries')
    const { page, expectClean } = await open()
    const letter = page.locator('.dead-letter', { hasText: 'Error: bang' })
    await letter.getByText('Sending a mail').waitFor()
    await letter.getByText('crashed 5 times').waitFor()
    expect(await letter.getByRole('link').getAttribute('href')).toBe(`/messages/${id}`)
    await page.getByText('Telling a webhook about an event').waitFor()
    await expectClean()
    await letter.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('It is being tried again.').waitFor()
    await letter.waitFor({ state: 'detached' })
    expect(await left()).toBe(1)
  })

  test('all are retried after a question, also those on later pages, with the number of them', async () => {
    for (let count = 0; count < 52; count += 1) await giveUp(`Error: number ${count}`)
    const { page, expectClean } = await open()
    await page.getByText('Error: number 51').waitFor()
    await page.getByRole('button', { name: 'Retry all' }).click()
    await page.getByText('What crashes again five times').waitFor()
    await expectClean()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retry all' }).click()
    await page.getByText('52 are being tried again.').waitFor({ timeout: 0 })
    await page.getByText('None. All work is done, or under way.').waitFor()
    expect(await left()).toBe(0)
    await expectClean()
  })

  test('one of a kind that this version does not know stays, with the reason', async () => {
    await giveUp('Error: strange', 'telepathy')
    const { page } = await open()
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await page.getByText(/^Not tried again: .*telepathy/).waitFor()
    await page.getByText('Error: strange').waitFor()
    expect(await left()).toBe(1)
  })

  test('home leads to what needs attention', async () => {
    await giveUp('Error: bang')
    const domain = (await app.call('POST', '/v1/domains', { body: { domain: 'unfinished.example.com' } })).body
    const webhook = (await app.call('POST', '/v1/webhooks', { body: { endpoint_url: 'http://127.0.0.1:1029/' } })).body
    await app.call('PUT', `/v1/webhooks/${webhook.id}`, { body: { is_active: false } })
    const { page, expectClean } = await open('/')
    const href = (name: RegExp) => page.getByRole('link', { name }).getAttribute('href')
    expect(await href(/piece of work was given up/)).toBe('/dead-letters')
    expect(await href(/unfinished\.example\.com is not verified/)).toBe(`/domains/${domain.id}`)
    expect(await href(/is paused/)).toBe(`/webhooks/${webhook.id}`)
    await expectClean()
  })

  test('a read key is told why it sees none', async () => {
    const { page, expectClean } = await open('/dead-letters', { key: await app.key('read') })
    await page.getByText('This page needs one that may do everything').waitFor()
    await expectClean()
  })

  test.each(['light', 'dark'] as const)('fit a phone in %s colors', async (colorScheme) => {
    await giveUp(`Error: ${'x'.repeat(400)}`)
    const { page, expectClean } = await open('/dead-letters', { colorScheme, viewport: { width: 360, height: 700 } })
    await page.locator('.dead-letter').waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await expectClean()
  })
})
