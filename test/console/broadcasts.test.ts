import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choose, hasBrowser, holdAnswer, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aListOf, people } from '../support/contacts.js'
import { recordEvents } from '../support/record-events.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Broadcasts: written, tested, sent, paused and canceled. */

let app: TestApp

describe.skipIf(!hasBrowser)('broadcasts', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  async function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, key: await app.testKey(), ...options })
  }
  const listOf = (count: number, domain: string) =>
    aListOf({ ...app.app, accountId: app.accountId }, people(count, domain), { name: `All of ${domain}` })
  const create = async (list_id: string, more = {}) =>
    (
      await app.call('POST', '/v1/broadcasts', {
        key: await app.testKey(),
        body: {
          name: 'News',
          list_id,
          subject: 'Hello {{ first_name }}',
          body_html: '<p>News for {{ first_name }}</p>',
          ...more,
        },
      })
    ).body.id as string
  const found = async (id: string) => (await app.call('GET', `/v1/broadcasts/${id}`)).body

  test('are written, tried, and sent after a question, with numbers that grow in two windows', async () => {
    await listOf(3, 'grow.example')
    const { page, expectClean } = await open('/broadcasts')
    await page.getByText('A broadcast sends a mail to everybody in a list').waitFor()
    await expectClean()
    await page.getByRole('link', { name: 'New broadcast' }).first().click()
    await page.waitForURL('**/broadcasts/new')
    await choose(page, 'To everybody in the list', 'grow.example')
    await page.getByText('3 people are in it now').waitFor()
    await page.getByText('The mail is shown here once there are a list, a subject and a text.').waitFor()
    await expectClean()
    await page.getByLabel('Name, for you').fill('November news')
    await page.getByLabel('Subject').fill('{{ first_name }}, {{ frist_name }}')
    await page.frameLocator('iframe').getByText('Hello Person 2,').waitFor()
    await page.getByText('frist_name is empty in every mail').waitFor()
    await page.getByLabel('Subject').fill('{{ first_name | shout }}')
    await page.getByText('Below is the mail before that.').waitFor()
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page
      .locator('.field', { hasText: 'Subject' })
      .getByText(/line 1/)
      .waitFor()
    await expectClean()
    await page.getByLabel('Subject').fill('News for {{ first_name }}')
    await page.getByLabel('HTML').fill('<p>Dear {{ first_name }}, here is the news.</p>')
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.waitForURL('**/broadcasts/bc_*')
    const path = new URL(page.url()).pathname
    await page.frameLocator('iframe').getByText('Dear Person 2, here is the news.').waitFor()
    await page.getByText('Nothing is sent yet. 3 people are in the list.').waitFor()
    await expectClean()

    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('dialog').getByLabel('To').fill('delivered@try.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Send the test' }).click()
    await page.waitForURL('**/messages/msg_*')
    await page.getByRole('heading', { name: '[Test] News for' }).waitFor()

    const watcher = await open(path)
    await watcher.page.getByText('Nothing is sent yet.').waitFor()
    await page.goto(app.url + path)
    await page.getByRole('button', { name: 'Send…' }).click()
    await page.getByRole('button', { name: 'Not yet' }).click()
    expect(await found(path.split('/').at(-1)!)).toMatchObject({ status: 'draft' })
    await page.getByRole('button', { name: 'Send…' }).click()
    await expectClean()
    await page.getByRole('button', { name: 'Send to 3 people' }).click()
    for (const one of [page, watcher.page]) {
      await one.getByText('3 of 3 sent.').waitFor()
      await one.locator('.page-head .badge', { hasText: 'sent' }).waitFor()
      await one.locator('.figures > div', { hasText: 'Delivered' }).getByText('3', { exact: false }).waitFor()
      await one.locator('.figures > div', { hasText: 'Opened' }).getByText('not tracked').waitFor()
    }
    await expectClean()
  })

  test('are edited as a draft, and previewed for a chosen contact, with a warning of what nobody has', async () => {
    const id = await create(await listOf(3, 'edited.example'), {
      reply_to: 'a@edited.example',
      throttle_per_minute: 60,
    })
    const { page, expectClean } = await open(`/broadcasts/${id}`)
    await page.frameLocator('iframe').getByText('News for Person 2').waitFor()
    await page.getByLabel('Find a contact of the list').fill('person1@edited.example')
    await page.getByRole('option', { name: 'person1@edited.example' }).waitFor({ state: 'attached' })
    await page.getByLabel('Show the mail to').selectOption('person1@edited.example')
    await page.frameLocator('iframe').getByText('News for Person 1').waitFor()
    await expectClean()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.waitForURL(`**/broadcasts/${id}/edit`)
    await eventually('the draft', async () => (await page.getByLabel('Name, for you').inputValue()) === 'News')
    await page.getByLabel('Subject').fill('Hi {{ frist_name }}')
    await page.getByLabel('Answers go to').fill('')
    await page.getByLabel('Track', { exact: true }).selectOption('Clicks')
    await expectClean()
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.waitForURL(`**/broadcasts/${id}`)
    await page.getByText('No contact of the list has it.').waitFor()
    await page.getByText('The mail shows no link to unsubscribe.').waitFor()
    await expectClean()
    expect(await found(id)).toMatchObject({
      ...{ subject: 'Hi {{ frist_name }}', reply_to: [], throttle_per_minute: 60, status: 'draft' },
      tracking: { opens: false, clicks: true },
    })
  })

  test('show beside a draft how it looks to a chosen contact while it is typed, and where it is broken', async () => {
    const id = await create(await listOf(3, 'beside.example'))
    const { page, expectClean } = await open(`/broadcasts/${id}/edit`)
    const mail = page.frameLocator('iframe')
    await mail.getByText('News for Person 2').waitFor()
    await page.getByLabel('Find a contact of the list').fill('person1@beside.example')
    await page.getByRole('option', { name: 'person1@beside.example' }).waitFor({ state: 'attached' })
    await page.getByLabel('Show the mail to').selectOption('person1@beside.example')
    await mail.getByText('News for Person 1').waitFor()
    await page.getByLabel('HTML').fill('<p>Typed for {{ first_name }} {{ cty }}</p>')
    await mail.getByText('Typed for Person 1').waitFor()
    await page.locator('.notice code', { hasText: 'cty' }).waitFor()
    await expectClean()
    await page.getByLabel('HTML').fill('<p>Hello</p>\n<p>{{ first_name | shout }}</p>')
    await page.getByText(/^HTML line 2, column \d+/).waitFor()
    await mail.getByText('Typed for Person 1').waitFor()
    expect(await found(id)).toMatchObject({ body_html: '<p>News for {{ first_name }}</p>' })
    await page.getByRole('button', { name: 'Phone width' }).click()
    const width = (await page.locator('iframe').boundingBox())!.width
    expect(width).toBeLessThanOrEqual(392)
    await page.getByRole('button', { name: 'Desktop width' }).click()
    const inner = async () => Number(await mail.locator('html').evaluate('document.documentElement.clientWidth'))
    await eventually('the mail has the room of a desktop', async () => (await inner()) >= 600)
    await expectClean()
  })

  test('keep what is typed while a draft is saved, and what another window has saved', async () => {
    const id = await create(await listOf(1, 'kept.example'))
    const { page } = await open(`/broadcasts/${id}/edit`)
    const subject = page.getByLabel('Subject')
    await eventually('the draft', async () => (await subject.inputValue()) === 'Hello {{ first_name }}')
    const answer = await holdAnswer(page, 'UpdateBroadcast', 'mutation')
    await subject.fill('First')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await answer.held
    await subject.fill('First and more')
    answer.letGo()
    await page.getByText('not what you have typed since').waitFor()
    expect(await subject.inputValue()).toBe('First and more')
    expect(await found(id)).toMatchObject({ subject: 'First' })

    const key = await app.testKey()
    await app.call('PUT', `/v1/broadcasts/${id}`, { key, body: { subject: 'Of another window' } })
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByRole('alert').getByText('The draft was changed since').waitFor()
    expect(await found(id)).toMatchObject({ subject: 'Of another window' })
    expect(await subject.inputValue()).toBe('First and more')
    await page.getByRole('button', { name: 'Save mine instead' }).click()
    await page.waitForURL(`**/broadcasts/${id}`)
    expect(await found(id)).toMatchObject({ subject: 'First and more' })
  })

  test('show what became of the mail to each recipient, and which links were clicked', async () => {
    const domain = 'known.example'
    const id = await create(await listOf(3, domain), { tracking: { opens: true, clicks: true } })
    const key = await app.testKey()
    await app.call('POST', `/v1/broadcasts/${id}/send`, { key })
    await eventually('all are delivered', async () => (await found(id)).counts.delivered === 3)
    const { recipients } = (await app.call('GET', `/v1/broadcasts/${id}/recipients?search=person1@${domain}`)).body
    const of = { message_id: recipients[0].message_id, broadcast_id: id, test_mode: true as const }
    const link = 'https://shop.example/sale?to=1'
    await recordEvents(app.app, app.accountId, [
      { ...of, type: 'opened' },
      { ...of, type: 'clicked', payload: { link } },
      { ...of, type: 'opened' },
    ])
    await eventually('the click', async () => (await found(id)).counts.clicked === 1)
    const { page, expectClean } = await open(`/broadcasts/${id}`)
    const rows = page.locator('.recipients .row')
    await eventually('all rows', async () => (await rows.count()) === 3)
    await page.locator('.clicked-links').getByText('https://shop.example/sale', { exact: true }).waitFor()
    await page.getByText('1 click by 1 person').waitFor()
    await page.getByLabel('What became of the mail').selectOption('Clicked')
    await eventually('who clicked', async () => (await rows.count()) === 1)
    expect(await rows.textContent()).toMatch(/person1@known\.example[\s\S]*opened[\s\S]*clicked/)
    await expectClean()
    await page.getByLabel('What became of the mail').selectOption('Bounced')
    await page.getByText('Nobody matches.').waitFor()
    await page.getByLabel('What became of the mail').selectOption('Everybody')
    await page.getByLabel('Find an address').fill(`person2@${domain}`)
    await eventually(
      'the one',
      async () => (await rows.allInnerTexts()).join().includes('person2') && (await rows.count()) === 1,
    )
    await rows.click()
    await page.waitForURL('**/messages/msg_*')
  })

  test('are sent after a question that names broadcast, list, people and sender', async () => {
    const list = await listOf(2, 'asked.example')
    const verified = { from_email: 'News <news@asked.example>' }
    const { page, expectClean } = await open(`/broadcasts/${await create(list, { name: 'Spring news', ...verified })}`)
    await page.getByRole('button', { name: 'Send…' }).click()
    const question = page.getByRole('alertdialog', { name: 'Send “Spring news” now?' })
    await question.getByText('the list “All of asked.example”: 2 people now').waitFor()
    await question.getByText('from News <news@asked.example>').waitFor()
    await question.getByText('The mail shows no link to unsubscribe.').waitFor()
    await expectClean()
  })

  test('are paused with the reason, resumed, and canceled', async () => {
    const id = await create(await listOf(40, 'slow.example'), { throttle_per_minute: 60 })
    const { page, expectClean } = await open(`/broadcasts/${id}`)
    await page.getByRole('button', { name: 'Send…' }).click()
    await page.getByRole('button', { name: 'Send to 40 people' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Somebody has paused it.').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.locator('.page-head .badge', { hasText: 'sending' }).waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel the broadcast' }).click()
    await page.locator('.page-head .badge', { hasText: 'canceled' }).waitFor()
    expect(await found(id)).toMatchObject({ status: 'canceled' })
  })

  test('are scheduled after a question that says when and to how many', async () => {
    await listOf(2, 'later.example')
    const { page } = await open('/broadcasts/new')
    await choose(page, 'To everybody in the list', 'later.example')
    await page.getByLabel('Name, for you').fill('Later')
    await page.getByLabel('Subject').fill('Later')
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Start at').fill(`${tomorrow}T10:00`)
    await page.getByRole('button', { name: 'Schedule…' }).click()
    await page.getByRole('alertdialog').getByText('2 people are in it now').waitFor()
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await page.waitForURL('**/broadcasts/bc_*')
    await page.locator('.page-head .badge', { hasText: 'scheduled' }).waitFor()
    const { scheduled_at } = await found(page.url().split('/').at(-1)!)
    // Ten o'clock in the zone of the browser.
    expect(['08:00', '09:00']).toContain(scheduled_at.slice(11, 16))
  })

  test('go to any of many lists, and say its name in a copy', async () => {
    const { models, newId } = app.app
    await listOf(2, 'oldest.example')
    const row = { account_id: app.accountId, description: null, is_topic: false, filter: null, updated_at: new Date() }
    await models.contactLists.collection.insertMany(
      Array.from({ length: 120 }, (_none, index) => ({ ...row, _id: newId('contactList'), name: `Segment ${index}` })),
    )
    const { page, expectClean } = await open('/broadcasts/new')
    const field = page.getByRole('combobox', { name: 'To everybody in the list' })
    await field.click()
    await page.getByText('Type a part of a name to find others.').waitFor()
    expect(await page.getByRole('listbox', { name: 'Choices' }).getByRole('option').count()).toBe(100)
    await expectClean()
    await field.fill('no such list')
    await page.getByText('Nothing has this name.').waitFor()
    await field.fill('OLDEST')
    await page.getByRole('option', { name: 'All of oldest.example' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('2 people are in it now').waitFor()
    expect(await field.inputValue()).toBe('All of oldest.example')
    await page.getByLabel('Name, for you').fill('To the oldest list')
    await page.getByLabel('Subject').fill('News')
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.waitForURL('**/broadcasts/bc_*')
    await page.getByRole('link', { name: 'Copy', exact: true }).click()
    await page.waitForURL('**/broadcasts/new?like=*')
    await eventually('the copy names the list', async () => (await field.inputValue()) === 'All of oldest.example')
  })

  test('with a template are copied with it, also if it is inactive by now, and the API then says so', async () => {
    const template = await app.call('POST', '/v1/templates', {
      body: { name: 'Spring', channel: 'email', subject: 'Spring', body_html: '<p>Spring</p>' },
    })
    const template_id = template.body.id
    const body = { name: 'Of a template', list_id: await listOf(1, 'template.example'), template_id }
    const id = (await app.call('POST', '/v1/broadcasts', { body })).body.id
    await app.call('PUT', `/v1/templates/${template_id}`, { body: { is_active: false } })
    const { page } = await open(`/broadcasts/new?like=${id}`)
    const content = page.getByRole('combobox', { name: 'Content' })
    await eventually('it is named', async () => (await content.inputValue()) === 'Template: Spring (inactive)')
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByRole('alert').waitFor()
    await choose(page, 'Content', 'Custom text')
    await page.getByLabel('HTML').waitFor()
  })

  test('are copied and deleted', async () => {
    const id = await create(await listOf(1, 'copy.example'), { name: 'Original' })
    const { page } = await open(`/broadcasts/${id}`)
    await page.getByRole('link', { name: 'Copy', exact: true }).click()
    await page.waitForURL(`**/broadcasts/new?like=${id}`)
    await eventually(
      'it begins like the other',
      async () => (await page.getByLabel('Name, for you').inputValue()) === 'Original again',
    )
    expect(await page.getByLabel('HTML').inputValue()).toBe('<p>News for {{ first_name }}</p>')
    await page.goto(`${app.url}/broadcasts/${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the broadcast' }).click()
    await page.waitForURL('**/broadcasts')
    expect((await app.call('GET', `/v1/broadcasts/${id}`)).status).toBe(404)
  })

  test('are not started if the API refuses, and the page says why', async () => {
    const id = await create(await listOf(1, 'read.example'))
    const { page } = await open(`/broadcasts/${id}`, { key: await app.key('read'), takenFor: 'admin' })
    await page.getByRole('button', { name: 'Send…' }).click()
    await page.getByRole('button', { name: 'Send to 1 person' }).click()
    await page.getByText(/^Refused: /).waitFor()
    await page.locator('.page-head .badge', { hasText: 'draft' }).waitFor()
    expect(await found(id)).toMatchObject({ status: 'draft' })
  })

  test.each(['light', 'dark'] as const)('fit a phone in %s colors', async (colorScheme) => {
    const id = await create(await listOf(1, `${colorScheme}.example`))
    const { page, expectClean } = await open('/broadcasts', { colorScheme, viewport: { width: 360, height: 700 } })
    for (const [path, text] of [
      ['/broadcasts', 'News'],
      [`/broadcasts/${id}`, 'Nothing is sent yet.'],
      ['/broadcasts/new', 'To whom, and when'],
      [`/broadcasts/${id}/edit`, 'As it looks now'],
    ] as const) {
      await page.goto(app.url + path)
      await page.getByText(text).first().waitFor()
      await expectClean()
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360)
    }
  })
})
