import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { call, eventually, startApp, type TestApp } from '../../../support/start-app.js'

const CONTACTS = 6
const MEMBERS = 4

let app: TestApp
beforeAll(async () => {
  const limits = { CONTACTS_PER_ACCOUNT: String(CONTACTS), LIST_MEMBERS_PER_ACCOUNT: String(MEMBERS) }
  app = await startApp({ ROLES: 'api', ...limits })
})
afterAll(() => app.close())

let accounts = 0
/** A new account, and what calls the API for it. */
async function anAccount() {
  const { key, accountId } = await anotherAccount(app, `quota${++accounts}@elsewhere.test`)
  const ask = (method: string, path: string, body?: unknown) =>
    call(app.url, method, path, { key, ...(body !== undefined && { body }) })
  const create = (email: string) => ask('POST', '/v1/contacts', { email })
  const importOf = async (emails: string[], list_id?: string) => {
    const response = await fetch(`${app.url}/v1/contacts/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      body: ['email', ...emails].join('\n'),
    })
    const { storage_key } = (await response.json()) as { storage_key: string }
    return (await ask('POST', '/v1/contacts/import', { storage_key, ...(list_id && { list_id }) })).body
  }
  const aList = async (more: object = {}) => (await ask('POST', '/v1/contact-lists', { name: 'A', ...more })).body.id
  return { accountId, ask, create, importOf, aList }
}

test('an account gets no more contacts than it may have, a deletion makes room, and others have their own', async () => {
  const { ask, create, accountId } = await anAccount()
  const all = await Promise.all(Array.from({ length: CONTACTS + 4 }, (_none, index) => create(`c${index}@example.com`)))
  const made = all.filter(({ status }) => status === 201)
  expect(made).toHaveLength(CONTACTS)
  const refused = all.find(({ status }) => status !== 201)!
  expectError(refused, 422, 'too_many_contacts')
  expect(refused.body.error.message).toContain(`at most ${CONTACTS} contacts`)
  // One that exists takes no room, and gives none.
  expectError(await create('last@example.com'), 422, 'too_many_contacts')
  await ask('DELETE', `/v1/contacts/${made[0]!.body.id}`)
  expect((await create('last@example.com')).status).toBe(201)
  expectError(await create('one.more@example.com'), 422, 'too_many_contacts')
  expect((await (await anAccount()).create('c0@example.com')).status).toBe(201)

  await app.app.models.accounts.updateOne({ _id: accountId }, { plan: 'pro' })
  await eventually('the plan counts', async () => (await create('one.more@example.com')).status === 201)
})

test('an import skips the rows for which there is no room, and counts what is there already', async () => {
  const { create, importOf, aList } = await anAccount()
  await create('c0@example.com')
  const emails = Array.from({ length: CONTACTS + 2 }, (_none, index) => `c${index}@example.com`)
  const first = await importOf(emails)
  expect(first).toMatchObject({ status: 'done', imported: CONTACTS - 1, skipped: 3 })
  expect(first.errors.map(({ reason }: { reason: string }) => reason)).toEqual([
    'duplicate_contact',
    'too_many_contacts',
    'too_many_contacts',
  ])

  const list = await aList()
  const second = await importOf(emails.slice(0, 3), list)
  expect(second).toMatchObject({ imported: 0, added_to_list: 3, skipped: 0 })
  // Three are members already and need no room; of the others one has it.
  const third = await importOf(emails.slice(0, CONTACTS), list)
  expect(third).toMatchObject({ imported: 0, added_to_list: 1, skipped: CONTACTS - 1 })
  expect(third.errors.map(({ reason }: { reason: string }) => reason)).toEqual([
    ...['duplicate_member', 'duplicate_member', 'duplicate_member'],
    ...['too_many_list_members', 'too_many_list_members'],
  ])
})

test('the lists of an account have no more members together than they may, and a removal makes room', async () => {
  const { create, ask, aList } = await anAccount()
  const lists = [await aList(), await aList()]
  const contacts: string[] = []
  for (const name of ['a', 'b', 'c']) contacts.push((await create(`${name}@example.com`)).body.id)
  const add = (list: string, contact_id: string) => ask('POST', `/v1/contact-lists/${list}/members`, { contact_id })
  const pairs = lists.flatMap((list) => contacts.map((contact) => [list, contact] as const))
  const statuses = []
  for (const [list, contact] of pairs) statuses.push((await add(list, contact)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 422, 422])
  expectError(await add(lists[0]!, contacts[0]!), 422, 'too_many_list_members')
  await ask('DELETE', `/v1/contact-lists/${lists[0]}/members/${contacts[0]}`)
  expect((await add(lists[1]!, contacts[1]!)).status).toBe(201)
  expectError(await add(lists[1]!, contacts[2]!), 422, 'too_many_list_members')
})

test('an account has at most 200 topics, also if they become so at once', async () => {
  const { accountId, ask, aList } = await anAccount()
  const plain = [await aList(), await aList(), await aList()]
  const rows = Array.from({ length: 198 }, (_none, index) => ({
    ...{ _id: app.app.newId('contactList'), account_id: accountId, name: `Topic ${index}` },
    ...{ description: null, is_topic: true, filter: null, updated_at: new Date() },
  }))
  await app.app.models.contactLists.collection.insertMany(rows)
  const results = await Promise.all([
    ...plain.map((id) => ask('PUT', `/v1/contact-lists/${id}`, { is_topic: true })),
    ask('POST', '/v1/contact-lists', { name: 'B', is_topic: true }),
  ])
  expect(results.filter(({ status }) => status < 300)).toHaveLength(2)
  for (const result of results.filter(({ status }) => status >= 300)) expectError(result, 422, 'too_many_topics')
  expect((await ask('PUT', `/v1/contact-lists/${rows[0]!._id}`, { is_topic: true, name: 'Same' })).status).toBe(200)
  expect((await ask('POST', '/v1/contact-lists', { name: 'No topic' })).status).toBe(201)
  await ask('DELETE', `/v1/contact-lists/${rows[0]!._id}`)
  expect((await ask('POST', '/v1/contact-lists', { name: 'C', is_topic: true })).status).toBe(201)
})
