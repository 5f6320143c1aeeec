import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, holdAnswer, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* What somebody has typed is not lost: letter by letter in a search, and in forms that are left, closed or sent. */

let app: TestApp

describe.skipIf(!hasBrowser)('what is typed', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  async function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    const watched = await openPage(app, { path, ...options })
    watched.page.on('dialog', (dialog) => void dialog.accept())
    return watched
  }
  const openDrafts = () => app.app.models.mailDrafts.countDocuments({ account_id: app.accountId, open: true })

  describe('in a search', () => {
    test('stays in its field when the first letter leads from a folder to what all mail has', async () => {
      await receiveMail(app, { subject: 'Compact late invoice' })
      const { page } = await open('/mail/sent')
      const field = page.getByLabel(/^Search all mail/)
      await field.focus()
      await page.keyboard.type('c')
      await page.waitForURL('**/mail?q=c')
      await page.getByRole('heading', { name: 'Search' }).waitFor()
      // Without the focus, the second one would begin a mail.
      await page.keyboard.type('compact'.slice(1))
      await page.waitForURL('**/mail?q=compact')
      await page.locator('.threads a.row', { hasText: 'Compact late invoice' }).waitFor()
      expect(await field.inputValue()).toBe('compact')
    })

    test('keeps a space at its end', async () => {
      const { page } = await open('/contacts')
      const field = page.getByLabel(/^Search/)
      await field.focus()
      await page.keyboard.type('late ')
      await page.waitForURL('**/contacts?search=late')
      await page.getByText('No contact matches.').waitFor()
      await page.keyboard.type('invoice')
      await page.waitForURL('**/contacts?search=late+invoice')
      expect(await field.inputValue()).toBe('late invoice')
    })

    test('may have spaces in a further filter, which stays open when it is emptied', async () => {
      const { page } = await open('/messages')
      await page.getByText('More filters').click()
      const field = page.getByLabel('Tag')
      await field.focus()
      await page.keyboard.type('two words')
      await page.waitForURL('**/messages?tag=two+words')
      expect(await field.inputValue()).toBe('two words')
      await field.fill('')
      await page.waitForURL('**/messages')
      await page.keyboard.type('order')
      await page.waitForURL('**/messages?tag=order')
      expect(await field.inputValue()).toBe('order')
    })
  })

  describe('in a form', () => {
    test('is asked about when a dialog is closed beside it, and not once it is accepted', async () => {
      const { page, expectClean } = await open('/')
      await page.getByRole('link', { name: 'Contacts' }).click()
      await page.getByRole('button', { name: 'Add a contact' }).first().click()
      const address = page.getByRole('dialog').getByLabel('Address')
      await address.fill('asked@example.com')
      await page.mouse.click(5, 5)
      await page.getByRole('button', { name: 'Stay' }).waitFor()
      await expectClean()
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      expect(await address.inputValue()).toBe('asked@example.com')
      await page.goBack()
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await address.fill('')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await page.getByRole('button', { name: 'Add a contact' }).first().click()
      await address.fill('accepted@example.com')
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
      await page.waitForURL('**/contacts/ct_*')
    })

    test('stays guarded while another form of the page is opened and closed', async () => {
      const { threadId } = await receiveMail(app, { subject: 'Two notes' })
      await app.call('POST', `/v1/mail/threads/${threadId}/notes`, { body: { text: 'An older note' } })
      const { page } = await open(`/mail/threads/${threadId}`)
      await page.getByRole('button', { name: 'Internal note' }).click()
      const text = page.getByRole('region', { name: 'New internal note' }).getByLabel('Note')
      await text.fill('Half a note')
      const older = page.getByRole('article', { name: /^Internal note by/ })
      await older.getByRole('button', { name: /^Edit/ }).click()
      await older.getByRole('button', { name: 'Cancel' }).click()
      await older.getByText('An older note').waitFor()
      await page.getByRole('link', { name: 'Messages' }).click()
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      expect(await text.inputValue()).toBe('Half a note')
    })

    test('stays when a colleague deletes the note that is edited', async () => {
      const { threadId } = await receiveMail(app, { subject: 'A note that goes' })
      const path = `/v1/mail/threads/${threadId}/notes`
      const { id } = (await app.call('POST', path, { body: { text: 'It is in Kiel.' } })).body
      const { page } = await open(`/mail/threads/${threadId}`)
      const note = page.getByRole('article', { name: /^Internal note by/ })
      await note.getByRole('button', { name: /^Edit/ }).click()
      const text = note.getByLabel('Note', { exact: true })
      await text.fill('It is in Kiel, and late.')
      expect((await app.call('DELETE', `/v1/mail/notes/${id}`)).status).toBe(204)
      await note.getByText('Somebody has deleted this note.').waitFor()
      expect(await text.inputValue()).toBe('It is in Kiel, and late.')
      await note.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave and lose the changes' }).click()
      await note.waitFor({ state: 'detached' })
    })

    test('leaves what a colleague has changed meanwhile', async () => {
      const { id } = (await app.call('POST', '/v1/contacts', { body: { email: 'shared@example.com' } })).body
      const { page } = await open(`/contacts/${id}`)
      await page.getByLabel('First name').fill('Grace')
      await app.call('PUT', `/v1/contacts/${id}`, { body: { last_name: 'Hopper' } })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      const stored = (await app.call('GET', `/v1/contacts/${id}`)).body
      expect(stored).toMatchObject({ first_name: 'Grace', last_name: 'Hopper' })
    })

    test('is the whole of a new template: nothing can be typed behind it', async () => {
      const { page } = await open('/templates/new')
      const subject = page.getByLabel('Subject')
      await page.getByLabel('Name', { exact: true }).first().fill('Held')
      await subject.fill('Held')
      await page.getByRole('textbox', { name: 'HTML', exact: true }).fill('<p>Held</p>')
      const { held, letGo } = await holdAnswer(page, 'CreateTemplate', 'mutation')
      await page.getByRole('button', { name: 'Save' }).click()
      await held
      expect(await subject.isDisabled()).toBe(true)
      letGo()
      await page.waitForURL('**/templates/tmpl_*')
    })

    test('of a test mail is there again for who had to make a test recipient', async () => {
      const { page } = await open('/send')
      await page.getByLabel('To', { exact: true }).fill('stranger@example.com')
      await page.getByLabel('Subject').fill('Kept')
      await page.getByRole('link', { name: 'Domains' }).click()
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('link', { name: 'Make it a test recipient' }).click()
      await page.waitForURL('**/test-recipients?email=stranger%40example.com')
      await page.goBack()
      await page.waitForURL('**/send')
      expect(await page.getByLabel('Subject').inputValue()).toBe('Kept')
    })
  })

  describe('before signing out', () => {
    test('is saved as a draft', async () => {
      const before = await openDrafts()
      const { page } = await open('/mail/compose')
      await page.getByLabel('Subject').fill('Just typed')
      await signOut(page)
      await page.waitForURL('**/sign-in')
      expect(await openDrafts()).toBe(before + 1)
    })

    test('is asked about, and the session lasts for who stays', async () => {
      const { page } = await open('/templates/new')
      await page.getByLabel('Subject').fill('Half done')
      await signOut(page)
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      expect(await page.getByLabel('Subject').inputValue()).toBe('Half done')
      expect(await page.evaluate("fetch('/session').then(({ status }) => status)")).toBe(200)
      await signOut(page)
      await page.getByRole('button', { name: 'Leave and lose the changes' }).click()
      await page.waitForURL('**/sign-in')
    })

    test('stays when the server does not answer, as does the session', async () => {
      const { page } = await open('/domains')
      await page.route('**/session', (route) => route.abort())
      await signOut(page)
      await page.getByText('You are still signed in').waitFor()
      expect(new URL(page.url()).pathname).toBe('/domains')
      await page.unrouteAll()
      await signOut(page)
      await page.waitForURL('**/sign-in')
    })
  })

  test('as a draft is read again when it could not be loaded', async () => {
    const draft = await app.call('POST', '/v1/mail/drafts', { body: { kind: 'new', subject: 'Read again' } })
    const { page } = await open('/mail/drafts')
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query Draft(') ? route.abort() : route.fallback(),
    )
    await page.getByRole('link', { name: 'Read again' }).click()
    await page.getByRole('main').getByRole('alert').getByText('The server cannot be reached').waitFor()
    await page.unrouteAll()
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Subject').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Read again')
    expect(draft.status).toBe(201)
  })

  test('is not changed by a bulk change that was refused, which says so and is forgotten by the next form', async () => {
    await app.call('POST', '/v1/contacts', { body: { email: 'kept@refused.example' } })
    const key = await app.key('read')
    const { page } = await open('/contacts?search=refused.example', { key, takenFor: 'admin' })
    await page.getByLabel('Choose kept@refused.example').check()
    const bar = page.locator('.bulk-bar')
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete 1 contact' }).click()
    await page.getByText(/^Nothing was changed: /).waitFor()
    await bar.getByText('1 chosen').waitFor()
    await bar.getByRole('button', { name: 'Set an attribute' }).click()
    await page.getByRole('dialog').getByLabel('Name').waitFor()
    expect(await page.getByRole('dialog').getByRole('alert').count()).toBe(0)
  })

  test('as an address of the sign-in page may be malformed', async () => {
    const { page, expectClean } = await open('/sign-in#%', { key: null })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await eventually('the token is refused', async () => (await page.locator('.fault').count()) === 1)
    await expectClean()
  })
})

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click()
