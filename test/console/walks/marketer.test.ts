import { afterAll, beforeAll, describe, test } from 'vitest'
import { choose, hasBrowser } from '../../support/browser.js'
import { builtConsole } from '../../support/built-console.js'
import { addContacts, people } from '../../support/contacts.js'
import { startApp, type TestApp } from '../../support/start-app.js'
import { useBrowser } from '../../support/use-browser.js'
import { goTo, walkIn } from '../../support/walk.js'

/* A marketer with 20,000 contacts writes to those who came with the last file. */

const OTHERS = 18_000
const READERS = 2_000
/** Most time to import or send to them all: a slow machine takes minutes. */
const ALL_MS = 300_000

let app: TestApp

describe.skipIf(!hasBrowser)('a marketer', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    await addContacts({ ...app.app, accountId: app.accountId }, people(OTHERS, 'others.example'))
  })
  afterAll(() => app?.close())

  const open = useBrowser()

  test('finds a contact, imports a file into a list, writes a broadcast, sends it, and sees what became of it', async () => {
    const { page, expectClean } = await walkIn(open, app, await app.testKey())

    await goTo(page, 'Contacts')
    const contacts = page.locator('.contacts a.row')
    await contacts.first().waitFor()
    await page.getByLabel(/^Search/).fill(`person${OTHERS - 1}@others.example`)
    await contacts.nth(1).waitFor({ state: 'detached' })
    await contacts
      .getByText(`Person ${OTHERS - 1}`)
      .first()
      .waitFor()
    await expectClean()

    await page.getByRole('link', { name: 'Import' }).click()
    const rows = Array.from(
      { length: READERS },
      (_none, index) => `reader${index}@readers.example;Reader ${index};Oslo`,
    )
    const buffer = Buffer.from(['E-Mail;Vorname;Stadt', ...rows].join('\n'))
    await page.getByLabel('CSV file').setInputFiles({ name: 'Newsletter.csv', mimeType: 'text/csv', buffer })
    await choose(page, 'Add them to a list', 'A new list')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('The import is done').waitFor({ timeout: ALL_MS })
    await expectClean()

    await goTo(page, 'Broadcasts')
    await page.getByRole('link', { name: 'New broadcast' }).first().click()
    await choose(page, 'To everybody in the list', 'Newsletter')
    await page.getByText('2,000 people are in it now').waitFor()
    await page.getByLabel('Name, for you').fill('November news')
    await page.getByLabel('Subject').fill('News for {{ first_name }}')
    await page.getByLabel('HTML').fill('<p>Dear {{ first_name }}</p><p><a href="{{ unsubscribe_url }}">Leave</a></p>')
    await page
      .frameLocator('iframe')
      .getByText(/^Dear Reader \d+$/)
      .waitFor()
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByRole('heading', { name: 'November news' }).waitFor()
    await page
      .frameLocator('iframe')
      .getByText(/^Dear Reader \d+$/)
      .waitFor()
    await expectClean()

    await page.getByRole('button', { name: 'Send…' }).click()
    await page.getByRole('button', { name: 'Send to 2,000 people' }).click()
    await page.getByText('2,000 of 2,000 sent.').waitFor({ timeout: ALL_MS })
    await page.locator('.page-head .badge', { hasText: 'sent' }).waitFor()
    await page
      .locator('.figures > div', { hasText: 'Delivered' })
      .getByText('2,000')
      .first()
      .waitFor({ timeout: ALL_MS })
    await expectClean()

    await goTo(page, 'Broadcasts')
    await page.getByRole('link', { name: /November news/ }).waitFor()
  })
})
