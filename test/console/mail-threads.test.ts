import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, threadRow, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Threads that are long, or written by somebody who means harm. */

let app: TestApp

describe.skipIf(!hasBrowser)('a thread', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  test('of 200 mails begins with its first and its newest ones, and shows the others when asked', async () => {
    const root = 'long-root@example.com'
    const { threadId } = await receiveMail(app, { subject: 'Long', messageId: root })
    for (let index = 2; index <= 200; index += 1) {
      await receiveMail(app, { subject: 'Re: Long', inReplyTo: [root], text: `Mail ${index}.` })
    }
    const { page, expectClean } = await open(`/mail/threads/${threadId}`, { viewport: { width: 360, height: 700 } })
    await page.getByRole('button', { name: 'Show the 194 mails between' }).waitFor()
    expect(await page.locator('.mail-entry').count()).toBe(6)
    await page.locator('.mail-entry[open]').getByText('Mail 200.').waitFor()
    await expectClean()
    expect(await widthOf(page)).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: 'Show the 194 mails between' }).click()
    expect(await page.locator('.mail-entry').count()).toBe(200)
    expect(await page.locator('.mail-entry summary:focus').textContent()).toContain('Mail 2.')
  })

  test('begins at its top, and the way back leads to its row', async () => {
    for (let index = 1; index <= 30; index += 1) await receiveMail(app, { subject: `Row ${index}.` })
    const { page } = await open('/mail', { viewport: { width: 1_000, height: 500 } })
    await threadRow(page, 'Row 3.').locator('a.row').focus()
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Row 3.' }).waitFor()
    expect(await page.evaluate<number>('scrollY')).toBe(0)
    await page.keyboard.press('u')
    await page.locator('.threads a.row:focus', { hasText: 'Row 3.' }).waitFor()
    await page.keyboard.press('j')
    await page.locator('.threads a.row:focus', { hasText: 'Row 2.' }).waitFor()
  })

  test('is one of 120, all of which the list shows page by page', async () => {
    const at = 'many@shop.test'
    for (let index = 1; index <= 120; index += 1) await receiveMail(app, { subject: `Many ${index}.`, at })
    const { page, expectClean } = await open('/mail?inbox=many%40shop.test')
    await threadRow(page, 'Many 120.').waitFor()
    for (const shown of [50, 100]) {
      expect(await page.locator('.threads a.row').count()).toBe(shown)
      await page.getByRole('button', { name: 'Show more' }).click()
      await threadRow(page, `Many ${120 - shown}.`).waitFor()
    }
    await threadRow(page, 'Many 1.').waitFor()
    const subjects = await page.locator('.threads a.row').allTextContents()
    const numbers = subjects.map((text) => Number(/Many (\d+)\./.exec(text)?.[1]))
    expect(numbers).toEqual(Array.from({ length: 120 }, (_none, index) => 120 - index))
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await expectClean()
  })

  test('is selected with all that are shown, and with those between two by Shift', async () => {
    const at = 'range@shop.test'
    for (let index = 1; index <= 30; index += 1) await receiveMail(app, { subject: `Range ${index}.`, at })
    const { page, expectClean } = await open('/mail?inbox=range%40shop.test', {
      viewport: { width: 1_000, height: 500 },
    })
    await threadRow(page, 'Range 1.').waitFor()
    const box = (subject: string) => threadRow(page, subject).getByRole('checkbox')
    const bar = page.getByRole('toolbar', { name: 'Selected threads' })
    await box('Range 20.').check()
    await box('Range 15.').click({ modifiers: ['Shift'] })
    await bar.getByText('6 selected').waitFor()
    expect(await bar.isVisible()).toBe(true)
    // The bar stays while the list scrolls.
    expect((await bar.boundingBox())!.y).toBeGreaterThanOrEqual(0)
    await box('Range 18.').click()
    await bar.getByText('5 selected').waitFor()
    await bar.getByRole('button', { name: 'Clear' }).click()
    await threadRow(page, 'Range 5.').locator('a.row').focus()
    await page.keyboard.press('x')
    for (let step = 1; step <= 3; step += 1) await page.keyboard.press('j')
    await page.keyboard.press('X')
    await bar.getByText('4 selected').waitFor()
    await page.keyboard.press('A')
    await bar.getByText('30 selected').waitFor()
    await expectClean()
    await page.keyboard.press('e')
    await eventually('all are archived', async () => {
      const { body } = await app.call('GET', '/v1/mail/threads?folder=archive&inbox=range%40shop.test&limit=100')
      return body.threads.length === 30
    })
  })

  test('is walked by j and k, and leads to its neighbours by n and p', async () => {
    const at = 'walk@shop.test'
    for (let index = 1; index <= 3; index += 1) await receiveMail(app, { subject: `Walk ${index}.`, at })
    const { page } = await open('/mail?inbox=walk%40shop.test')
    await threadRow(page, 'Walk 2.').locator('a.row').click()
    await page.getByRole('heading', { name: 'Walk 2.' }).waitFor()
    await page.keyboard.press('j')
    await page.locator('.mail-entry > summary:focus').waitFor()
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: 'Walk 1.' }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: 'Walk 2.' }).waitFor()
    await page.goBack()
    await page.waitForURL('**/mail?inbox=*')
  })

  test('shows the names of strangers in the order of their characters', async () => {
    const { threadId } = await receiveMail(app, {
      subject: 'An in\u202evoice',
      from: 'Bank\u2067 <ada@example.com>',
      files: [
        { filename: 'invoice\u202efdp.exe', content_type: 'application/octet-stream', content: Buffer.from('x') },
      ],
    })
    const { page } = await open('/mail')
    const who = threadRow(page, 'An invoice').locator('.who')
    await who.getByText('Bank, support@shop.test').waitFor()
    expect(await who.getAttribute('title')).toBe('ada@example.com, support@shop.test')
    await threadRow(page, 'An invoice').locator('a.row').click()
    await page.getByRole('heading', { name: 'An invoice' }).waitFor()
    expect(page.url()).toContain(threadId)
    const file = page.getByRole('link', { name: 'invoicefdp.exe' })
    expect(await file.getAttribute('download')).toBe('invoicefdp.exe')
    expect(await page.locator('.mail-entry > summary').textContent()).toContain('Bank <ada@example.com>')
    expect(await page.title()).toBe('An invoice · Postline')
  })

  test('with long names and many recipients fits a phone', async () => {
    const long = 'x'.repeat(100)
    const to = Array.from({ length: 40 }, (_none, index) => `somebody-${index}@example.com`)
    await app.call('POST', '/v1/mail/labels', { body: { name: long } })
    const { threadId } = await receiveMail(app, { subject: long, from: `${long} <ada@example.com>`, to })
    await app.call('PUT', `/v1/mail/threads/${threadId}/labels`, { body: { labels: [long] } })
    const { page, expectClean } = await open('/mail', { viewport: { width: 360, height: 700 } })
    const expectToFit = async () => {
      await expectClean()
      expect(await widthOf(page), page.url()).toBeLessThanOrEqual(360)
    }
    await threadRow(page, long).waitFor()
    await expectToFit()
    const places = page.getByRole('navigation', { name: 'Mailbox' })
    expect((await places.getByRole('link', { name: long }).boundingBox())!.width).toBeLessThanOrEqual(200)
    await page.setViewportSize({ width: 1_280, height: 800 })
    expect((await places.getByRole('link', { name: long }).boundingBox())!.width).toBeLessThanOrEqual(176)
    await page.setViewportSize({ width: 360, height: 700 })
    await page.goto(`${app.url}/mail?label=${long}`)
    await threadRow(page, long).waitFor()
    await expectToFit()
    await page.goto(`${app.url}/mail/threads/${threadId}`)
    await page.getByText('somebody-9@').waitFor()
    expect(await page.getByText('somebody-10@').count()).toBe(0)
    await expectToFit()
    await page.getByRole('button', { name: 'and 30 more' }).click()
    await page.getByText('somebody-39@').waitFor()
    await page.getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('dialog').getByLabel(long).waitFor()
    await expectToFit()
  })
})

const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')
