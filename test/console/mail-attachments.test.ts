import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kindOf } from '../../console/src/pages/mail/attachments/kind-of-file.js'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { anImage } from '../support/images.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Files of mails, looked at in their place. */

test.each([
  ['photo.jpg', 'image/jpeg', 'picture'],
  ['logo.svg', 'image/svg+xml', null],
  ['page.html', 'text/html', 'text'],
  ['page.xhtml', 'application/xhtml+xml', null],
  ['feed.json', 'application/json; charset=utf-8', 'text'],
  ['log.TXT', 'application/octet-stream', 'text'],
  ['invoice.pdf', 'application/octet-stream', 'pdf'],
  ['invoice.pdf', 'application/zip', null],
  ['invoice.pdf.exe', 'application/octet-stream', null],
])('%s of the type %s is shown as %s', (filename, contentType, expected) => {
  expect(kindOf({ filename, contentType, size: 100 })).toBe(expected)
})

test('large pictures and PDFs are only saved, and of large texts the beginning is shown', () => {
  const size = 25_000_001
  expect(kindOf({ filename: 'a.png', contentType: 'image/png', size })).toBeNull()
  expect(kindOf({ filename: 'a.pdf', contentType: 'application/pdf', size })).toBeNull()
  expect(kindOf({ filename: 'a.txt', contentType: 'text/plain', size })).toBe('text')
})

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]>>endobj
trailer<</Root 1 0 R>>`

let app: TestApp

describe.skipIf(!hasBrowser)('a file of a mail', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'shop.test')
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()

  /** Opens the thread of a mail with a file. */
  async function openWith(filename: string, contentType: string, content: string | Buffer) {
    const subject = `File ${filename}`
    const attachment = { filename, content_type: contentType, content: Buffer.from(content).toString('base64') }
    const body = { from: 'help@shop.test', to: ['ada@example.com'], subject, body_text: 'See the file.' }
    const sent = await app.call('POST', '/v1/mail/compose', { body: { ...body, attachments: [attachment] } })
    expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300)
    const { threads } = (await app.call('GET', `/v1/mail/threads?q=${encodeURIComponent(`subject:"${subject}"`)}`)).body
    const watched = await openPage(app, { path: `/mail/threads/${threads[0].id}` })
    await watched.page.getByRole('link', { name: filename }).waitFor()
    return watched
  }
  const show = (page: Page, filename: string) => page.getByRole('button', { name: `Show ${filename}` }).press('Enter')

  test('that is a picture is shown and hidden by keyboard', async () => {
    const { page, expectClean } = await openWith('dot.png', 'image/png', anImage())
    await show(page, 'dot.png')
    const picture = page.getByRole('img', { name: 'dot.png' })
    await picture.waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Hide dot.png', expanded: true }).press('Enter')
    await picture.waitFor({ state: 'detached' })
  })

  test('that is called a picture and is none says so', async () => {
    const { page, expectClean } = await openWith('broken.png', 'image/png', 'no picture')
    await show(page, 'broken.png')
    await page.getByRole('alert').getByText('The picture cannot be shown.').waitFor()
    await expectClean()
  })

  test('that is HTML is shown as it is written, and does nothing', async () => {
    const source =
      '<img src="/v1/account" onerror="document.title = \'taken\'"><script>document.title = "taken"</script>'
    const { page, expectClean } = await openWith('page.html', 'text/html', source)
    await show(page, 'page.html')
    await page.getByRole('region', { name: 'page.html' }).getByText(source).waitFor()
    expect(await page.title()).toBe('File page.html · Postline')
    await expectClean()
  })

  test('that is a long text shows its first 100 kB, to a whole character', async () => {
    const { page, expectClean } = await openWith('long.txt', 'text/plain', `a${'é'.repeat(60_000)}`)
    await show(page, 'long.txt')
    await page.getByText('This is its beginning.').waitFor()
    expect(await page.getByRole('region', { name: 'long.txt' }).textContent()).toBe(`a${'é'.repeat(49_999)}`)
    await expectClean()
  })

  test('that is a short text in another encoding is read', async () => {
    const { page } = await openWith('short.csv', 'text/csv', Buffer.from('Größe', 'latin1'))
    await show(page, 'short.csv')
    await page.getByRole('region', { name: 'short.csv' }).getByText('Größe').waitFor()
    expect(await page.getByText('This is its beginning.').count()).toBe(0)
  })

  test('that is an SVG is only for saving', async () => {
    const { page } = await openWith('logo.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await page.getByRole('button', { name: /^Show logo/ }).count()).toBe(0)
  })

  test('that is a PDF is shown in the viewer of the browser, if it has one', async () => {
    const { page, faults } = await openWith('plan.pdf', 'application/pdf', PDF)
    await show(page, 'plan.pdf')
    if (await page.evaluate<boolean>('navigator.pdfViewerEnabled')) {
      const frame = page.locator('iframe[title="plan.pdf"]')
      await frame.waitFor()
      expect(await frame.getAttribute('src')).toMatch(/^blob:/)
    } else await page.getByText('This browser shows no PDF.').waitFor()
    // The viewer is an extension that the browser brings along, with files of the browser.
    expect(faults.filter((fault) => !/^request to chrome(-extension)?:/.test(fault))).toEqual([])
  })

  test('that is called a PDF and is HTML is never opened', async () => {
    const { page, expectClean } = await openWith(
      'fake.pdf',
      'application/pdf',
      '<script>parent.document.title = 1</script>',
    )
    await show(page, 'fake.pdf')
    if (await page.evaluate<boolean>('navigator.pdfViewerEnabled')) {
      await page.getByRole('alert').getByText('It is called a PDF, and is none.').waitFor()
    }
    expect(await page.locator('iframe[title="fake.pdf"]').count()).toBe(0)
    await expectClean()
  })
})
