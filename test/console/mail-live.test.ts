import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, threadRow, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Mail that arrives while the mailbox is open: it appears, and moves nothing that somebody reads. */

let app: TestApp

describe.skipIf(!hasBrowser)('mail that arrives', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  test.each([
    ['the first row', 20, 0],
    ['a row further down', 5, 300],
  ])('is announced, and leaves %s where it is on the screen, with the focus', async (_which, number, scrolledTo) => {
    const at = `rows-${number}@shop.test`
    for (let index = 1; index <= 20; index += 1) await receiveMail(app, { subject: `Row ${index}.`, at })
    const { page, expectClean } = await open(`/mail?inbox=${encodeURIComponent(at)}`, {
      viewport: { width: 1_000, height: 500 },
    })
    const focused = threadRow(page, `Row ${number}.`).locator('a.row')
    await focused.waitFor()
    await followed(page)
    await focused.focus()
    await page.evaluate(`scrollTo(0, ${scrolledTo})`)
    const before = (await focused.boundingBox())!.y
    await receiveMail(app, { subject: 'Row above.', at })
    await threadRow(page, 'Row above.').waitFor()
    expect(Math.abs((await focused.boundingBox())!.y - before)).toBeLessThan(1)
    await page.locator(`.threads a.row:focus`, { hasText: `Row ${number}.` }).waitFor()
    await page.getByRole('status', { name: 'New mail' }).getByText('New mail: Row above.').waitFor()
    await expectClean()
  })

  test('appears in the open thread, while an answer is being written', async () => {
    const root = 'open-root@example.com'
    const { threadId } = await receiveMail(app, { subject: 'Open', messageId: root, text: 'The first.' })
    const { page, expectClean } = await open(`/mail/threads/${threadId}?answer=reply`, {
      viewport: { width: 1_000, height: 600 },
    })
    const text = page.getByLabel('Text', { exact: true })
    await text.fill('Half an ans')
    await followed(page)
    const before = (await text.boundingBox())!.y
    await receiveMail(app, { subject: 'Re: Open', inReplyTo: [root], text: 'The second.' })
    await page.locator('.mail-entry').nth(1).waitFor()
    // What was open stays open.
    await page.getByText('The first.').waitFor()
    await page.keyboard.type('wer')
    expect(await text.inputValue()).toBe('Half an answer')
    expect(Math.abs((await text.boundingBox())!.y - before)).toBeLessThan(1)
    await expectClean()
  })

  /** The list and a thread in tabs that followed a change, and are hidden before another. */
  async function hidden(threadId: string) {
    const tabs = [await open('/mail'), await open(`/mail/threads/${threadId}`)] as const
    for (const { page } of tabs) {
      await followed(page)
      // So that there is a change after which the stream resumes.
      await star(threadId)
      await page.getByRole('button', { name: /^Star/, pressed: true }).first().waitFor()
      await setHidden(page, true)
      await star(threadId, false)
    }
    return tabs
  }

  test('while the tab was hidden appears in the thread and in the list when it is shown', async () => {
    const root = 'hidden-root@example.com'
    const { threadId } = await receiveMail(app, { subject: 'Hidden', messageId: root })
    const [list, thread] = await hidden(threadId)
    await receiveMail(app, { subject: 'Re: Hidden', inReplyTo: [root], text: 'It came meanwhile.' })
    const asked = thread.page.waitForRequest((request) => request.postData()?.includes('MailChanges') ?? false)
    for (const { page } of [list, thread]) await setHidden(page, false)
    await thread.page.locator('.mail-entry').nth(1).waitFor()
    await threadRow(list.page, 'Hidden').getByText('It came meanwhile.').waitFor()
    expect((await asked).postDataJSON().variables.after).toEqual(expect.any(String))
  })

  test('is there although the changes after the last one that was seen are gone', async () => {
    const root = 'expired-root@example.com'
    const { threadId } = await receiveMail(app, { subject: 'Expired', messageId: root })
    const [list, thread] = await hidden(threadId)
    await receiveMail(app, { subject: 'Re: Expired', inReplyTo: [root], text: 'It came meanwhile.' })
    await app.app.models.mailChanges.deleteMany({ account_id: app.accountId })
    for (const { page } of [list, thread]) await setHidden(page, false)
    await thread.page.locator('.mail-entry').nth(1).waitFor()
    await threadRow(list.page, 'Expired').getByText('It came meanwhile.').waitFor()
    // And what comes from then on.
    await receiveMail(app, { subject: 'Re: Expired', inReplyTo: [root], text: 'It came later.' })
    await thread.page.locator('.mail-entry').nth(2).waitFor()
    await threadRow(list.page, 'Expired').getByText('It came later.').waitFor()
    expect(await list.page.getByText('The connection is lost.').count()).toBe(0)
  })

  test('and makes two threads one leaves one row, and shows the open one as the part that it became', async () => {
    const [root, parent] = ['late-root@example.com', 'late-parent@example.com']
    const { threadId } = await receiveMail(app, { subject: 'Joined', messageId: root, text: 'The root.' })
    const answer = { subject: 'Re: Joined', from: 'bo@example.org', text: 'The answer.' }
    const other = await receiveMail(app, { ...answer, at: 'other@shop.test', inReplyTo: [parent] })
    expect(other.threadId).not.toBe(threadId)
    const [list, thread] = [await open('/mail'), await open(`/mail/threads/${other.threadId}`)]
    await threadRow(list.page, 'The answer.').waitFor()
    for (const { page } of [list, thread]) await followed(page)
    await receiveMail(app, { subject: 'Re: Joined', messageId: parent, inReplyTo: [root], text: 'The parent.' })
    await threadRow(list.page, 'Joined').getByText('3', { exact: true }).waitFor()
    await eventually('one row is left', async () => (await threadRow(list.page, 'Joined').count()) === 1)
    await eventually('all is there', async () => (await thread.page.locator('.mail-entry').count()) === 3)
    await thread.expectClean()
  })
})

const star = (id: string, starred = true) => app.call('POST', `/v1/mail/threads/${id}/star`, { body: { starred } })

/** Resolves when the page follows the mailbox: what happens from then on reaches it. */
async function followed(page: Page): Promise<void> {
  const told = page.getByRole('status', { name: 'New mail' }).filter({ hasText: /new mail/i })
  await eventually('the page follows the mailbox', async () => {
    await receiveMail(app, { subject: 'Probe', at: 'probe@shop.test' })
    return told.waitFor({ timeout: 1_000, state: 'attached' }).then(
      () => true,
      () => false,
    )
  })
}

/** Hides the tab, or shows it, as far as the page can tell. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(`{
    Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }`)
