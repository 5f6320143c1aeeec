import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, threadRow, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Threads that people merge and split, and the notes they write on them. */

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

  test('is merged by keyboard into another of the same person, and its address leads there', async () => {
    const from = 'Bo <bo@example.org>'
    const one = await receiveMail(app, { subject: 'Where is it?', from, text: 'The first question.' })
    const other = await receiveMail(app, { subject: 'Order 7', from, text: 'The order.' })
    await receiveMail(app, { subject: 'Somebody else' })
    const { page, expectClean } = await open(`/mail/threads/${one.threadId}`)
    await page.getByRole('button', { name: 'Merge' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Merge into another thread' })
    await dialog.getByText('1 thread of the same person:').waitFor()
    await expectClean()
    await dialog.getByText('Everything in this thread (1 mail) goes').waitFor()
    await dialog.getByRole('radio', { name: /Order 7/ }).press(' ')
    await dialog.getByText('into “Order 7”, which keeps its subject').waitFor()
    await dialog.getByRole('button', { name: 'Merge' }).press('Enter')
    await page.waitForURL(`**/mail/threads/${other.threadId}`)
    await page.getByRole('heading', { name: 'Order 7' }).waitFor()
    expect(await page.locator('.mail-entry').count()).toBe(2)
    await page.getByText('Merged into “Order 7”.').waitFor()
    await expectClean()
    await page.goto(`${app.url}/mail/threads/${one.threadId}`)
    await page.waitForURL(`**/mail/threads/${other.threadId}`)
    await page.getByRole('heading', { name: 'Order 7' }).waitFor()
  })

  test('is found by words, and a merge that is refused says why', async () => {
    const one = await receiveMail(app, { subject: 'Zebra question' })
    const other = await receiveMail(app, { subject: 'Giraffe question', from: 'cy@example.net' })
    const { page, expectClean } = await open(`/mail/threads/${one.threadId}`)
    await page.getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge into another thread' })
    await dialog.getByLabel(/^Find the other thread/).fill('nothing-has-this')
    await dialog.getByText('No other thread is found.').waitFor()
    await dialog.getByLabel(/^Find the other thread/).fill('giraffe')
    await dialog.getByRole('radio', { name: /Giraffe/ }).check()
    await app.call('POST', `/v1/mail/threads/${other.threadId}/move`, { body: { folder: 'trash' } })
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(page.url()).toContain(one.threadId)
    await expectClean()
  })

  test('loses a mail that is split off, and gets it back by z', async () => {
    const root = 'split-root@example.com'
    const { threadId } = await receiveMail(app, { subject: 'Two matters', messageId: root, text: 'The first matter.' })
    const second = await receiveMail(app, { subject: 'Re: Two matters', inReplyTo: [root], text: 'The second matter.' })
    const { page, expectClean } = await open(`/mail/threads/${threadId}`)
    await page.getByText('The second matter.').waitFor()
    await page.getByRole('button', { name: 'Split off' }).click()
    const question = page.getByRole('alertdialog', { name: 'Split this mail off?' })
    await expectClean()
    await question.getByRole('button', { name: 'Split off' }).click()
    await eventually('one mail is left', async () => (await page.locator('.mail-entry').count()) === 1)
    // The only one stays.
    await page.getByRole('button', { name: 'Split off' }).waitFor({ state: 'detached' })
    await page.getByRole('status').getByRole('button', { name: 'Show it' }).waitFor()
    const begun = await threadOfMail(second.id)
    expect(begun).not.toBe(threadId)
    await page.keyboard.press('z')
    await eventually('it is back', async () => (await threadOfMail(second.id)) === threadId)
    await eventually('both are shown', async () => (await page.locator('.mail-entry').count()) === 2)
  })

  test('shows internal notes among its mails, and to others as soon as they are written', async () => {
    const root = 'noted-root@example.com'
    const { threadId } = await receiveMail(app, { subject: 'Noted', messageId: root, text: 'Where is my parcel?' })
    const [writer, reader] = [await open(`/mail/threads/${threadId}`), await open(`/mail/threads/${threadId}`)]
    const { page } = writer
    await page.locator('.mail-entry').waitFor()
    await page.keyboard.press('N')
    const form = page.getByRole('region', { name: 'New internal note' })
    await form.getByText('never sent').waitFor()
    await writer.expectClean()
    await form.getByLabel('Note', { exact: true }).fill('   ')
    await form.getByRole('button', { name: 'Save note' }).click()
    await form.getByText('must not be empty').first().waitFor()
    await form.getByLabel('Your name').fill('Bo Ek')
    await form.getByLabel('Note', { exact: true }).fill('It is in <b>Hamburg</b>.')
    await form.getByLabel('Note', { exact: true }).press('Control+Enter')
    for (const watched of [writer, reader]) {
      const note = watched.page.getByRole('article', { name: 'Internal note by Bo Ek' })
      await note.getByText('It is in <b>Hamburg</b>.').waitFor()
      await note.getByText('Internal note, never sent').waitFor()
      await watched.expectClean()
    }
    expect(await page.getByRole('button', { name: 'Internal note' }).evaluate((one) => one.matches(':focus'))).toBe(
      true,
    )

    // Behind the note, by its time.
    await receiveMail(app, { subject: 'Re: Noted', inReplyTo: [root], text: 'Is it there?' })
    await eventually('the mail is behind the note', async () => {
      const entries = await page.getByRole('list', { name: 'Mails and notes' }).getByRole('listitem').allTextContents()
      return entries.length === 3 && /Hamburg/.test(entries[1]!)
    })
    const note = page.getByRole('article', { name: 'Internal note by Bo Ek' })
    await note.getByRole('button', { name: 'Edit' }).click()
    await note.getByLabel('Note', { exact: true }).fill('It is in Kiel.')
    await note.getByRole('button', { name: 'Save note' }).click()
    for (const watched of [writer, reader]) await watched.page.getByText('It is in Kiel.').waitFor()
    await note.getByText(/edited/).waitFor()

    await reader.page.goto(`${app.url}/mail?q=has:note`)
    await threadRow(reader.page, 'Noted').getByText('1 note', { exact: true }).waitFor()
    await reader.expectClean()
    await note.getByRole('button', { name: 'Delete note' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await note.waitFor({ state: 'detached' })
    await eventually('it is gone', async () => {
      return (await app.call('GET', `/v1/mail/threads/${threadId}/notes`)).body.notes.length === 0
    })
  })

  test('with more than a hundred notes shows the newest, and the older ones when asked', async () => {
    const { threadId } = await receiveMail(app, { subject: 'Much noted' })
    for (let index = 1; index <= 103; index += 1) {
      await app.call('POST', `/v1/mail/threads/${threadId}/notes`, { body: { text: `Note ${index}.` } })
    }
    const { page, expectClean } = await open(`/mail/threads/${threadId}`)
    await page.getByRole('button', { name: 'Show the 95 notes between' }).click()
    expect(await page.locator('.note-entry').count()).toBe(100)
    await page.getByRole('button', { name: 'Show older notes' }).click()
    await eventually('all are there', async () => (await page.locator('.note-entry').count()) === 103)
    await page.getByText('Note 1.', { exact: true }).waitFor()
    await expectClean()
  })
})

const threadOfMail = async (id: string) => (await app.call('GET', `/v1/inbound/${id}`)).body.thread_id
