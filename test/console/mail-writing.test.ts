import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Mail that is being written: nothing of it is lost, and nothing is sent without its files. */

const DOMAIN = 'shop.test'
let app: TestApp
let folder: string

describe.skipIf(!hasBrowser)('a mail that is being written', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
    folder = await mkdtemp(join(tmpdir(), 'postline-files-'))
  })
  afterAll(async () => {
    await app?.close()
    if (folder) await rm(folder, { recursive: true })
  })

  const openPage = useBrowser()
  async function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    const watched = await openPage(app, { path, ...options })
    // The browser asks before it leaves something unsent.
    watched.page.on('dialog', (dialog) => void dialog.accept())
    return watched
  }

  test('is still there after a reload, and says which files to choose again', async () => {
    const { page, expectClean } = await open('/mail/compose')
    await write(page, 'Survives', 'Half a text')
    await page.getByLabel('Files', { exact: true }).setInputFiles(inMemory('plan.txt'))
    await page.getByText('9 bytes').waitFor()
    await page.reload()
    await page.getByRole('alert').getByText('cannot be read any more: plan.txt').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Survives')
    expect(await page.getByLabel('Text').inputValue()).toBe('Half a text')
    await expectClean()
    await page.getByRole('button', { name: 'Remove plan.txt' }).click()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL('**/mail/sent')
    expect((await sent('Survives'))[0]).toMatchObject({ text_body: 'Half a text', attachments: [] })
    await page.getByRole('link', { name: 'Compose' }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('')
    await page.reload()
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('')
  })

  test('is found again by those who look around: the mailbox says where it is', async () => {
    const { threadId } = await receiveMail(app, { subject: 'Answered later', at: `help@${DOMAIN}` })
    const { page } = await open(`/mail/threads/${threadId}?answer=reply`)
    await page.getByLabel('Text').fill('Half an answer')
    await page.getByRole('link', { name: 'Compose' }).click()
    await page.getByLabel('Subject').fill('Half a mail')
    await page.goBack()
    await page.getByLabel('Text').waitFor()
    expect(await page.getByLabel('Text').inputValue()).toBe('Half an answer')
    await page.goto(`${app.url}/mail/threads/${threadId}`)
    await page.getByRole('button', { name: 'Reply draft', exact: true }).click()
    expect(await page.getByLabel('Text').inputValue()).toBe('Half an answer')
    await page.getByRole('link', { name: 'Compose draft' }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Half a mail')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('link', { name: 'Compose', exact: true }).waitFor()
  })

  test('is gone when its writer signs out, and is not shown to another account', async () => {
    const { page, context } = await open('/mail/compose')
    await write(page, 'Private', 'Nobody else reads this')
    await page.reload()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Private')
    const { key } = await app.app.services.accounts.create('other-writer@postline.test')
    const { headers } = await app.call('POST', '/session', { key: null, body: { key } })
    const [name = '', value = ''] = headers.getSetCookie()[0]!.split(';', 1)[0]!.split('=')
    const own = await context.cookies()
    await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
    await page.reload()
    await page.getByText('other-writer@postline.test').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('')
    await context.addCookies(own)
    await page.reload()
    await page.getByText(app.ownerEmail).waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Private')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  test('is not sent without a file that has changed since it was chosen, and says which', async () => {
    const path = join(folder, 'report.txt')
    await writeFile(path, 'First')
    const { page, expectClean } = await open('/mail/compose')
    await write(page, 'With a report', 'See the file.')
    await page.getByLabel('Files', { exact: true }).setInputFiles([path])
    await page.getByText('5 bytes').waitFor()
    await appendFile(path, ' and second')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('alert').getByText('cannot be read any more: report.txt').waitFor()
    await expectClean()
    expect(await page.getByLabel('Text').inputValue()).toBe('See the file.')
    expect(await sent('With a report')).toEqual([])
    await page.getByLabel('Files', { exact: true }).setInputFiles([path])
    await page.getByText('16 bytes').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Remove report.txt' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL('**/mail/sent')
    expect((await sent('With a report'))[0].attachments).toMatchObject([{ filename: 'report.txt', size: 16 }])
  })

  test('is not answered without files that have vanished, until they are removed', async () => {
    const paths = ['gone-a.txt', 'gone-b.txt'].map((name) => join(folder, name))
    for (const path of paths) await writeFile(path, 'Soon gone')
    const { threadId } = await receiveMail(app, { subject: 'Asks for files', at: `help@${DOMAIN}` })
    const { page } = await open(`/mail/threads/${threadId}?answer=reply`)
    await page.getByLabel('Text').fill('Here they are.')
    await page.getByLabel('Files', { exact: true }).setInputFiles([...paths])
    await page.getByText('gone-b.txt').waitFor()
    for (const path of paths) await rm(path)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').getByText('2 files cannot be read any more: gone-a.txt, gone-b.txt').waitFor()
    for (const name of ['gone-a.txt', 'gone-b.txt']) await page.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.mails > li').nth(1).frameLocator('iframe').getByText('Here they are.').waitFor()
  })
})

async function write(page: Page, subject: string, text: string): Promise<void> {
  await page.getByLabel('To', { exact: true }).fill('ada@elsewhere.test')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Text').fill(text)
}

const inMemory = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Ten lines') })

/** The mails of a thread with a subject that we began; none if there is no such thread. */
async function sent(subject: string) {
  const thread = await app.app.models.mailThreads.findOne({ subject })
  return thread ? (await app.call('GET', `/v1/mail/threads/${thread._id}`)).body.messages : []
}
