import { readFile } from 'node:fs/promises'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  hasBrowser,
  type OpenOptions,
  openBrowser,
  openConsole,
  threadRow,
  type WatchedPage,
} from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { freePort } from '../support/built-program.js'
import { startDnsApp } from '../support/dns-app.js'
import type { DnsZone } from '../support/dns-server.js'
import { goByKeys } from '../support/go-by-keys.js'
import { anImage } from '../support/images.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { aSend, eventually, type TestApp } from '../support/start-app.js'
import { startTracker } from '../support/tracker.js'
import { useBrowser } from '../support/use-browser.js'
import { verifiedDomain } from '../support/verified-domain.js'

/* The mailbox in a real browser, with mail that comes in over SMTP. */

const DOMAIN = 'shop.test'
/** Two that write to us: the mail of one is proven to be from it, and that of the other is not. */
const ZONE: DnsZone = {
  'elsewhere.test': { MX: ['10 mail.elsewhere.test'], TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
  '_dmarc.elsewhere.test': { TXT: ['v=DMARC1; p=none'] },
  'liar.test': { TXT: ['v=spf1 -all'] },
  '_dmarc.liar.test': { TXT: ['v=DMARC1; p=reject'] },
}
let app: TestApp
let smtpPort: number

describe.skipIf(!hasBrowser)('the mailbox', () => {
  beforeAll(async () => {
    const consoleFolder = await builtConsole()
    smtpPort = await freePort()
    const settings = { SMTP_PORT: String(smtpPort), SMTP_MAILS_PER_MINUTE: '0' }
    app = await startDnsApp({ records: ZONE, settings, ports: { consoleFolder } })
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  test('without a domain says what is missing, and with one creates the first inbox in place', async () => {
    const other = await otherAccount('first-inbox@postline.test')
    const { page, expectClean } = await open('/mail', { key: other.key })
    await page.getByText('you need a verified domain of your own').waitFor()
    await expectClean()

    const domain = 'first.test'
    await verifiedDomain({ app: { models: app.app.models }, accountId: other.accountId }, domain)
    await page.reload()
    await page.getByLabel('Before the @').fill('not an address')
    await page.getByRole('button', { name: 'Create the inbox' }).click()
    await page.getByText('must be the part before an @').first().waitFor()
    await page.getByLabel('Before the @').fill('help')
    await page.getByRole('button', { name: 'Create the inbox' }).click()
    await page.getByText(`help@${domain} receives mail now.`).waitFor()
    await page.getByText(/^MX 10 /).waitFor()
    await expectClean()

    await deliver({ to: `help@${domain}`, subject: 'The first one' })
    await threadRow(page, 'The first one').waitFor()
  })

  test('a mail that arrives appears in two windows, with its count, and is read in both once one opens it', async () => {
    const [one, two] = [await open('/mail'), await open('/mail')]
    for (const { page } of [one, two]) await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor()
    const inInbox = { account_id: app.accountId, folder: 'inbox', unread: true } as const
    const before = await app.app.models.mailThreads.countDocuments(inInbox)
    await deliver({ subject: 'Seen live', text: 'Where is my order?' })
    for (const { page } of [one, two]) {
      await threadRow(page, 'Seen live').getByText('Unread:').waitFor()
      await eventually('it is counted', async () => (await unreadOf(page)) === before + 1)
    }
    await one.expectClean()

    await threadRow(one.page, 'Seen live').locator('a.row').click()
    await one.page.getByText('Where is my order?').waitFor()
    for (const { page } of [one, two]) await eventually('it is read', async () => (await unreadOf(page)) === before)
    await threadRow(two.page, 'Seen live').getByText('Unread:').waitFor({ state: 'detached' })
    await one.expectClean()
  })

  test('a mail is shown with its pictures, its plain text and its files', async () => {
    await deliver({
      subject: 'With everything',
      text: 'The plain form.',
      html: '<h1>Formatted</h1><img src="cid:logo" alt="Logo">',
      attachments: [
        { filename: 'logo.png', content: anImage(), contentType: 'image/png', cid: 'logo' },
        { filename: 'plan.txt', content: 'Ten lines', contentType: 'text/plain' },
      ],
    })
    const { page, expectClean } = await openThread('With everything')
    const frame = page.frameLocator('iframe')
    await frame.getByText('Formatted').waitFor()
    await eventually('the picture is there', async () => {
      return (
        (await frame.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)) >
        0
      )
    })
    await expectClean()
    await page.getByRole('button', { name: 'Show its plain text' }).click()
    await page.getByText('The plain form.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'plan.txt' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toBe('Ten lines')
    expect(download.suggestedFilename()).toBe('plan.txt')
  })

  test('a hostile mail is shown harmless, and connects to no other host until told', async () => {
    const tracker = await startTracker()
    const exposed = await openBrowser({ 'tracker.example': tracker.port })
    try {
      await deliver({ subject: 'Hostile', html: HOSTILE })
      const { page, context } = await openConsole(exposed, app, { path: await pathOf('Hostile') })
      const frame = page.frameLocator('iframe')
      await frame.getByText('A link').waitFor()
      expect(await frame.locator('form, input, iframe, object, svg, link').count()).toBe(0)
      expect(await frame.locator('script').count(), 'scripts besides ours').toBe(1)
      const address = page.url()
      expect([tracker.connections(), tracker.paths]).toEqual([0, []])
      expect(await page.title()).toBe('Hostile · Postline')

      await page.getByRole('button', { name: 'Show remote images' }).click()
      await eventually('the picture is loaded', () => tracker.paths.length > 0)
      await frame.getByText('A link').waitFor()
      expect(tracker.paths).toEqual(['/pixel.gif'])
      const [tab] = await Promise.all([context.waitForEvent('page'), frame.getByText('A link').click()])
      await eventually('it is followed', () => tracker.paths.includes('/link'))
      expect(await tab.evaluate<boolean>('window.opener === null')).toBe(true)
      expect(page.url()).toBe(address)
    } finally {
      await exposed.close()
      await tracker.close()
    }
  })

  test('a mail whose sender is not proven says so', async () => {
    await deliver({ subject: 'From a liar', from: 'Boss <boss@liar.test>' })
    await deliver({ subject: 'From Ada' })
    const liar = await openThread('From a liar')
    await liar.page.getByText('The sender is not proven').waitFor()
    await liar.expectClean()
    const { page } = await openThread('From Ada')
    await page.getByText('Some words.').waitFor()
    expect(await page.getByText('The sender is not proven').count()).toBe(0)
  })

  test('threads are walked, starred, selected and moved by keyboard', async () => {
    for (const subject of ['Keys zero', 'Keys one', 'Keys two', 'Keys three']) await deliver({ subject })
    const { page } = await open('/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await goByKeys(page, ['g', 'i'], '**/mail')
    await threadRow(page, 'Keys one').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Star Keys three', pressed: true }).waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('e')
    await threadRow(page, 'Keys three').waitFor({ state: 'detached' })
    await threadRow(page, 'Keys two').waitFor({ state: 'detached' })
    await page.getByText('Archived.').first().waitFor()
    // The focus is on the next row.
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Keys one' }).waitFor()
    await page.keyboard.press('#')
    await page.getByText('Moved to the trash.').waitFor()
    // The next thread of the list is shown, and the way back leads to the list.
    await page.getByRole('heading', { name: 'Keys zero' }).waitFor()
    await page.keyboard.press('u')
    await page.waitForURL('**/mail')
    await threadRow(page, 'Keys zero').waitFor()
    await threadRow(page, 'Keys one').waitFor({ state: 'detached' })

    await page.goto(`${app.url}/mail/starred`)
    await threadRow(page, 'Keys three').waitFor()
    await page.goto(`${app.url}/mail/trash`)
    await threadRow(page, 'Keys one').waitFor()
    await page.goto(`${app.url}/mail/archive`)
    await threadRow(page, 'Keys two').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Mail: archive').waitFor()
  })

  test('a long mail is as high as it is, and only the page scrolls', async () => {
    const lines = Array.from({ length: 200 }, (_none, index) => `<p>Line ${index + 1}</p>`).join('')
    const loop = '<div style="height:calc(100vh + 10px)">Grows</div>'
    await deliver({ subject: 'Very long', html: lines })
    const { page } = await openThread('Very long')
    const frame = page.frameLocator('iframe')
    await frame.getByText('Line 200').waitFor()
    const isWhole = async () => {
      const shown = await page.locator('iframe').boundingBox()
      const high = await frame
        .locator('html')
        .evaluate((html) => (html as unknown as { scrollHeight: number }).scrollHeight)
      return shown !== null && shown.height > 3_000 && Math.abs(shown.height - 2 - high) <= 2
    }
    await eventually('the frame is as high as its mail', isWhole)
    const key = await app.testKey()
    const sent = await app.call('POST', '/v1/send', {
      key,
      body: aSend({ payload: { subject: 'Loop', body_html: loop }, metadata: { from_email: `help@${DOMAIN}` } }),
    })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    await page.goto(`${app.url}/messages/${sent.body.id}`)
    await page.frameLocator('iframe').getByText('Grows').waitFor()
    await page.waitForTimeout(1_000)
    const { height } = (await page.locator('iframe').boundingBox())!
    expect(height).toBeLessThan(2_000)
  })

  test('scripts of a sent mail never run, though ours does', async () => {
    const key = await app.testKey()
    const said = (what: string) => `document.getElementById('said').textContent='${what} ran'`
    const html =
      `<p id="said">Nothing ran</p><script>${said('A script')}</script><svg onload="${said('A handler')}"></svg>` +
      `<img src="data:image/png;base64,x" onerror="${said('A handler')}">` +
      `<a href="javascript:${said('A link')}">Press</a><blockquote>Quoted</blockquote>`
    const metadata = { from_email: `help@${DOMAIN}` }
    const sent = await app.call('POST', '/v1/send', {
      key,
      body: aSend({ metadata, payload: { subject: 'Scripts', body_html: html } }),
    })
    const { page, context } = await open(`/messages/${sent.body.id}`)
    const frame = page.frameLocator('iframe')
    await frame.getByText('Quoted text').waitFor()
    await frame.getByText('Press').click()
    await page.waitForTimeout(500)
    expect(await frame.locator('#said').textContent()).toBe('Nothing ran')
    expect(await frame.locator('body').evaluate('origin')).toBe('null')
    for (const tab of context.pages()) expect(tab.url()).not.toContain('javascript')
  })

  test('a refused write goes back, with the reason', async () => {
    await deliver({ subject: 'Stays where it is' })
    const { page, context } = await open('/mail')
    await threadRow(page, 'Stays where it is').waitFor()
    await context.route('**/graphql', (route) =>
      route.request().postData()?.includes('mutation MoveThread') ? route.abort() : route.continue(),
    )
    await threadRow(page, 'Stays where it is').getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click()
    await page.getByText(/^Not changed: The server cannot be reached/).waitFor()
    await threadRow(page, 'Stays where it is').waitFor()
  })

  test('closing the page asks while a write is on its way, and then no more', async () => {
    await deliver({ subject: 'Just in time' })
    const { page, context } = await open('/mail')
    await threadRow(page, 'Just in time').waitFor()
    let letThrough = () => {}
    const isAllowed = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await context.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation MoveThread')) await isAllowed
      await route.continue()
    })
    await threadRow(page, 'Just in time').getByRole('checkbox').check()
    await page.keyboard.press('e')
    await threadRow(page, 'Just in time').waitFor({ state: 'detached' })
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    letThrough()
    await page.getByText('Archived.').waitFor()
    let asksAgain = false
    page.on('dialog', (dialog) => {
      asksAgain = true
      void dialog.accept()
    })
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
    expect(asksAgain).toBe(false)
  })

  test('labels are made, given to threads, listed and deleted', async () => {
    await deliver({ subject: 'For a label' })
    const { page, expectClean } = await open('/mail')
    await page.getByRole('button', { name: 'New label' }).click()
    await page.getByLabel('Name').fill('Orders')
    await page.getByRole('button', { name: 'Create the label' }).click()
    const places = page.getByRole('navigation', { name: 'Mailbox' })
    await places.getByRole('link', { name: 'Orders' }).waitFor()
    await page.getByRole('button', { name: 'New label' }).click()
    await page.getByLabel('Name').fill('orders')
    await page.getByRole('button', { name: 'Create the label' }).click()
    await page.getByRole('alert').waitFor()
    await page.keyboard.press('Escape')

    await threadRow(page, 'For a label').locator('a.row').focus()
    await page.keyboard.press('l')
    await page.getByRole('dialog').getByLabel('Orders').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await threadRow(page, 'For a label').getByText('Orders').waitFor()
    await places.getByRole('link', { name: 'Orders' }).click()
    await page.waitForURL('**/mail?label=Orders')
    await threadRow(page, 'For a label').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Purchases')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.waitForURL('**/mail?label=Purchases')
    await threadRow(page, 'For a label').getByText('Purchases').waitFor()
    await page.getByRole('button', { name: 'Delete label' }).click()
    await page.getByRole('button', { name: 'Delete the label' }).click()
    await places.getByRole('link', { name: 'Purchases' }).waitFor({ state: 'detached' })
    await threadRow(page, 'For a label').waitFor()
    expect((await app.call('GET', '/v1/mail/labels')).body.labels).toEqual([])
  })

  test('an inbox has a list of its own, and is deleted by those who may', async () => {
    await app.call('POST', '/v1/mail/inboxes', { body: { address: `desk@${DOMAIN}`, name: 'Front desk' } })
    await deliver({ subject: 'To the desk', to: `desk@${DOMAIN}` })
    await deliver({ subject: 'To somebody else' })
    const reader = await open('/mail', { key: await app.key('read'), takenFor: 'admin' })
    const admin = await open('/mail')
    for (const { page } of [reader, admin]) {
      await threadRow(page, 'To somebody else').waitFor()
      await page.getByRole('navigation', { name: 'Mailbox' }).getByRole('link', { name: 'Front desk' }).click()
      await threadRow(page, 'To somebody else').waitFor({ state: 'detached' })
      await threadRow(page, 'To the desk').waitFor()
      await page.getByRole('button', { name: 'Delete inbox' }).click()
      await page.getByRole('button', { name: 'Delete the inbox' }).click()
    }
    await reader.page.getByText('Not deleted: ').waitFor()
    await admin.page.waitForURL('**/mail')
    await threadRow(admin.page, 'To the desk').waitFor()
    expect((await app.call('GET', '/v1/mail/inboxes')).body.inboxes).toEqual([])
  })

  test('a search with operators is in the address, and says what it understands', async () => {
    await deliver({ subject: 'Quarterly zebra', text: 'In stripes' })
    await deliver({ subject: 'Quarterly heron', text: 'In feathers' })
    const { page, expectClean } = await open('/mail')
    await page.getByText('What the search understands').click()
    await page.getByText('has:attachment').waitFor()
    await page.getByLabel(/^Search all mail/).fill('subject:quarterly -heron')
    await page.waitForURL('**/mail?q=subject%3Aquarterly+-heron')
    await threadRow(page, 'Quarterly zebra').waitFor()
    await threadRow(page, 'Quarterly heron').waitFor({ state: 'detached' })
    await expectClean()
    await page.getByLabel(/^Search all mail/).fill('after:never')
    await page.getByRole('alert').waitFor()
    await page.getByLabel(/^Search all mail/).fill('nothing-like-this')
    await page.getByRole('link', { name: 'Show the inbox' }).click()
    await page.waitForURL('**/mail')
    await threadRow(page, 'Quarterly heron').waitFor()
  })

  describe('answers', () => {
    test('go to the sender by r, quote the mail, and are in the thread at once', async () => {
      await deliver({ subject: 'A question', text: 'How much is it?', replyTo: 'Desk <desk@elsewhere.test>' })
      const { page, expectClean } = await openThread('A question')
      await page.keyboard.press('r')
      const to = page.getByLabel('To', { exact: true })
      await to.waitFor()
      expect(await to.inputValue()).toContain('desk@elsewhere.test')
      const text = page.getByLabel('Text')
      expect(await text.inputValue()).toContain('> How much is it?')
      await expectClean()
      await to.fill('no address')
      await page.keyboard.press('Control+Enter')
      await page.locator('.field', { has: to }).locator('.fault').waitFor()
      await to.fill('Desk <desk@elsewhere.test>')
      await text.focus()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('Ten euros.')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Timeline').waitFor()
      const { messages } = await threadOf('A question')
      expect(messages).toMatchObject([{ source: 'inbound' }, { source: 'outbound', from: `help@${DOMAIN}` }])
      expect(messages[1].to).toEqual(['Desk <desk@elsewhere.test>'])
      expect(messages[1].text_body).toMatch(/^Ten euros\.\n\nOn .* wrote:\n> How much is it\?/)
      // What it quotes is folded.
      const frame = page.locator('.mails > li').nth(1).frameLocator('iframe')
      await frame.getByText('Ten euros.').waitFor()
      await frame.getByText('Quoted text').waitFor()
      expect(await frame.getByText('How much is it?').isVisible()).toBe(false)
      await frame.getByText('Quoted text').click()
      await frame.getByText('How much is it?').waitFor()
    })

    test('are formatted, and from the address that is chosen', async () => {
      const second = await app.call('POST', '/v1/mail/inboxes', { body: { address: `second@${DOMAIN}` } })
      await deliver({ subject: 'Formatted answer' })
      const { page, expectClean } = await openThread('Formatted answer')
      await page.keyboard.press('r')
      const from = page.getByLabel('From', { exact: true })
      await from.waitFor()
      expect(await from.inputValue()).toBe(`help@${DOMAIN}`)
      await from.selectOption(`second@${DOMAIN}`)
      const text = page.getByLabel('Text')
      await text.fill('Ten euros')
      await text.press('Control+A')
      await text.press('Control+B')
      expect(await text.inputValue()).toBe('**Ten euros**')
      await text.press('Control+Z')
      expect(await text.inputValue()).toBe('Ten euros')
      await page.getByRole('button', { name: 'Bold' }).click()
      await text.press('End')
      await text.pressSequentially('\nOne\nTwo')
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
      const preview = page.frameLocator('iframe[title="Preview of your mail"]')
      await preview.locator('li', { hasText: 'Two' }).waitFor()
      await expectClean()
      await page.keyboard.press('Control+Enter')
      await page.getByText('Timeline').waitFor()
      const { messages } = await threadOf('Formatted answer')
      expect(messages[1].from).toBe(`second@${DOMAIN}`)
      expect(messages[1].text_body).toBe('**Ten euros**\nOne\n- Two')
      expect(messages[1].html_body).toContain('<p><strong>Ten euros</strong><br>\nOne</p>\n<ul><li>Two</li></ul>')
      await app.call('DELETE', `/v1/mail/inboxes/${second.body.id}`)
    })

    test('to all go to everybody but ourselves', async () => {
      await deliver({ subject: 'To many', to: [`help@${DOMAIN}`, 'bo@elsewhere.test'], cc: 'cy@elsewhere.test' })
      const { page } = await openThread('To many')
      await page.keyboard.press('a')
      await page.getByLabel('Cc', { exact: true }).waitFor()
      expect(await page.getByLabel('To', { exact: true }).inputValue()).toContain('ada@elsewhere.test')
      expect(await page.getByLabel('Cc', { exact: true }).inputValue()).toBe('bo@elsewhere.test, cy@elsewhere.test')
    })

    test('a forward takes the mail and its files along, also without a note', async () => {
      const html = '<p>Formatted original</p>'
      const attachments = [{ filename: 'plan.txt', content: 'Ten lines' }]
      await deliver({ subject: 'To pass on', text: 'Plain original', html, attachments })
      const { page } = await openThread('To pass on')
      await page.keyboard.press('f')
      await page.getByLabel('To', { exact: true }).fill('bo@elsewhere.test')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Timeline').waitFor()
      const { messages } = await threadOf('To pass on')
      expect(messages[1]).toMatchObject({ subject: 'Fwd: To pass on', attachments: [{ filename: 'plan.txt' }] })
      expect(messages[1].html_body).toContain(html)
      expect(messages[1].text_body).toContain('Plain original')
    })

    test('are refused in words', async () => {
      await deliver({ subject: 'Read only' })
      const { page } = await openThread('Read only', { key: await app.key('read'), takenFor: 'admin' })
      await page.keyboard.press('r')
      await page.getByLabel('Text').fill('I may not.')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('alert').getByText('needs a key with the scope').waitFor()
      expect(await page.getByLabel('Text').inputValue()).toBe('I may not.')
    })
  })

  test('a new mail is composed with a file, and what is begun is kept while the reader looks around', async () => {
    const { page, expectClean } = await open('/mail')
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor()
    await page.keyboard.press('c')
    await page.waitForURL('**/mail/compose')
    await page.getByLabel('To', { exact: true }).fill('Ada <ada@elsewhere.test>, bo@elsewhere.test')
    await page.getByLabel('Subject').fill('Composed here')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goBack()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Composed here')
    await page.getByLabel('Text').fill('With a file.')
    const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Ten lines') }
    await page.getByLabel('Files', { exact: true }).setInputFiles(file)
    await page.getByText('9 bytes').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL('**/mail/sent')
    await threadRow(page, 'Composed here').locator('a.row').click()
    await page.getByText('plan.txt').waitFor()
    const { messages } = await threadOf('Composed here')
    expect(messages).toMatchObject([
      { to: ['Ada <ada@elsewhere.test>', 'bo@elsewhere.test'], attachments: [{ filename: 'plan.txt', size: 9 }] },
    ])
  })

  test.each(['light', 'dark'] as const)('fits a phone in %s colors, one column at a time', async (colorScheme) => {
    await deliver({ subject: `On a phone in ${colorScheme}`, html: '<p>Short</p>' })
    const path = await pathOf(`On a phone in ${colorScheme}`)
    const { page, expectClean } = await open('/mail', { colorScheme, viewport: { width: 360, height: 700 } })
    for (const [address, text] of [
      ['/mail', `On a phone in ${colorScheme}`],
      [path, 'Reply to all'],
      [`${path}?answer=all`, 'Ctrl Enter'],
      ['/mail/compose', 'Ctrl Enter'],
    ] as const) {
      await page.goto(app.url + address)
      await page.getByText(text).first().waitFor()
      await expectClean()
      expect(await widthOf(page), address).toBeLessThanOrEqual(360)
    }
    expect(await page.getByRole('navigation', { name: 'Mailbox' }).isVisible()).toBe(false)
  })

  test('a thread that does not exist is a page with a way on', async () => {
    const { page, expectClean } = await open('/mail/threads/thr_01kajqw1y3h7g5d2s9p8n6m4q0')
    await page.getByRole('heading', { name: 'There is no such thread' }).waitFor()
    await expectClean()
  })

  async function openThread(subject: string, options: OpenOptions = {}): Promise<WatchedPage> {
    const watched = await open(await pathOf(subject), options)
    await watched.page.getByRole('heading', { name: subject }).waitFor()
    return watched
  }
})

const HOSTILE = `<!doctype html><html><head>
  <link rel="preconnect" href="http://tracker.example"><link rel="stylesheet" href="http://tracker.example/s.css">
  <meta http-equiv="refresh" content="0; url=http://tracker.example/moved"><base href="http://tracker.example/">
  <script>parent.document.title = 'taken'; top.location = 'http://tracker.example/top'</script>
  <style>@import url(http://tracker.example/i.css); body { background: url(http://tracker.example/b.png) }</style>
  </head><body onload="top.location='http://tracker.example/onload'" background="http://tracker.example/body.png">
  <img src="http://tracker.example/pixel.gif"><img src=x onerror="top.document.title='taken'">
  <div style="background: url(http://tracker.example/div.png)" title='" data-remote-src="http://tracker.example/t'>x</div>
  <iframe src="http://tracker.example/frame"></iframe><object data="http://tracker.example/object"></object>
  <svg onload="alert(1)"><image href="http://tracker.example/svg"/></svg>
  <video autoplay src="http://tracker.example/v.mp4" poster="http://tracker.example/poster.png"></video>
  <form action="http://tracker.example/form" method="post"><input name="password"><button>Sign in</button></form>
  <a href="http://tracker.example/link" target="_top" ping="http://tracker.example/ping">A link</a></body></html>`

/** Brings a mail in over SMTP, as another mail server does, and waits until it has its thread. */
async function deliver({ to = `help@${DOMAIN}`, subject, ...more }: SendMailOptions & { subject: string }) {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, name: 'client.test' })
  const all = [to].flat().map(String)
  const ours = all.filter((address) => !address.endsWith('@elsewhere.test'))
  await transport.sendMail({
    from: 'Ada <ada@elsewhere.test>',
    to: all,
    subject,
    text: 'Some words.',
    ...more,
    envelope: { from: 'ada@elsewhere.test', to: ours },
  })
  await eventually(`“${subject}” has a thread`, () => app.app.models.mailThreads.findOne({ subject }))
}

async function pathOf(subject: string): Promise<string> {
  const thread = await app.app.models.mailThreads.findOne({ subject })
  return `/mail/threads/${thread!._id}`
}

async function threadOf(subject: string) {
  const path = (await pathOf(subject)).replace('/mail', '/v1/mail')
  return (await app.call('GET', path)).body
}

/** How many threads of the inbox are unread, as the page says. */
async function unreadOf(page: Page): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Mailbox' }).getByRole('link', { name: /^Inbox/ })
  return Number(/\d+/.exec((await link.textContent()) ?? '')?.[0] ?? 0)
}

async function otherAccount(email: string) {
  const { account_id: accountId, key } = await app.app.services.accounts.create(email)
  return { accountId, key }
}

const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')
