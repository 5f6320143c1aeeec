import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* A list without rows offers nothing that only rows are good for. */

const DOMAIN = 'empty.test'
let app: TestApp

describe.skipIf(!hasBrowser)('an empty list', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  const button = (page: Page, name: string) => page.getByRole('button', { name })

  test('of contacts has nothing to choose', async () => {
    const { page } = await openPage(app, { path: '/contacts' })
    await page.getByText('Contacts are the people whom you write to').waitFor()
    await button(page, 'Choose all contacts').waitFor({ state: 'hidden' })
    await app.call('POST', '/v1/contacts', { body: { email: 'ada@empty.test' } })
    await page.reload()
    await button(page, 'Choose all contacts').waitFor()
    // Nor has a search that finds none.
    await page.getByLabel(/^Search/).fill('nobody')
    await page.getByText(/No contact/).waitFor()
    await button(page, 'Choose all').waitFor({ state: 'hidden' })
  })

  test('of threads has nothing to select', async () => {
    const { page } = await openPage(app, { path: '/mail/archive' })
    await page.getByText('Nothing is here.').waitFor()
    await button(page, 'Select all').waitFor({ state: 'hidden' })
    await receiveMail(app, { at: `help@${DOMAIN}`, from: 'ada@example.com', subject: 'A lamp', text: 'It is broken.' })
    await page
      .getByRole('navigation', { name: 'Mailbox' })
      .getByRole('link', { name: /^Inbox/ })
      .click()
    await button(page, 'Select all').waitFor()
  })

  test('of dead letters has nothing to retry', async () => {
    const { page } = await openPage(app, { path: '/dead-letters' })
    await page.getByText('None. All work is done, or under way.').waitFor()
    await button(page, 'Retry all').waitFor({ state: 'hidden' })
  })

  test('of deliveries has nothing to deliver again', async () => {
    const body = { endpoint_url: 'http://127.0.0.1:1029/hook' }
    const { id } = (await app.call('POST', '/v1/webhooks', { body })).body
    const { page } = await openPage(app, { path: `/webhooks/${id}` })
    await page.getByText('Nothing was delivered yet.').waitFor()
    await button(page, 'Choose all that are shown').waitFor({ state: 'hidden' })
  })
})
