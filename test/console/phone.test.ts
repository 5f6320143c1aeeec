import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aListOf, people } from '../support/contacts.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* What a small screen has no room for, or no use. */

const viewport = { width: 390, height: 844 }
const DOMAIN = 'phone.test'
let app: TestApp

describe.skipIf(!hasBrowser)('on a phone', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()

  test('the brand, the search for pages and the account share one line', async () => {
    const { page, expectClean } = await openPage(app, { path: '/webhooks', viewport })
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    const middles = []
    for (const name of ['Postline', 'Documentation']) {
      const box = (await page.getByRole('link', { name, exact: true }).boundingBox())!
      middles.push(box.y + box.height / 2)
    }
    expect(Math.abs(middles[0]! - middles[1]!)).toBeLessThan(12)
    // There is no keyboard to use them with.
    await page.getByRole('button', { name: 'Shortcuts' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await expectClean()
  })

  test('what acts on selected threads comes when there are any', async () => {
    await receiveMail(app, { at: `help@${DOMAIN}`, from: 'ada@example.com', subject: 'A lamp', text: 'It is broken.' })
    const { page, expectClean } = await openPage(app, { path: '/mail', viewport })
    const bar = page.getByRole('toolbar', { name: 'Selected threads' })
    await page.getByRole('checkbox', { name: /A lamp/ }).waitFor()
    expect(await bar.getByRole('button').allTextContents()).toEqual(['Select all'])
    await page.getByRole('checkbox', { name: /A lamp/ }).check()
    await bar.getByRole('button', { name: 'Archive' }).waitFor()
    await expectClean()
  })

  test('the mail of a broadcast is as wide as the screen, not a small picture of a desktop', async () => {
    const key = await app.testKey()
    const list_id = await aListOf({ ...app.app, accountId: app.accountId }, people(1, 'small.example'))
    const body = { name: 'News', list_id, subject: 'News', body_html: '<p>News for you</p>' }
    const { id } = (await app.call('POST', '/v1/broadcasts', { key, body })).body
    const { page, expectClean } = await openPage(app, { path: `/broadcasts/${id}`, viewport })
    await page.frameLocator('iframe').getByText('News for you').waitFor()
    expect(await page.locator('iframe').getAttribute('style')).toBeNull()
    await page.getByRole('button', { name: 'Desktop width' }).click()
    await page.locator('.scaled-preview iframe').waitFor()
    await expectClean()
  })

  test('a mail is not offered in phone width', async () => {
    const payload = { subject: 'Narrow', body_html: '<p>Narrow</p>', body_text: 'Narrow' }
    const body = aSend({ payload, metadata: { from_email: `hello@${DOMAIN}` } })
    const sent = await app.call('POST', '/v1/send', { key: await app.testKey(), body })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    const { page } = await openPage(app, { path: `/messages/${sent.body.id}`, viewport })
    await page.frameLocator('iframe').getByText('Narrow').waitFor()
    await page.getByRole('button', { name: 'Phone width' }).waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1_200, height: 800 })
    await page.getByRole('button', { name: 'Phone width' }).waitFor()
  })
})
