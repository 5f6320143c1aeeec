import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../../support/browser.js'
import { builtConsole } from '../../support/built-console.js'
import { receiveMail } from '../../support/file-mail.js'
import { inboundDomain } from '../../support/inbound-domain.js'
import { startApp, type TestApp } from '../../support/start-app.js'
import { useBrowser } from '../../support/use-browser.js'
import { walkIn } from '../../support/walk.js'

/* Somebody in support works through the mail of an hour. */

const HELP = 'help@lamps.test'
const MAILS = 40

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
    await thread(page, 'Question 40.').getByText('Customer 40').waitFor()

    await thread(page, 'Question 40.').locator('a.row').click()
    await page.getByRole('heading', { name: 'Question 40.' }).waitFor()
    await page.getByText('Where is my order 4740?').first().waitFor()
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
    await answer.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('Accepted. It is on its way.').waitFor()

    // An action leads on to the next one.
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('heading', { name: 'Question 39.' }).waitFor()
    await page.getByRole('button', { name: 'Labels' }).click()
    // The one in the navigation is behind the dialog, but only once that has been loaded.
    await page.getByRole('dialog').getByRole('button', { name: 'New label' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Late orders')
    await page.getByRole('dialog').getByRole('button', { name: 'Create the label' }).click()
    // It was made for this thread, so the thread has it.
    await page.getByRole('checkbox', { name: 'Late orders', checked: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Question 39.' }).waitFor()
    await expectClean()

    await page.getByRole('navigation', { name: 'Mailbox' }).getByRole('link', { name: 'Late orders' }).click()
    await thread(page, 'Question 39.').waitFor()
    expect(await page.locator('.threads li.thread').count()).toBe(1)
    await page.getByRole('navigation', { name: 'Mailbox' }).getByRole('link', { name: 'Inbox' }).first().click()
    await thread(page, 'Question 38.').waitFor()
    expect(await thread(page, 'Question 40.').count()).toBe(0)

    await page.getByLabel(/^Search all mail/).fill('from:customer7@example.com')
    await page.keyboard.press('Enter')
    await thread(page, 'Question 38.').waitFor({ state: 'detached' })
    await thread(page, 'Question 7.').waitFor()
    await expectClean()
  })
})

const thread = (page: Page, subject: string) => page.locator('.threads li.thread', { hasText: subject })
