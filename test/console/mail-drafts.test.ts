import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, holdAnswer, loseAnswer, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Drafts are saved while they are written, and go on in other browsers: of two versions nothing is lost. */

let app: TestApp

describe.skipIf(!hasBrowser)('a draft', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'shop.test')
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  async function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    const watched = await openPage(app, { path, ...options })
    watched.page.on('dialog', (dialog) => void dialog.accept())
    return watched
  }

  test('goes on in another browser with its files, of which some go and others come', async () => {
    const { page } = await open('/mail/compose')
    await write(page, 'Goes on')
    await page.getByLabel('Files', { exact: true }).setInputFiles([inMemory('a.txt'), inMemory('b.txt')])
    const id = await saved('Goes on', ({ attachments }) => attachments.length === 2)
    // It has an address now, and the writer stays where they are.
    await page.waitForURL(`**/mail/compose?draft=${id}`)
    expect(await page.getByLabel('Text').inputValue()).toBe('Some words')

    const other = await open('/mail/drafts')
    await other.page.getByRole('region', { name: 'Drafts' }).getByRole('link', { name: 'Goes on' }).click()
    await other.page.getByRole('button', { name: 'Remove a.txt' }).click()
    await other.page.getByLabel('Files', { exact: true }).setInputFiles([inMemory('c.txt')])
    await saved('Goes on', ({ attachments }) => attachments.map(({ filename }) => filename).join() === 'b.txt,c.txt')
    await other.page.getByText('Draft saved.').waitFor()
    await other.expectClean()
    const [file] = (await stored(id)).attachments
    expect(Buffer.from(file!.content!, 'base64').toString()).toBe('Ten lines')
  })

  test('that was changed elsewhere is not overwritten: both versions are shown, and the writer chooses', async () => {
    const ids = await Promise.all(['Keep mine', 'Keep both', 'Take the other one'].map((subject) => begin(subject)))
    for (const [index, choice] of ['Keep mine', 'Keep both', 'Take the other one'].entries()) {
      const id = ids[index]!
      const { page, expectClean } = await open(`/mail/compose?draft=${id}`)
      await page.getByLabel('Text').waitFor()
      await app.call('PUT', `/v1/mail/drafts/${id}`, { body: { body_text: 'From elsewhere' } })
      await page.getByLabel('Text').fill('From here')
      const alert = page.getByRole('alert')
      await alert.getByText('From elsewhere').waitFor()
      await expectClean()
      // It outlives the page.
      await page.reload()
      await alert.getByText('From elsewhere').waitFor()
      expect(await page.getByLabel('Text').inputValue()).toBe('From here')
      await alert.getByRole('button', { name: choice }).press('Enter')
      await alert.waitFor({ state: 'detached' })
      await page.getByText('Draft saved.').waitFor()
      const kept = choice === 'Take the other one' ? 'From elsewhere' : 'From here'
      expect(await page.getByLabel('Text').inputValue()).toBe(kept)
      expect(await page.getByLabel('Text').evaluate((field) => field.matches(':focus'))).toBe(true)
      expect((await stored(id)).body_text).toBe(choice === 'Keep mine' ? 'From here' : 'From elsewhere')
      const all = await app.app.models.mailDrafts.collection
        .find({ account_id: app.accountId, subject: choice })
        .toArray()
      const texts = all.map(({ body_text }) => body_text).sort()
      expect(texts).toEqual(choice === 'Keep both' ? ['From elsewhere', 'From here'] : [kept])
    }
  })

  test('whose answer was lost is saved again without a question, with what was written since', async () => {
    const id = await begin('Lost answer')
    const { page } = await open(`/mail/compose?draft=${id}`)
    await page.getByLabel('Text').waitFor()
    await loseAnswer(page, 'UpdateDraft')
    await page.getByLabel('Text').fill('First')
    await page.getByText('Not saved, and kept in this tab').waitFor()
    await page.getByLabel('Text').fill('First and second')
    await eventually('all is saved', async () => (await stored(id)).body_text === 'First and second')
    await page.getByText('Draft saved.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('whose answer was lost loses no file when another is removed meanwhile', async () => {
    const attachments = ['a.txt', 'b.txt'].map((filename) => ({
      filename,
      content: 'VGVu',
      content_type: 'text/plain',
    }))
    const id = await begin('Lost files', { attachments })
    const { page } = await open(`/mail/compose?draft=${id}`)
    await page.getByLabel('Text').waitFor()
    await loseAnswer(page, 'UpdateDraft')
    await page.getByLabel('Text').fill('First')
    await page.getByText('Not saved, and kept in this tab').waitFor()
    await page.getByRole('button', { name: 'Remove a.txt' }).click()
    await saved('Lost files', (row) => row.body_text === 'First' && row.attachments.length === 1)
    await page.getByText('Draft saved.').waitFor()
    expect((await stored(id)).attachments.map(({ filename }) => filename)).toEqual(['b.txt'])
    expect(await page.getByText('cannot be read').count()).toBe(0)
  })

  test('keeps what is written while the page looks whether others have changed it', async () => {
    const id = await begin('Looked up')
    const { page } = await open(`/mail/compose?draft=${id}`)
    await page.getByLabel('Text').waitFor()
    await page.getByRole('link', { name: /^Drafts/ }).click()
    const { held, letGo } = await holdAnswer(page, 'Draft')
    await page.getByRole('region', { name: 'Drafts' }).getByRole('link', { name: 'Looked up' }).click()
    await page.getByLabel('Text').fill('Written meanwhile')
    await held
    letGo()
    await saved('Looked up', ({ body_text }) => body_text === 'Written meanwhile')
    await page.getByText('Draft saved.').waitFor()
    expect(await page.getByLabel('Text').inputValue()).toBe('Written meanwhile')
  })

  test('is saved by one request at a time, and what is typed meanwhile comes after it', async () => {
    const id = await begin('In turn')
    const { page } = await open(`/mail/compose?draft=${id}`)
    await page.getByLabel('Text').waitFor()
    const { held, letGo } = await holdAnswer(page, 'UpdateDraft', 'mutation')
    await page.getByLabel('Text').fill('One')
    await held
    await page.getByLabel('Text').fill('One, two')
    // The next waits for the answer, whoever leaves the page meanwhile.
    await page.getByRole('link', { name: /^Drafts/ }).click()
    expect((await stored(id)).body_text).toBe('One')
    letGo()
    await eventually('both are saved', async () => (await stored(id)).body_text === 'One, two')
    expect((await stored(id)).revision).toBe(3)
  })

  test('that was deleted elsewhere stays with who writes it', async () => {
    const id = await begin('Deleted')
    const { page, expectClean } = await open(`/mail/compose?draft=${id}`)
    await page.getByLabel('Text').waitFor()
    await app.call('DELETE', `/v1/mail/drafts/${id}`)
    await page.getByLabel('Text').fill('Still here')
    await page.getByRole('alert').getByText('was sent or deleted elsewhere').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Keep it as a new draft' }).click()
    const other = await saved('Deleted', ({ body_text }) => body_text === 'Still here')
    expect(other).not.toBe(id)
    await page.waitForURL(`**/mail/compose?draft=${other}`)
  })
})

async function write(page: Page, subject: string): Promise<void> {
  await page.getByLabel('To', { exact: true }).fill('ada@elsewhere.test')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Text').fill('Some words')
}

const inMemory = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Ten lines') })

async function begin(subject: string, more: object = {}): Promise<string> {
  const body = { to: ['ada@elsewhere.test'], subject, body_text: 'Some words', ...more }
  return (await app.call('POST', '/v1/mail/drafts', { body })).body.id
}

const stored = async (id: string) =>
  (await app.app.models.mailDrafts.collection.findOne({ _id: id, account_id: app.accountId }))!

/** Waits until the API has a draft with a subject that is as wanted. Returns its id. */
function saved(subject: string, isWanted: (row: Awaited<ReturnType<typeof stored>>) => boolean): Promise<string> {
  return eventually(`the draft ${subject}`, async () => {
    const row = await app.app.models.mailDrafts.collection.findOne({ account_id: app.accountId, subject })
    return row && isWanted(row) ? row._id : null
  })
}
