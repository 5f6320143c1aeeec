import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, holdAnswer, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
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

  test('is still there after a reload that no request survives, and says which files to choose again', async () => {
    const { page, expectClean } = await open('/mail/compose')
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('mutation CreateDraft') ? route.abort() : route.fallback(),
    )
    await write(page, 'Survives', 'Half a text')
    await page.getByLabel('Files', { exact: true }).setInputFiles(inMemory('plan.txt'))
    await page.getByText('9 bytes').waitFor()
    await page.getByText('Not saved, and kept in this tab: The server cannot be reached').waitFor()
    await expectClean()
    await page.reload()
    await page.getByRole('alert').getByText('can no longer be read: plan.txt').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Survives')
    expect(await page.getByLabel('Text').inputValue()).toBe('Half a text')
    await expectClean()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Remove plan.txt' }).click()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByText('Draft saved.').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL('**/mail/sent')
    const [mail] = await eventually('it is accepted', async () => {
      const mails = await sent('Survives')
      return mails.length > 0 ? mails : null
    })
    expect(mail).toMatchObject({ text_body: 'Half a text', attachments: [] })
    await page.getByRole('link', { name: 'Compose' }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('')
    await page.reload()
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('')
  })

  test('is found again by those who look around: the mailbox says where it is', async () => {
    const { threadId } = await receiveMail(app, { subject: 'Answered later', at: `help@${DOMAIN}` })
    const { page, expectClean } = await open(`/mail/threads/${threadId}?answer=reply`)
    await page.getByLabel('Text').fill('Half an answer')
    await page.getByRole('link', { name: 'Compose' }).click()
    await page.getByLabel('Subject').fill('Half a mail')
    await page.getByText('Draft saved.').waitFor()
    await page.goBack()
    await page.getByRole('region', { name: 'Reply' }).getByLabel('Text').waitFor()
    expect(await page.getByLabel('Text').inputValue()).toBe('Half an answer')
    await page.goto(`${app.url}/mail/threads/${threadId}`)
    await page.getByRole('list', { name: 'Drafts of answers' }).getByRole('link').click()
    await page.getByLabel('Text').waitFor()
    expect(await page.getByLabel('Text').inputValue()).toBe('Half an answer')
    await page.getByRole('link', { name: /^Drafts/ }).click()
    const drafts = page.getByRole('region', { name: 'Drafts' })
    await drafts.getByRole('link', { name: 'Half a mail' }).waitFor()
    await expectClean()
    await drafts.getByRole('link', { name: 'Half a mail' }).click()
    await page.getByLabel('Subject').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Half a mail')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Half a mail')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByRole('button', { name: 'Discard the draft' }).click()
    await page.getByRole('link', { name: /^Drafts/ }).click()
    await drafts.getByRole('link', { name: 'Half a mail' }).waitFor({ state: 'detached' })
    await drafts.getByRole('button', { name: /^Delete the draft Reply/ }).click()
    await page.getByRole('button', { name: 'Delete the draft', exact: true }).click()
    await page.getByText('No drafts.').waitFor()
    expect(await app.app.models.mailDrafts.countDocuments({ account_id: app.accountId, open: true })).toBe(0)
  })

  test('is gone when its writer signs out, and is not shown to another account', async () => {
    const { page, context } = await open('/mail/compose')
    await write(page, 'Private', 'Nobody else reads this')
    await page.getByText('Draft saved.').waitFor()
    await page.reload()
    await page.getByLabel('Subject').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Private')
    const { key } = await app.app.services.accounts.create('other-writer@postline.test')
    const { headers } = await app.call('POST', '/session', { key: null, body: { key } })
    const [name = '', value = ''] = headers.getSetCookie()[0]!.split(';', 1)[0]!.split('=')
    const own = await context.cookies()
    await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
    await page.reload()
    await page.getByText('other-writer@postline.test').waitFor()
    await page.getByText('This draft was sent or deleted.').waitFor()
    expect(await page.getByLabel('Subject').count()).toBe(0)
    await context.addCookies(own)
    await page.reload()
    await page.getByText(app.ownerEmail).waitFor()
    await page.getByLabel('Subject').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Private')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  test('is not sent without files that nobody can read any more, and says which', async () => {
    const paths = ['report.txt', 'gone.txt'].map((name) => join(folder, name))
    for (const path of paths) await writeFile(path, 'First')
    const { threadId } = await receiveMail(app, { subject: 'Asks for files', at: `help@${DOMAIN}` })
    const { page, expectClean } = await open(`/mail/threads/${threadId}?answer=reply`)
    await page.getByLabel('Text').fill('See the files.')
    await page.getByText('Draft saved.').waitFor()
    // They change before they reach the API.
    const { held, letGo } = await holdAnswer(page, 'UpdateDraft', 'mutation')
    await page.getByLabel('Text').fill('See the two files.')
    await held
    await page.getByLabel('Files', { exact: true }).setInputFiles([...paths])
    await appendFile(paths[0]!, ' and second')
    await rm(paths[1]!)
    letGo()
    await page.getByRole('alert').getByText('2 files can no longer be read: report.txt, gone.txt').waitFor()
    await page.getByLabel('Text').press('Control+Enter')
    await page.getByText(/^Not sent: 2 files can no longer be read/).waitFor()
    await page.getByRole('region', { name: 'Reply' }).getByLabel('Text').waitFor()
    await expectClean()
    expect(await page.getByLabel('Text').inputValue()).toBe('See the two files.')
    await page.getByLabel('Files', { exact: true }).setInputFiles([paths[0]!])
    await page.getByText('16 bytes').waitFor()
    await page.getByRole('button', { name: 'Remove gone.txt' }).click()
    expect(await page.getByRole('button', { name: 'Remove report.txt' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.mails > li').nth(1).frameLocator('iframe').getByText('See the two files.').waitFor()
    const { body } = await app.call('GET', `/v1/mail/threads/${threadId}`)
    expect(body.messages[1].attachments).toMatchObject([{ filename: 'report.txt', size: 16 }])
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
