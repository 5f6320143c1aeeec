import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, openConsole } from '../support/browser.js'
import { tokenTo } from '../support/link-mails.js'
import { type MarketingMail, marketingMail } from '../support/marketing-mail.js'
import { type SmtpApp, startSmtpApp } from '../support/smtp-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

/* The pages that links in mails open, in a real browser at the width of a phone. */

const PHONE = { width: 360, height: 740 }
const SENDER = 'Acme Shop'

let app: SmtpApp
let browser: Browser
let mail: MarketingMail
let verify: string

describe.skipIf(!hasBrowser)('pages that links in mails open', () => {
  beforeAll(async () => {
    app = await startSmtpApp()
    await app.call('POST', '/v1/test-recipients', { body: { email: 'cy@example.com' } })
    verify = `/verify/${await tokenTo(app.sink, 'cy@example.com')}`
    await verifiedDomain(app, 'acme.example')
    for (const name of ['News', 'Offers']) {
      await app.call('POST', '/v1/contact-lists', { body: { name, description: 'Once a month.', is_topic: true } })
    }
    mail = await marketingMail(app, `${SENDER} <shop@acme.example>`)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const pages: [name: string, path: () => string, names: () => string][] = [
    ['the confirmation of a test recipient', () => verify, () => app.ownerEmail],
    ['the unsubscription', () => mail.oneClick, () => SENDER],
    ['the preferences', () => mail.page, () => SENDER],
    ['a broken link', () => '/unsubscribe/none', () => 'This link is invalid'],
  ]

  for (const colorScheme of ['light', 'dark'] as const) {
    test.each(pages)(
      `%s is accessible in ${colorScheme}, names the sender, and fits a phone`,
      async (_name, path, names) => {
        const watched = await openConsole(browser, app, { path: path(), key: null, colorScheme, viewport: PHONE })
        const { page } = watched
        await page.getByText(names()).first().waitFor()
        await watched.expectClean()
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(PHONE.width)
        const gaps = await page.evaluate<number[]>(`[...document.querySelectorAll('form')].flatMap((form) => {
        const next = form.nextElementSibling
        return next ? [next.getBoundingClientRect().top - form.getBoundingClientRect().bottom] : []
      })`)
        for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(16)
        await watched.context.close()
      },
    )
  }
})
