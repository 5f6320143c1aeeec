import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Saved replies: making them, and writing mail with them. */

const DOMAIN = 'shop.test'
let app: TestApp

describe.skipIf(!hasBrowser)('saved replies', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  const save = async (reply: object) => {
    const { status, body } = await app.call('POST', '/v1/mail/saved-replies', { body: reply })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id as string
  }
  const read = async (id: string) => (await app.call('GET', `/v1/mail/saved-replies/${id}`)).body
  const namesOfAll = async () => {
    const { body } = await app.call('GET', '/v1/mail/saved-replies?limit=100')
    return body.saved_replies.map(({ name }: { name: string }) => name)
  }
  const openList = async (page: Page) => {
    await page.getByRole('navigation', { name: 'Mailbox' }).getByRole('button', { name: 'Saved replies' }).click()
    return page.getByRole('dialog', { name: 'Saved replies' })
  }

  test('are made, with what is wrong at its line, edited, and deleted after a question', async () => {
    const { page, expectClean } = await openPage(app, { path: '/mail' })
    const list = await openList(page)
    await list.getByText('There is no saved reply yet.').waitFor()
    await expectClean()
    await list.getByRole('button', { name: 'New saved reply' }).click()
    const form = page.getByRole('dialog', { name: 'New saved reply' })
    await form.getByLabel('Name').fill('On its way')
    await form.getByLabel('Text').fill('Hello {{ name }},\n{% if name %}your order is on its way.')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText(/^line 2, column \d+/).waitFor()
    await form.getByRole('button', { name: 'Go to line 2' }).waitFor()
    await expectClean()
    // Neither Esc nor the button loses what is written without a question.
    await form.getByLabel('Text').press('Escape')
    await page.getByRole('button', { name: 'Stay' }).click()
    await form.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await form.getByLabel('Name').inputValue()).toBe('On its way')
    await form.getByLabel('Text').fill('Hello {{ name }},\nyour order is on its way.')
    await form.getByRole('button', { name: 'Save' }).click()
    await list.getByRole('button', { name: 'Edit On its way' }).waitFor()
    expect(await namesOfAll()).toEqual(['On its way'])

    await list.getByRole('button', { name: 'Edit On its way' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit the saved reply' })
    expect(await edit.getByLabel('Text').inputValue()).toBe('Hello {{ name }},\nyour order is on its way.')
    // What a colleague changes meanwhile stays.
    const { body } = await app.call('GET', '/v1/mail/saved-replies')
    const { id } = body.saved_replies[0]
    await app.call('PUT', `/v1/mail/saved-replies/${id}`, { body: { subject: 'Of a colleague' } })
    await edit.getByLabel('Name').fill('Sent')
    await edit.getByRole('button', { name: 'Save' }).click()
    await list.getByRole('button', { name: 'Edit Sent' }).waitFor()
    expect(await read(id)).toMatchObject({ name: 'Sent', subject: 'Of a colleague' })

    await list.getByRole('button', { name: 'Delete Sent' }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(await namesOfAll()).toEqual(['Sent'])
    await list.getByRole('button', { name: 'Delete Sent' }).click()
    await page.getByRole('button', { name: 'Delete the saved reply' }).click()
    await list.getByText('There is no saved reply yet.').waitFor()
    expect(await namesOfAll()).toEqual([])
  })

  test('are listed past the first page, and changed by keys that read, as the API lets them', async () => {
    const ids: string[] = []
    for (let count = 10; count < 65; count++) ids.push(await save({ name: `Many ${count}`, body_text: 'Text' }))
    const { page } = await openPage(app, { path: '/mail', key: await app.key('read') })
    const list = await openList(page)
    await list.getByRole('button', { name: 'Edit Many 59' }).waitFor()
    expect(await list.getByRole('button', { name: 'Edit Many 64' }).count()).toBe(0)
    await list.getByRole('button', { name: 'Show more' }).click()
    await list.getByRole('button', { name: 'Delete Many 64' }).click()
    await page.getByRole('button', { name: 'Delete the saved reply' }).click()
    await eventually('it is deleted', async () => (await read(ids.at(-1)!)).error?.code === 'not_found')
    for (const id of ids.slice(0, -1)) await app.call('DELETE', `/v1/mail/saved-replies/${id}`)
  })

  test('are found by name with the keyboard, and inserted into an answer where its writer was', async () => {
    await save({ name: 'Refund', body_text: 'Money for {{ name }}' })
    await save({
      ...{ name: 'Greeting', subject: 'About {{ thread.subject }}' },
      ...{ body_text: 'Hello {{ first_name }},\nthank you.', body_html: '<p>Never inserted</p>' },
    })
    await app.call('POST', '/v1/contacts', { body: { email: 'ada@example.com', first_name: 'Ada', last_name: 'King' } })
    const { threadId } = await receiveMail(app, { subject: 'Late', at: `help@${DOMAIN}`, text: 'Where is it?' })
    const { page, expectClean } = await openPage(app, { path: `/mail/threads/${threadId}?answer=reply` })
    const reply = page.getByRole('region', { name: 'Reply' })
    const text = reply.getByLabel('Text')
    const quotation = await text.inputValue()
    await text.pressSequentially('Before After')
    for (let step = 0; step < 'After'.length; step++) await text.press('ArrowLeft')
    await reply.getByRole('button', { name: 'Insert a saved reply' }).press('Enter')
    const field = reply.getByRole('combobox', { name: 'Saved reply' })
    await eventually('it has the focus', () =>
      page.evaluate<boolean>("document.activeElement.getAttribute('role') === 'combobox'"),
    )
    await field.pressSequentially('gree')
    await reply.getByRole('option', { name: 'Greeting' }).waitFor()
    await expectClean()
    await field.press('Enter')
    await field.waitFor({ state: 'detached' })
    const inserted = 'Hello Ada,\nthank you.'
    expect(await text.inputValue()).toBe(`Before ${inserted}After${quotation}`)
    expect(await reply.getByLabel('Subject').inputValue()).toBe('About Late')
    // The writer goes on behind it, and can take it back.
    await page.keyboard.type(' ')
    expect(await text.inputValue()).toBe(`Before ${inserted} After${quotation}`)

    // A subject that is there stays.
    await reply.getByLabel('Subject').fill('Mine')
    await reply.getByRole('button', { name: 'Insert a saved reply' }).click()
    await field.fill('greet')
    await reply.getByRole('option', { name: 'Greeting' }).click()
    await field.waitFor({ state: 'detached' })
    expect(await reply.getByLabel('Subject').inputValue()).toBe('Mine')
    expect(await text.inputValue()).toBe(`Before ${inserted} ${inserted}After${quotation}`)
    const shown = await text.inputValue()
    await eventually('all of it is saved', async () => {
      const [draft] = (await app.call('GET', '/v1/mail/drafts')).body.drafts
      if (!draft) return false
      const { body } = await app.call('GET', `/v1/mail/drafts/${draft.id}`)
      return body.subject === 'Mine' && body.body_text === shown
    })
  })

  test('that do not render say so at their field, and neither send the mail nor change it', async () => {
    await save({ name: 'Endless', body_text: 'Once\n{% for i in (1..100000000) %}x{% endfor %}' })
    const { threadId } = await receiveMail(app, { subject: 'Asks', at: `help@${DOMAIN}` })
    const { page, expectClean } = await openPage(app, { path: `/mail/threads/${threadId}?answer=reply` })
    const reply = page.getByRole('region', { name: 'Reply' })
    await reply.getByLabel('Text').fill('My words')
    await reply.getByRole('button', { name: 'Insert a saved reply' }).click()
    const field = reply.getByRole('combobox', { name: 'Saved reply' })
    await field.fill('endl')
    await reply.getByRole('option', { name: 'Endless' }).waitFor()
    await field.press('Enter')
    await reply.getByText(/does not render: “Plain text”: line 2/).waitFor()
    await expectClean()
    // The key that chooses does not send, also when there is nothing to choose.
    await field.press('Enter')
    await field.fill('nothing has this name')
    await field.press('Enter')
    await field.press('Escape')
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    expect(await reply.getByLabel('Text').inputValue()).toBe('My words')
    const { body } = await app.call('GET', `/v1/mail/threads/${threadId}`)
    expect(body.messages).toHaveLength(1)
  })

  test('go into a new mail as they are written, and the first variable is selected to be written over', async () => {
    const body_html = [
      '<p>Dear {{ name }},</p><p>welcome. <a href="https://shop.test/start">Begin <b>here</b></a>, ',
      'or at <a href="https://shop.test">https://shop.test</a>:</p>',
      '<ul><li><strong>One</strong> thing</li><li><b><a href="https://shop.test/b">Another</a></b></li></ul><p><a href="#top">Up</a></p>',
    ].join('')
    await save({ name: 'Welcome', subject: 'Welcome', body_html })
    const { page } = await openPage(app, { path: '/mail/compose' })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Insert a saved reply' }).click()
    await page.getByRole('combobox', { name: 'Saved reply' }).fill('welc')
    await page.getByRole('option', { name: 'Welcome' }).click()
    await page.getByText(/^Variables are filled in only in answers/).waitFor()
    await page.keyboard.type('Bo')
    const lines = (await page.getByLabel('Text').inputValue()).split('\n').filter((line) => line.trim() !== '')
    expect(lines).toEqual([
      ...['Dear Bo,', 'welcome. [Begin here](https://shop.test/start), or at https://shop.test:'],
      ...['- **One** thing', '- [Another](https://shop.test/b)', 'Up'],
    ])
    expect(await page.getByLabel('Subject').inputValue()).toBe('Welcome')
  })
})
