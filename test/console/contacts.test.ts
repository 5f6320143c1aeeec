import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PARKED_IMPORT } from '../../src/models/parked-states.js'
import { choose, hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Contacts, lists and imports. */

let app: TestApp

describe.skipIf(!hasBrowser)('contacts', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }
  const contact = async (email: string, more = {}) =>
    (await app.call('POST', '/v1/contacts', { body: { email, ...more } })).body.id as string
  const list = async (name: string, more = {}) =>
    (await app.call('POST', '/v1/contact-lists', { body: { name, ...more } })).body.id as string
  const found = async (id: string) => (await app.call('GET', `/v1/contacts/${id}`)).body
  const members = async (id: string) => (await app.call('GET', `/v1/contact-lists/${id}/members`)).body.members

  test('are added, edited with attributes, and found by name', async () => {
    const { page, expectClean } = await open('/contacts')
    await page.getByText('Contacts are the people whom you write to.').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Add a contact' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('nobody')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText('must be a valid address').first().waitFor()
    await dialog.getByLabel('Address').fill('Grace@example.com')
    await dialog.getByLabel('First name').fill('Grace')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.waitForURL('**/contacts/ct_*')
    const id = page.url().split('/').at(-1)!
    await page.getByLabel('Last name').fill('Hopper')
    for (const [name, value] of [
      ['plan', 'pro'],
      ['seats', '3'],
      ['code', '007'],
    ] as const) {
      await page.getByRole('button', { name: 'Add an attribute' }).click()
      await page.locator('.attribute').last().getByLabel('Name').fill(name)
      await page.locator('.attribute').last().getByLabel('Value').fill(value)
    }
    await expectClean()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await found(id)).toMatchObject({
      ...{ email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper' },
      attributes: { plan: 'pro', seats: 3, code: '007' },
    })
    await page.getByRole('button', { name: 'Remove the attribute plan' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually('the attribute is gone', async () => !('plan' in (await found(id)).attributes))

    await contact('ada@example.com', { first_name: 'Ada' })
    await page.goto(`${app.url}/contacts`)
    const rows = page.locator('.contacts a.row')
    await eventually('both are listed', async () => (await rows.count()) === 2)
    await page.getByLabel(/^Search/).fill('hopper')
    await page.waitForURL('**/contacts?search=hopper')
    await eventually('one is found', async () => (await rows.count()) === 1)
    await rows.filter({ hasText: 'grace@example.com' }).waitFor()
  })

  test('are chosen by the hundred, and change together', async () => {
    const target = await list('The chosen')
    for (let index = 0; index < 120; index += 1)
      await contact(`many${index}@bulk.example`, { attributes: { plan: index % 2 ? 'pro' : 'free' } })
    const { page, expectClean } = await open('/contacts?search=bulk.example')
    const bar = page.locator('.bulk-bar')
    const rows = page.locator('.contacts a.row')
    await page.getByLabel('Choose many119@bulk.example').check()
    await bar.getByText('1 chosen').waitFor()
    await bar.getByRole('button', { name: 'Choose none' }).click()
    await bar.getByRole('button', { name: 'Choose all that are shown' }).click()
    await bar.getByText('50 chosen').waitFor()
    await bar.getByRole('button', { name: 'Choose all that match' }).click()
    await bar.getByText('120 chosen').waitFor()
    await expectClean()

    await bar.getByRole('button', { name: 'Add to a list' }).click()
    const dialog = page.getByRole('dialog')
    await choose(dialog, 'List', 'The chosen')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByText('120 contacts changed.').waitFor()
    expect((await app.call('GET', `/v1/contact-lists/${target}`)).body.member_count).toBe(120)

    await page.getByText('Attributes shown in the list').click()
    await page.getByLabel('plan').check()
    await rows.filter({ hasText: 'many119@bulk.example' }).getByText('pro').waitFor()
    await page.getByLabel('Choose many119@bulk.example').check()
    await bar.getByRole('button', { name: 'Set an attribute' }).click()
    await dialog.getByLabel('Name').fill('plan')
    await dialog.getByLabel('Value').fill('team')
    await dialog.getByRole('button', { name: 'Set' }).click()
    await page.getByText('1 contact changed.').waitFor()
    await rows.filter({ hasText: 'many119@bulk.example' }).getByText('team').waitFor()
    await page.reload()
    await rows.filter({ hasText: 'many119@bulk.example' }).getByText('team').waitFor()

    await page.goto(`${app.url}/contacts/lists/${target}`)
    await page.getByLabel('Choose many119@bulk.example').check()
    await page.getByLabel('Choose many118@bulk.example').check()
    await bar.getByRole('button', { name: 'Take off this list' }).click()
    await page.getByText('2 contacts changed.').waitFor()
    await page.getByLabel('Choose many119@bulk.example').waitFor({ state: 'detached' })
    await bar.getByRole('button', { name: 'Choose all contacts' }).click()
    await bar.getByText('118 chosen').waitFor()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete 118 contacts' }).click()
    await page.getByText('118 contacts changed.').waitFor()
    const left = (await app.call('GET', '/v1/contacts?search=bulk.example')).body.contacts
    expect(left.map(({ email }: { email: string }) => email)).toEqual(['many119@bulk.example', 'many118@bulk.example'])
  })

  test('keep what was not touched, also if its name is reserved by now, until it is removed', async () => {
    const id = await contact('reserved@example.com')
    const old = { code: '007', unsubscribe_url: 'https://example.com/' }
    await app.app.models.contacts.collection.updateOne({ _id: id }, { $set: { attributes: old } })
    const { page } = await open(`/contacts/${id}`)
    await page.getByLabel('First name').fill('Grace')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await found(id)).toMatchObject({ first_name: 'Grace', attributes: old })
    await page.getByRole('button', { name: 'Remove the attribute unsubscribe_url' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually('the attribute is gone', async () => !('unsubscribe_url' in (await found(id)).attributes))
    expect((await found(id)).attributes).toEqual({ code: '007' })
  })

  test('are in lists, join and leave them', async () => {
    const id = await contact('joiner@example.com')
    const [first, second] = [await list('First list'), await list('Second list')]
    await app.call('POST', `/v1/contact-lists/${first}/members`, { body: { contact_id: id } })
    const { page } = await open(`/contacts/${id}`)
    await page.getByRole('link', { name: 'First list' }).waitFor()
    await choose(page, 'Add to a list', 'Second list')
    await page.getByRole('link', { name: 'Second list' }).waitFor()
    await page.getByRole('button', { name: 'Take off the list First list' }).click()
    await page.getByRole('link', { name: 'First list' }).waitFor({ state: 'detached' })
    await eventually('it has left', async () => (await members(first)).length === 0)
    expect(await members(second)).toHaveLength(1)
  })

  test('are deleted, or erased everywhere, after a question', async () => {
    const [one, other] = [await contact('delete@example.com'), await contact('erase@example.com')]
    const { page, expectClean } = await open(`/contacts/${one}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await expectClean()
    await page.getByRole('button', { name: 'Delete the contact' }).click()
    await page.waitForURL('**/contacts')
    expect((await app.call('GET', `/v1/contacts/${one}`)).status).toBe(404)
    await page.goto(`${app.url}/contacts/${other}`)
    await page.getByRole('button', { name: 'Erase everywhere' }).click()
    await page.getByRole('button', { name: 'Erase the person' }).click()
    await page.waitForURL('**/contacts')
    expect((await app.call('GET', `/v1/contacts/${other}`)).status).toBe(404)
  })

  test('stay as they are if the API refuses, and the page says why', async () => {
    const id = await contact('kept@example.com')
    const { page } = await open(`/contacts/${id}`, { key: await app.key('read'), takenFor: 'admin' })
    await page.getByLabel('First name').fill('Changed')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the contact' }).click()
    await page.getByText(/^Not deleted: /).waitFor()
    expect(await found(id)).toMatchObject({ first_name: null })
  })

  test('a list takes addresses, new or known, and gives them back', async () => {
    await contact('known@example.com')
    const { page, expectClean } = await open('/contacts?view=lists')
    await page.getByRole('button', { name: 'New list' }).first().click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Newsletter')
    await page.getByRole('dialog').getByRole('button', { name: 'Create the list' }).click()
    await page.waitForURL('**/contacts/lists/cl_*')
    const id = page.url().split('/').at(-1)!
    await page.getByText('Nobody is in it yet.').waitFor()
    const add = async (email: string) => {
      await page.getByLabel('Add an address').fill(email)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
    }
    await add('nobody')
    await page.locator('.fault').waitFor()
    await expectClean()
    for (const email of ['known@example.com', 'fresh@example.com']) {
      await add(email)
      await page.locator('.members .row', { hasText: email }).waitFor()
    }
    await expectClean()
    await page.getByRole('button', { name: 'Take off known@example.com' }).click()
    await page.locator('.members .row', { hasText: 'known@example.com' }).waitFor({ state: 'detached' })
    await eventually('one is left', async () => (await members(id)).length === 1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ])
    expect(await download.failure()).toBeNull()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the list' }).click()
    await page.waitForURL('**/contacts?view=lists')
    expect((await app.call('GET', `/v1/contact-lists/${id}`)).status).toBe(404)
  })

  test('a list by filter is built and changed in words', async () => {
    await contact('pro@filter.example', { attributes: { plan: 'pro', seats: 12 } })
    await contact('free@filter.example', { attributes: { plan: 'free', seats: 1 } })
    const { page, expectClean } = await open('/contacts?view=lists')
    await page.getByRole('button', { name: 'New list' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Many seats')
    await dialog.getByLabel('Who is in it').selectOption('filter')
    await dialog.getByLabel('What', { exact: true }).selectOption('attribute')
    await dialog.getByLabel('Called').fill('seats')
    await dialog.getByLabel('How').selectOption('greater_than')
    await dialog.getByLabel('Value').fill('10')
    await dialog.getByRole('button', { name: 'Add a condition' }).click()
    await dialog.getByLabel('What', { exact: true }).last().selectOption('bounced')
    await dialog.getByLabel('When').selectOption('no')
    await expectClean()
    await dialog.getByLabel('Days').fill('0')
    await dialog.getByRole('button', { name: 'Create the list' }).click()
    await dialog.getByText('must be at least 1').first().waitFor()
    await dialog.getByLabel('Days').fill('30')
    await dialog.getByRole('button', { name: 'Create the list' }).click()
    await page.waitForURL('**/contacts/lists/cl_*')
    await page.getByText('“seats” is greater than “10”, and mail bounced not in the last 30 days').waitFor()
    await page.locator('.members .row', { hasText: 'pro@filter.example' }).waitFor()
    expect(await page.locator('.members .row').count()).toBe(1)
    await page.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('How').selectOption('less_than')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.locator('.members .row', { hasText: 'free@filter.example' }).waitFor()
  })

  test('a list by status, with several values and a group, and its groups are changed', async () => {
    await contact('grouped@filter.example', { attributes: { plan: 'team' } })
    const group = { match: 'any', conditions: [{ attribute: 'plan', op: 'in', value: ['team', 'gold'] }] }
    const filter = { match: 'all', conditions: [{ field: 'status', op: 'equals', value: 'suppressed' }, group] }
    const { body } = await app.call('POST', '/v1/contact-lists', { body: { name: 'Grouped', filter } })
    const { page, expectClean } = await open(`/contacts/lists/${body.id}`)
    await page.getByText('the status is “suppressed”, and (“plan” is one of “team”, “gold”)').waitFor()
    await page.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('How').first().selectOption('in')
    await dialog.getByLabel('Value').first().fill('subscribed, unsubscribed')
    const first = dialog.getByRole('group', { name: 'Group of conditions' }).first()
    expect(await first.getByLabel('Value').inputValue()).toBe('team, gold')
    await first.getByLabel('Value').fill('team, gold, iron')
    await first.getByRole('button', { name: 'Add a condition' }).click()
    await first.getByLabel('Value').nth(1).fill('gold.example')
    await dialog.getByRole('button', { name: 'Add a group' }).click()
    const second = dialog.getByRole('group', { name: 'Group of conditions' }).nth(1)
    await second.getByLabel('How').selectOption('exists')
    await dialog.getByRole('button', { name: 'Add a group' }).click()
    await dialog.getByRole('button', { name: 'Remove the group' }).nth(2).click()
    await expectClean()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.locator('.members .row', { hasText: 'grouped@filter.example' }).waitFor()
    const stored = (await app.call('GET', `/v1/contact-lists/${body.id}`)).body.filter
    expect(stored.conditions).toMatchObject([
      { field: 'status', op: 'in', value: ['subscribed', 'unsubscribed'] },
      {
        match: 'any',
        conditions: [
          { attribute: 'plan', op: 'in', value: ['team', 'gold', 'iron'] },
          { field: 'email', op: 'contains', value: 'gold.example' },
        ],
      },
      { match: 'any', conditions: [{ field: 'email', op: 'exists' }] },
    ])
    expect(stored.conditions).toHaveLength(3)
  })

  test('come from a file, whose columns are named and whose bad rows are shown', async () => {
    await contact('twice@import.example')
    const id = await list('Imported')
    const csv =
      'Kontakt;Vorname;Firma;intern;Unsubscribed\nada@import.example;Ada;"Analytical; Engines";x;true\nnobody;No;;;\ntwice@import.example;;;;\n'
    const { page, expectClean } = await open(`/contacts/import?list=${id}`)
    await page.getByLabel('CSV file').setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('Choose the column that has the addresses.').waitFor()
    await page.getByText('like Analytical; Engines').waitFor()
    await page.getByLabel('“Kontakt” is').selectOption('email')
    expect(await page.getByLabel('“Vorname” is').inputValue()).toBe('first_name')
    expect(await page.getByLabel('“Unsubscribed” is').inputValue()).toBe('unsubscribed')
    await page.getByLabel('“intern” is').selectOption('')
    await page.getByLabel('Name of the attribute').fill('company')
    await expectClean()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.waitForURL('**/contacts/import?id=imp_*')
    await page.getByText('The import is done').waitFor()
    await page.getByRole('row', { name: /^3 nobody/ }).waitFor()
    await expectClean()
    expect(await page.locator('.figures dd').allTextContents()).toEqual(['3', '1', '0', '1', '1', '1'])
    const imported = (await members(id)).find(({ email }: { email: string }) => email === 'ada@import.example')
    expect(imported).toMatchObject({
      ...{ first_name: 'Ada', status: 'unsubscribed' },
      attributes: { company: 'Analytical; Engines' },
    })
  })

  test('come from a file into a list that is made in the same step', async () => {
    await contact('known@newlist.example')
    const csv = 'Correo electrónico;Nombre;Teléfono\nada@newlist.example;Ada;+34 1\nknown@newlist.example;Known;\n'
    const { page, expectClean } = await open('/contacts/import')
    const name = 'Feria de Madrid.csv'
    await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await choose(page, 'Add them to a list', 'A new list')
    expect(await page.getByLabel('Name of the new list').inputValue()).toBe('Feria de Madrid')
    await page.getByLabel('Name of the new list').fill('Madrid')
    await page.getByLabel('Contacts that exist already').selectOption('get the values of the file')
    await expectClean()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.waitForURL('**/contacts/import?id=imp_*')
    await page.getByText('The import is done').waitFor()
    const { body } = await app.call('GET', '/v1/contact-lists?limit=100')
    const made = body.contact_lists.filter((one: { name: string }) => one.name === 'Madrid')
    expect(made).toHaveLength(1)
    const found = await members(made[0].id)
    expect(found.map((one: { first_name: string }) => one.first_name).toSorted()).toEqual(['Ada', 'Known'])
    expect(found.map((one: { attributes: object }) => one.attributes)).toContainEqual({ phone: '+34 1' })
  })

  test('of an import that was given up after crashes, the dead letter can be retried, and it goes on', async () => {
    const { models, newId } = app.app
    const { body: file } = await app.call('POST', '/v1/contacts/imports', {
      body: 'email\ncrashed@import.example\n',
      headers: { 'content-type': 'text/csv' },
    })
    const { body: done } = await app.call('POST', '/v1/contacts/import', { body: file })
    // As the workers leave an import that kills its process.
    await models.contactImports.collection.updateOne({ _id: done.id }, [
      { $set: { ...PARKED_IMPORT.parked(new Date()), crashes: 5 } },
      { $unset: ['process_at', 'lease'] },
    ])
    await models.deadLetters.create({
      ...{ _id: newId('deadLetter'), kind: 'imports', row_id: done.id, account_id: app.accountId },
      ...{ error: 'Error: bang', crashes: 5, created_at: new Date() },
    })
    const { page, expectClean } = await open(`/contacts/import?id=${done.id}`)
    await page.getByText('The import has failed').waitFor()
    await expectClean()
    await page.getByRole('link', { name: 'Show dead letters' }).click()
    await page.waitForURL('**/dead-letters')
    const letter = page.locator('.dead-letter', { hasText: 'Importing contacts' })
    expect(await letter.getByRole('link').getAttribute('href')).toBe(`/contacts/import?id=${done.id}`)
    await letter.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('It is being tried again.').waitFor()
    await page.goto(`${app.url}/contacts/import?id=${done.id}`)
    await page.getByText('The import is done').waitFor()
  })

  test.each(['light', 'dark'] as const)('fit a phone in %s colors', async (colorScheme) => {
    const id = await contact(`${colorScheme}@phone.example`, { attributes: { plan: 'pro' } })
    const listId = await list(`Phone ${colorScheme}`)
    await app.call('POST', `/v1/contact-lists/${listId}/members`, { body: { contact_id: id } })
    const { page, expectClean } = await open('/contacts', { colorScheme, viewport: { width: 360, height: 700 } })
    for (const [path, text] of [
      ['/contacts', `${colorScheme}@phone.example`],
      ['/contacts?view=lists', `Phone ${colorScheme}`],
      [`/contacts/${id}`, 'What is known'],
      [`/contacts/lists/${listId}`, `${colorScheme}@phone.example`],
      ['/contacts/import', 'CSV file'],
    ] as const) {
      await page.goto(app.url + path)
      await page.getByText(text).first().waitFor()
      await expectClean()
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360)
    }
  })
})
