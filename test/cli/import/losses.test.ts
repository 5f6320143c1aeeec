import { expect, test } from 'vitest'
import { startMailgun, startPostmark, startResend } from './services.js'
import { tooMany } from './stand-in.js'
import { counts, useImport } from './use-import.js'

const it = useImport()
const { bring, read } = it

const person = (id: string, email: string, rest: object = {}) => ({
  ...{ id, email, first_name: null, last_name: null, unsubscribed: false, ...rest },
})
const page = (data: unknown[]) => ({ object: 'list', data, has_more: false })

test('who must not get mail is known before there are contacts', async () => {
  it.service = await startResend(3, { hasDetails: false })
  it.service.answers['/contacts'] = () => {
    it.service.faults.push(...Array.from({ length: 10 }, () => tooMany('1000')))
    return { data: [person('c1', 'a@example.com')], has_more: true }
  }
  expect((await bring('resend')).code).toBe(1)
  expect((await read('/suppressions/gone@example.com')).state).toBe('suppressed')
  expect((await read('/contacts')).contacts).toEqual([])
})

test('what is on the list here keeps its reason, and is only made stronger', async () => {
  it.service = await startResend(0, { hasDetails: false })
  const body = {
    entries: [
      { email: 'angry@example.com', reason: 'complaint' },
      { email: 'left@example.com', state: 'unsubscribed', reason: 'recipient_unsubscribe' },
    ],
  }
  const { key } = await it.app.app.services.apiKeys.create(
    { accountId: it.account } as never,
    { name: 'Here', scope: 'admin' } as never,
  )
  await it.app.call('POST', '/v1/suppressions/import', { key, body })
  it.service.answers['/suppressions'] = page([
    { id: 'x1', email: 'angry@example.com', origin: 'manual' },
    { id: 'x2', email: 'left@example.com', origin: 'bounce' },
  ])
  await bring('resend', ['--only', 'suppressions'])
  expect(await read('/suppressions/angry@example.com')).toMatchObject({ state: 'suppressed', reason: 'complaint' })
  expect(await read('/suppressions/left@example.com')).toMatchObject({ state: 'suppressed', reason: 'hard_bounce' })
})

test('a list of more suppressions than a request takes', async () => {
  it.service = await startPostmark()
  it.service.answers['/message-streams/outbound/suppressions/dump'] = {
    Suppressions: [
      ...Array.from({ length: 12_000 }, (_none, index) => `gone${index}@example.com`),
      ...['nobody', 'gone7@example.com'],
    ].map((EmailAddress) => ({ EmailAddress, SuppressionReason: 'HardBounce' })),
  }
  const report = (await bring('postmark', ['--only', 'suppressions'])).json()
  // An address that comes again in another request is written again.
  expect(counts(report)).toEqual({ suppressions: [12_004, 12_002, 0, 2] })
  expect(report.kinds.suppressions.failures).toContainEqual({
    ...{ what: 'nobody', why: 'is not a valid address, like user@example.com' },
  })
  expect(await it.app.app.models.suppressions.countDocuments({ account_id: it.account })).toBe(12_001)
})

test('lists of one name stay apart, and so do templates whose names are alike', async () => {
  it.service = await startResend(3, { hasDetails: false })
  it.service.answers['/segments'] = page([
    { id: 's1', name: 'News' },
    { id: 's2', name: 'News' },
  ])
  it.service.answers['/segments/s1/contacts'] = page([person('c0', 'person0@example.com')])
  it.service.answers['/segments/s2/contacts'] = page([person('c1', 'person1@example.com')])
  const names = ['Welcome', 'Welcome!', 'Привет', '日本語']
  it.service.answers['/templates'] = page(names.map((name) => ({ id: name, name })))
  for (const name of names) {
    it.service.answers[`/templates/${encodeURIComponent(name)}`] = { name, subject: name, html: `<p>${name}</p>` }
  }
  const first = (await bring('resend', ['--only', 'templates,lists,contacts'])).json()
  expect(counts(first)).toEqual({ templates: [4, 4, 0, 0], lists: [2, 2, 0, 0], contacts: [5, 3, 2, 0] })
  const { contact_lists } = await read('/contact-lists')
  for (const [id, email] of [
    ['s1', 'person0@example.com'],
    ['s2', 'person1@example.com'],
  ]) {
    const list = contact_lists.find(({ name }: { name: string }) => name === `News (${id})`)
    expect((await read(`/contact-lists/${list.id}/members`)).members).toMatchObject([{ email }])
  }
  expect(first.remarks).toContainEqual({
    ...{ kind: 'lists', what: 'News', why: 'is the name of several: this one is “News (s1)” here' },
  })
  const { templates } = await read('/templates')
  expect(templates.map(({ name, slug }: { name: string; slug: string }) => [name, slug]).toSorted()).toEqual(
    [
      ...[
        ['Welcome', 'welcome'],
        ['Welcome!', 'welcome-2'],
        ['Привет', 'template'],
        ['日本語', 'template-2'],
      ],
    ].toSorted(),
  )
  const second = (await bring('resend', ['--only', 'templates,lists'])).json()
  expect(counts(second)).toEqual({ templates: [4, 0, 4, 0], lists: [2, 0, 2, 0] })
  const dry = await it.app.app.services.accounts.create('dry@example.com', { another: true })
  it.account = dry.account_id
  const tried = (await bring('resend', ['--only', 'templates', '--dry-run'])).json()
  expect(counts(tried)).toEqual({ templates: [4, 4, 0, 0] })
})

test('contacts alone come with their lists, once each, and with the attributes that they can have', async () => {
  it.service = await startMailgun()
  const attributes = Object.fromEntries(Array.from({ length: 60 }, (_none, index) => [`many${index}`, index]))
  const address = '/v3/lists/news@moved.acme.test/members/pages'
  const members = [
    { address: 'Ada@example.com', name: 'Ada "the, first"', subscribed: true, vars: { zip: '007', '=sum': 1 } },
    { address: 'ada@EXAMPLE.com', name: 'Ada', subscribed: false, vars: {} },
    {
      address: 'bob@example.com',
      name: '=Bob',
      subscribed: true,
      vars: { 'a-b': 1, tags: ['x'], unsubscribe_url: 'x' },
    },
    { address: 'many@example.com', name: '', subscribed: true, vars: attributes },
    { address: 'other@example.com', name: '', subscribed: true, vars: { another: true } },
    { address: 'nobody', name: '', subscribed: true, vars: {} },
    { address: 'long@example.com', name: 'x'.repeat(100_000), subscribed: true, vars: {} },
  ]
  it.service.answers[address] = { items: members, paging: {} }
  const result = await bring('mailgun', ['--only', 'contacts'])
  const report = result.json()
  expect(counts(report)).toEqual({ contacts: [7, 4, 1, 2] })
  expect(report.kinds.contacts.failures).toEqual([
    { what: 'long@example.com', why: 'has names and attributes that are too long' },
    { what: 'nobody', why: 'email: must be a valid address, like user@example.com' },
  ])
  const [list] = (await read('/contact-lists')).contact_lists
  expect((await read(`/contact-lists/${list.id}/members`)).members).toHaveLength(4)
  const contact = async (email: string) => (await read(`/contacts?search=${email}`)).contacts[0]
  expect(await contact('ada@example.com')).toMatchObject({
    ...{ first_name: 'Ada', last_name: '"the, first"', status: 'unsubscribed', attributes: { zip: '007' } },
  })
  expect(await contact('bob@example.com')).toMatchObject({ first_name: '=Bob', attributes: {} })
  expect(Object.keys((await contact('many@example.com')).attributes)).toHaveLength(50)
  expect((await contact('other@example.com')).attributes).toEqual({ another: true })
  const said = report.remarks.map(({ what, why }: { what: string; why: string }) => `${what}: ${why}`)
  expect(said).toContain('attribute =sum: no contact can have an attribute of this name')
  expect(said).toContain('attribute unsubscribe_url: no contact can have an attribute of this name')
  expect(said).toContain('attribute tags: only texts, numbers, true and false can be attributes')
  expect(said).toContain('attribute many59 of many@example.com: a contact has at most 50 attributes')
  expect(said).toContain('list News: who has left it gets no marketing mail at all here')
})

test.each([
  ['{}', {}, 'data: Invalid input'],
  ['null', null, 'the document: Invalid input'],
  ['a wrong type', { data: [{ id: 1 }], has_more: false }, 'data.0.id: Invalid input'],
])('an answer of another shape is named: %s', async (_title, answer, reason) => {
  it.service = await startResend()
  it.service.answers['/domains'] = answer
  const { stderr } = await bring('resend', ['--only', 'domains'])
  expect(stderr).toContain(`Resend answered GET /domains with something unexpected: ${reason}`)
  expect(stderr).not.toContain('unexpected error')
})

test('what is gone meanwhile is not brought, and the rest is', async () => {
  it.service = await startResend(3)
  delete it.service.answers['/templates/t1']
  delete it.service.answers['/contacts/c1']
  const report = (await bring('resend', ['--only', 'templates,contacts'])).json()
  expect(counts(report)).toEqual({ templates: [2, 0, 0, 2], contacts: [6, 3, 2, 1] })
  expect(report.kinds.templates.failures[0]).toEqual({
    ...{ what: 'Order received', why: 'Resend answered 404 to GET /templates/t1.' },
  })
  expect(report.kinds.contacts.failures).toMatchObject([{ what: 'Person1@example.com' }])
})

test('contacts have no details to ask for if the account has neither properties nor topics', async () => {
  it.service = await startResend(150, { hasDetails: false })
  expect((await bring('resend', ['--only', 'contacts'])).code).toBe(0)
  const asked = it.service.asked.map((path) => path.split('?')[0])
  expect(asked.filter((path) => path?.startsWith('/contacts/'))).toEqual([])
  // What is needed for each page is read once.
  for (const path of ['/segments', '/topics', '/contact-properties']) {
    expect([path, asked.filter((one) => one === path).length]).toEqual([path, 1])
  }
})
