import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { call, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const PEOPLE = [
  { email: 'ada@example.com', first_name: 'Ada', last_name: 'King, Countess', attributes: { plan: 'pro', seats: -5 } },
  {
    email: 'mal@example.com',
    first_name: '=HYPERLINK("https://evil.example")',
    attributes: { email: 'work', aB: 'x' },
  },
  { email: 'nil@example.com', attributes: { vip: false, note: 'two\nlines', status: 'bounced', unsubscribed: true } },
]

test('an export has everybody, safe for spreadsheets, and comes back as it was by an import', async () => {
  for (const person of PEOPLE) await app.call('POST', '/v1/contacts', { body: person })
  const response = await app.call('GET', '/v1/contacts/export')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.body).toBe(
    [
      'email,first_name,last_name,attributes.aB,attributes.email,note,plan,seats,attributes.status,attributes.unsubscribed,vip',
      `ada@example.com,Ada,"King, Countess",,,,pro,"'-5",,,`,
      `mal@example.com,"'=HYPERLINK(""https://evil.example"")",,x,work,,,,,,`,
      'nil@example.com,,,,,"two\nlines",,,bounced,true,false',
      '',
    ].join('\r\n'),
  )
  const other = await anotherAccount(app, 'copy@elsewhere.test')
  const stored = await call(app.url, 'POST', '/v1/contacts/imports', {
    ...{ key: other.key, body: response.body, headers: { 'content-type': 'text/csv' } },
  })
  const { body } = await call(app.url, 'POST', '/v1/contacts/import', { key: other.key, body: stored.body })
  expect(body).toMatchObject({ imported: 3, skipped: 0 })
  const again = await call(app.url, 'GET', '/v1/contacts/export', { key: other.key })
  expect(again.body).toBe(response.body)
  const listed = (await call(app.url, 'GET', '/v1/contacts?search=ada', { key: other.key })).body.contacts
  expect(listed).toMatchObject([{ ...PEOPLE[0] }])
})

test('an import of an export leaves texts that look like numbers as they are', async () => {
  const attributes = { code: '5', flag: 'true', count: 7 }
  const { key } = await anotherAccount(app, 'types@elsewhere.test')
  const person = { email: 'types@example.com', attributes }
  const { id } = (await call(app.url, 'POST', '/v1/contacts', { key, body: person })).body
  const { body: csv } = await call(app.url, 'GET', '/v1/contacts/export', { key })
  const headers = { 'content-type': 'text/csv' }
  const { body: stored } = await call(app.url, 'POST', '/v1/contacts/imports', { key, body: csv, headers })
  const body = { ...stored, on_duplicate: 'update' }
  expect((await call(app.url, 'POST', '/v1/contacts/import', { key, body })).body).toMatchObject({ updated: 1 })
  expect((await call(app.url, 'GET', `/v1/contacts/${id}`, { key })).body.attributes).toEqual(attributes)
})

test('an export of a list has its members, a dynamic one whoever matches', async () => {
  const ada = (await app.call('GET', '/v1/contacts?search=ada')).body.contacts[0].id
  const list = (await app.call('POST', '/v1/contact-lists', { body: { name: 'A' } })).body.id
  await app.call('POST', `/v1/contact-lists/${list}/members`, { body: { contact_id: ada } })
  const filter = { match: 'all', conditions: [{ attribute: 'plan', op: 'missing' }] }
  const dynamic = (await app.call('POST', '/v1/contact-lists', { body: { name: 'B', filter } })).body.id
  const emails = async (id: string) =>
    (await app.call('GET', `/v1/contacts/export?list_id=${id}`)).body.match(/^\w+@example.com/gm)
  expect(await emails(list)).toEqual(['ada@example.com'])
  expect(await emails(dynamic)).toEqual(['mal@example.com', 'nil@example.com'])
  const other = await anotherAccount(app, 'other@elsewhere.test')
  const theirs = await call(app.url, 'GET', `/v1/contacts/export?list_id=${list}`, { key: other.key })
  expectError(theirs, 404, 'not_found')
  const all = await call(app.url, 'GET', '/v1/contacts/export', { key: other.key })
  expect(all.body).toBe('email,first_name,last_name\r\n')
})

test('an export of more than 500 different attributes is refused', async () => {
  const { accountId, key } = await anotherAccount(app, 'many@elsewhere.test')
  const rows = Array.from({ length: 11 }, (_none, row) => ({
    ...{ _id: app.app.newId('contact'), account_id: accountId, email: `u${row}@example.com`, first_name: null },
    attributes: Object.fromEntries(Array.from({ length: 50 }, (_n, index) => [`a${row}_${index}`, 1])),
    ...{ last_name: null, search: [], updated_at: new Date() },
  }))
  await app.app.models.contacts.collection.insertMany(rows as never)
  const { status, body } = await call(app.url, 'GET', '/v1/contacts/export', { key })
  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  expect(body.error.message).toContain('500 different attributes')
})
