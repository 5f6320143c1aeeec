import { describe, expect, test } from 'vitest'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount, useTwoProcesses } from '../../../support/more-processes.js'
import { call } from '../../../support/start-app.js'

const [app, second] = useTwoProcesses()

const post = (body: unknown, url = app.url) => call(url, 'POST', '/v1/contacts', { key: app.adminKey, body })
const get = (path: string) => app.call('GET', `/v1/contacts${path}`)
const put = (id: string, body: unknown) => app.call('PUT', `/v1/contacts/${id}`, { body })
const emails = ({ body }: { body: { contacts: { email: string }[] } }) => body.contacts.map(({ email }) => email)

async function create(email: string, more: object = {}): Promise<string> {
  const { status, body } = await post({ email, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

describe('a contact', () => {
  test('is created with its normalized address, and read again', async () => {
    const { status, body } = await post({
      ...{ email: ' Ada@BÜCHER.example ', first_name: ' Ada ', last_name: '' },
      attributes: { plan: 'pro', seats: 3, ratio: 0.5, trial: false },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^ct_/),
      email: 'ada@xn--bcher-kva.example',
      first_name: 'Ada',
      last_name: null,
      attributes: { plan: 'pro', seats: 3, ratio: 0.5, trial: false },
      status: 'subscribed',
      created_at: expect.any(String),
      updated_at: body.created_at,
    })
    expect((await get(`/${body.id}`)).body).toEqual(body)
  })

  test('is unique by its address, in any spelling, also when created at once by two processes', async () => {
    const spellings = ['one@rush.example', 'ONE@rush.example', 'One@Rush.Example', 'one@RUSH.example']
    const rush = [...spellings, ...spellings].map((email, index) => post({ email }, index % 2 ? app.url : second.url))
    const answers = await Promise.all(rush)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) expectError(answer, 409, 'duplicate_contact')
    expect(emails(await get('?search=one@rush.example'))).toEqual(['one@rush.example'])
  })

  test.each([
    ['no address', {}, 'email'],
    ['two addresses', { email: 'a@example.com, b@example.com' }, 'email'],
    ['an address with a name', { email: 'Ada <a@example.com>' }, 'email'],
    ['a name with a line break', { email: 'a@example.com', first_name: 'Ada\nBcc: x' }, 'first_name'],
    ['an operator as an attribute', { email: 'a@example.com', attributes: { $set: 1 } }, 'attributes.$set'],
    ['a path as an attribute', { email: 'a@example.com', attributes: { 'a.b': 1 } }, 'attributes.a.b'],
    ['a name of the driver', { email: 'a@example.com', attributes: { _bsontype: 'ObjectId' } }, 'attributes._bsontype'],
    [
      'a link of templates',
      { email: 'a@example.com', attributes: { preferences_url: 'x' } },
      'attributes.preferences_url',
    ],
    ['an attribute that is an object', { email: 'a@example.com', attributes: { a: { $ne: 1 } } }, 'attributes.a'],
    ['a long attribute', { email: 'a@example.com', attributes: { a: 'x'.repeat(1_001) } }, 'attributes.a'],
    ['NUL in an attribute', { email: 'a@example.com', attributes: { a: '\0' } }, 'attributes.a'],
  ])('is refused with %s, naming the field', async (_what, body, field) => {
    expectError(await post(body), 400, 'invalid_request', field)
  })

  test('shows the state of the suppression list, whenever it is read', async () => {
    const id = await create('status@example.com')
    const status = async () => (await get(`/${id}`)).body.status
    const suppress = (state: string) =>
      app.call('POST', '/v1/suppressions/import', { body: { entries: [{ email: 'Status@example.com', state }] } })
    await suppress('unsubscribed')
    expect(await status()).toBe('unsubscribed')
    await suppress('suppressed')
    expect(await status()).toBe('suppressed')
    expect((await get('?search=status@example.com')).body.contacts[0].status).toBe('suppressed')
    await app.call('DELETE', '/v1/suppressions?channel=email&recipient=status@example.com')
    expect(await status()).toBe('subscribed')
  })
})

describe('a change', () => {
  test('changes what it names; null removes', async () => {
    const id = await create('change@example.com', { first_name: 'A', last_name: 'B', attributes: { x: 1, y: 'two' } })
    const { body } = await put(id, { last_name: null, attributes: { x: null, z: true } })
    expect(body).toMatchObject({ first_name: 'A', last_name: null, attributes: { y: 'two', z: true } })
    expect(body.updated_at > body.created_at).toBe(true)
    expect((await get(`/${id}`)).body).toEqual(body)
    expect((await put(id, {})).body).toEqual(body)
  })

  test('removes attributes whose names were reserved later, and gives them no value', async () => {
    const id = await create('reserved@example.com', { attributes: { plan: 'pro' } })
    const old = { plan: 'pro', unsubscribe_url: 'https://example.com/', preferences_url: 'x' }
    await app.app.models.contacts.collection.updateOne({ _id: id }, { $set: { attributes: old } })
    expect((await put(id, { first_name: 'A' })).body.attributes).toEqual(old)
    const refused = await put(id, { attributes: { unsubscribe_url: null, preferences_url: 'y' } })
    expectError(refused, 400, 'invalid_request', 'attributes.preferences_url')
    const removed = await put(id, { attributes: { unsubscribe_url: null, preferences_url: null } })
    expect(removed.body.attributes).toEqual({ plan: 'pro' })
    expect((await put(id, { attributes: { unsubscribe_url: null } })).body).toEqual(removed.body)
    expectError(await put(id, { attributes: { _bsontype: null } }), 400, 'invalid_request', 'attributes._bsontype')
  })

  test('of the address makes the contact found by the new one, and frees the old one', async () => {
    const id = await create('old@example.com', { first_name: 'Renamed' })
    expect((await put(id, { email: 'New@Example.com' })).body.email).toBe('new@example.com')
    expect(emails(await get('?search=old@example.com'))).toEqual([])
    expect(emails(await get('?search=renamed new@example.com'))).toEqual(['new@example.com'])
    await create('old@example.com')
    expectError(await put(id, { email: 'OLD@example.com' }), 409, 'duplicate_contact')
    expectError(await put(id, { email: 'nobody' }), 400, 'invalid_request', 'email')
  })

  test('is not lost among concurrent changes of other fields', async () => {
    const id = await create('many@example.com', { attributes: { a: 0 } })
    const changes = Array.from({ length: 20 }, (_none, index) => put(id, { attributes: { [`a${index}`]: index } }))
    const answers = await Promise.all([
      ...changes,
      put(id, { first_name: 'Many' }),
      put(id, { attributes: { a: null } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { body } = await get(`/${id}`)
    expect(body.first_name).toBe('Many')
    expect(Object.keys(body.attributes).sort()).toEqual(Array.from({ length: 20 }, (_none, i) => `a${i}`).sort())
    expect(emails(await get('?search=many'))).toContain('many@example.com')
  })

  test('cannot exceed 50 attributes in all', async () => {
    const many = (from: number) => Object.fromEntries(Array.from({ length: 30 }, (_none, i) => [`a${from + i}`, i]))
    const id = await create('fifty@example.com', { attributes: many(0) })
    expectError(await put(id, { attributes: many(30) }), 400, 'invalid_request', 'attributes')
    expect(Object.keys((await get(`/${id}`)).body.attributes)).toHaveLength(30)
  })
})

describe('the list of contacts', () => {
  test('has pages, newest first', async () => {
    const { key } = await anotherAccount(app, 'pages@elsewhere.test')
    for (const name of ['a', 'b', 'c']) {
      await call(app.url, 'POST', '/v1/contacts', { key, body: { email: `${name}@example.com` } })
    }
    const first = await call(app.url, 'GET', '/v1/contacts?limit=2', { key })
    expect(emails(first)).toEqual(['c@example.com', 'b@example.com'])
    const rest = await call(app.url, 'GET', `/v1/contacts?limit=2&cursor=${first.body.next_cursor}`, { key })
    expect(emails(rest)).toEqual(['a@example.com'])
    expect(rest.body.next_cursor).toBeNull()
  })

  test('is searched by address, local part, domain and words of the name, together', async () => {
    await create('lise.meitner@physik.example', { first_name: 'Lise', last_name: 'Meitner-Hahn' })
    for (const text of [
      'lise.meitner@physik.example',
      'PHYSIK.example',
      'lise',
      'lis',
      'hahn',
      'meitner lise',
      'Meitner-Hahn',
    ]) {
      expect(emails(await get(`?search=${encodeURIComponent(text)}`)), text).toContain('lise.meitner@physik.example')
    }
    for (const text of ['li', 'eitner', 'lise otto', '*', '.*']) {
      expect(emails(await get(`?search=${encodeURIComponent(text)}`)), text).toEqual([])
    }
  })
})

test('a deleted contact is gone from everywhere, and its address is free', async () => {
  const id = await create('gone@example.com')
  const list = (await app.call('POST', '/v1/contact-lists', { body: { name: 'A' } })).body.id
  await app.call('POST', `/v1/contact-lists/${list}/members`, { body: { contact_id: id } })
  expect((await app.call('DELETE', `/v1/contacts/${id}`)).status).toBe(204)
  expectError(await get(`/${id}`), 404, 'not_found')
  expectError(await app.call('DELETE', `/v1/contacts/${id}`), 404, 'not_found')
  expect((await app.call('GET', `/v1/contact-lists/${list}`)).body.member_count).toBe(0)
  expect(await app.app.models.listMembers.countDocuments({ contact_id: id })).toBe(0)
  await create('gone@example.com')
})

test('the contacts of another account do not exist, and its addresses are free', async () => {
  const id = await create('mine@example.com')
  const other = await anotherAccount(app, 'other@elsewhere.test')
  const theirs = (method: string, path: string, body?: unknown) =>
    call(app.url, method, `/v1/contacts${path}`, { key: other.key, ...(body !== undefined && { body }) })
  expectError(await theirs('GET', `/${id}`), 404, 'not_found')
  expectError(await theirs('PUT', `/${id}`, { first_name: 'X' }), 404, 'not_found')
  expectError(await theirs('DELETE', `/${id}`), 404, 'not_found')
  expect((await theirs('GET', '')).body.contacts).toEqual([])
  expect((await theirs('GET', '?search=mine@example.com')).body.contacts).toEqual([])
  expect((await theirs('POST', '', { email: 'mine@example.com' })).status).toBe(201)
})

describe('a contact that is looked for by its address', () => {
  test('is found in any notation, among those that begin alike, and in its lists alone', async () => {
    const id = await create('exact@bücher.example')
    for (const other of ['exact@bücher.example.org', 'inexact@bücher.example']) await create(other)
    const list = (await app.call('POST', '/v1/contact-lists', { body: { name: 'Exact' } })).body.id
    const segment = (
      await app.call('POST', '/v1/contact-lists', {
        body: {
          name: 'Pros',
          filter: { match: 'all', conditions: [{ attribute: 'plan', op: 'equals', value: 'pro' }] },
        },
      })
    ).body.id
    const found = (query: string) => get(`?email=${encodeURIComponent(' EXACT@BÜCHER.example ')}${query}`)
    expect(emails(await found(''))).toEqual(['exact@xn--bcher-kva.example'])
    for (const of of [list, segment]) expect(emails(await found(`&list_id=${of}`))).toEqual([])
    await app.call('POST', `/v1/contact-lists/${list}/members`, { body: { contact_id: id } })
    await put(id, { attributes: { plan: 'pro' } })
    for (const of of [list, segment]) expect(emails(await found(`&list_id=${of}`))).toHaveLength(1)
    const stranger = await anotherAccount(app)
    expect(
      emails(await call(app.url, 'GET', '/v1/contacts?email=exact@bücher.example', { key: stranger.key })),
    ).toEqual([])
  })

  test('is not looked for by a part of an address, and must match a search as well', async () => {
    expectError(await get('?email=exact'), 400, 'invalid_request', 'email')
    await create('searched@example.com', { first_name: 'Sought' })
    expect(emails(await get('?email=searched@example.com&search=sought'))).toEqual(['searched@example.com'])
    expect(emails(await get('?email=searched@example.com&search=unsought'))).toEqual([])
  })
})
