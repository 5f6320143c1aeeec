import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../../support/browser.js'
import { builtConsole } from '../../support/built-console.js'
import { receiveMail } from '../../support/file-mail.js'
import { inboundDomain } from '../../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../../support/start-app.js'
import { useBrowser } from '../../support/use-browser.js'
import { walkIn } from '../../support/walk.js'

/* Somebody in support works through two hours of mail. */

const HELP = 'help@lamps.test'
const MAILS = 120

let app: TestApp

describe.skipIf(!hasBrowser)('somebody in support', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'lamps.test')
    await app.call('POST', '/v1/mail/inboxes', { body: { email: HELP } })
    for (let index = 1; index <= MAILS; index += 1) {
      await receiveMail(app, {
        at: HELP,
        from: `Customer ${index} <customer${index}@example.com>`,
        subject: `Question ${index}.`,
        text: `Where is my order ${4_700 + index}?`,
      })
    }
  })
  afterAll(() => app?.close())

  const open = useBrowser()

  test('reads, answers with formatting, goes on to the next, labels, files and searches', async () => {
    const { page, expectClean } = await walkIn(open, app, app.adminKey)
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Mail', exact: true }).click()
    await thread(page, 'Question 120.').getByText('Customer 120').waitFor()

    await thread(page, 'Question 120.').locator('a.row').click()
    await page.getByRole('heading', { name: 'Question 120.' }).waitFor()
    await page.getByText('Where is my order 4820?').first().waitFor()
    await page.keyboard.press('r')
    const answer = page.getByRole('region', { name: 'Reply' })
    const text = answer.getByLabel('Text')
    await text.waitFor()
    expect(await answer.getByLabel('From').inputValue()).toBe(HELP)
    await page.keyboard.type('It left ')
    await answer.getByRole('button', { name: 'Bold' }).click()
    await page.keyboard.type('today')
    await answer.getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe[title="Preview of your mail"]').locator('b, strong').getByText('today').waitFor()
    await expectClean()
    // What was typed survives a closed tab, because it is on the server.
    await page.getByText('Draft saved.').waitFor()
    await answer.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.toast', { hasText: 'Sending.' }).waitFor()

    // A word to colleagues, which is never sent.
    await page.getByRole('button', { name: 'Internal note' }).click()
    const note = page.getByRole('region', { name: 'New internal note' })
    await note.getByLabel('Note', { exact: true }).fill('The carrier lost the first parcel.')
    await note.getByRole('button', { name: 'Save note' }).click()
    await page
      .getByRole('article', { name: /^Internal note/ })
      .getByText('The carrier lost')
      .waitFor()
    await expectClean()

    // An action leads on to the next one.
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('heading', { name: 'Question 119.' }).waitFor()
    await page.getByRole('button', { name: 'Labels' }).click()
    // The one in the navigation is behind the dialog, but only once that has been loaded.
    await page.getByRole('dialog').getByRole('button', { name: 'New label' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Late orders')
    await page.getByRole('dialog').getByRole('button', { name: 'Create the label' }).click()
    // It was made for this thread, so the thread has it.
    await page.getByRole('checkbox', { name: 'Late orders', checked: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Question 119.' }).waitFor()
    await expectClean()

    await page.getByRole('navigation', { name: 'Mailbox' }).getByRole('link', { name: 'Late orders' }).click()
    await thread(page, 'Question 119.').waitFor()
    expect(await page.locator('.threads li.thread').count()).toBe(1)
    await page.getByRole('navigation', { name: 'Mailbox' }).getByRole('link', { name: 'Inbox' }).first().click()
    await thread(page, 'Question 118.').waitFor()
    expect(await thread(page, 'Question 120.').count()).toBe(0)

    // What is left of the first hour is put away together, and comes back when that was wrong.
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('toolbar', { name: 'Selected threads' }).getByRole('button', { name: 'Archive' }).click()
    await thread(page, 'Question 118.').waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await page.getByText('Undone.', { exact: true }).waitFor()
    await thread(page, 'Question 118.').waitFor()
    await expectClean()

    await page.getByLabel(/^Search all mail/).fill('has:note')
    await page.keyboard.press('Enter')
    await thread(page, 'Question 118.').waitFor({ state: 'detached' })
    await thread(page, 'Question 120.').waitFor()
    await page.getByLabel(/^Search all mail/).fill('from:customer7@example.com')
    await page.keyboard.press('Enter')
    await thread(page, 'Question 120.').waitFor({ state: 'detached' })
    await thread(page, 'Question 7.').waitFor()
    await expectClean()
    await eventually('the answer has left, once', async () => {
      const { body } = await app.call('GET', '/v1/messages?search=Question')
      return body.messages.length === 1 && ['sent', 'delivered'].includes(body.messages[0].status)
    })
  })
})

const thread = (page: Page, subject: string) => page.locator('.threads li.thread', { hasText: subject })
