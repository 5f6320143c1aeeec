import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { type CallResult, call, eventually, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api,scheduler' })
})
afterAll(() => app.close())

let counter = 0
async function aContact(more: object = {}): Promise<string> {
  counter += 1
  return (await app.call('POST', '/v1/contacts', { body: { email: `user${counter}@lists.example`, ...more } })).body.id
}
const aList = async (body: object = { name: 'A list' }): Promise<string> =>
  (await app.call('POST', '/v1/contact-lists', { body })).body.id
const add = (list: string, contact_id: string) =>
  app.call('POST', `/v1/contact-lists/${list}/members`, { body: { contact_id } })
const remove = (list: string, contact: string) => app.call('DELETE', `/v1/contact-lists/${list}/members/${contact}`)
const members = async (list: string, query = ''): Promise<string[]> =>
  (await app.call('GET', `/v1/contact-lists/${list}/members${query}`)).body.members.map(({ id }: { id: string }) => id)
const count = async (list: string) => (await app.call('GET', `/v1/contact-lists/${list}`)).body.member_count

/** Refused, although well formed. */
function expectRefusal({ status, body }: CallResult, field: string): void {
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(`${field}: `) })
}

const everybody = { match: 'all', conditions: [{ field: 'email', op: 'exists' }] }

describe('members', () => {
  test('are added once, listed and counted, and taken off', async () => {
    const list = await aList()
    const [one, two] = [await aContact(), await aContact()]
    const { status, body } = await add(list, two)
    expect(status).toBe(201)
    expect(body).toEqual({ list_id: list, contact_id: two, created_at: expect.any(String) })
    await add(list, one)
    expectError(await add(list, one), 409, 'duplicate_member')
    expect(await members(list)).toEqual([two, one])
    expect(await count(list)).toBe(2)
    expect((await remove(list, two)).status).toBe(204)
    expectError(await remove(list, two), 404, 'not_found')
    expect(await members(list)).toEqual([one])
    expect(await count(list)).toBe(1)
  })

  test('come page by page, also as contacts with a filter and a search', async () => {
    const list = await aList()
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const id = await aContact({ first_name: index % 2 ? 'Odd' : 'Even' })
      await aContact({ first_name: 'Odd' })
      await add(list, id)
      ids.unshift(id)
    }
    const first = (await app.call('GET', `/v1/contact-lists/${list}/members?limit=3`)).body
    expect(first.members.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 3))
    expect(await members(list, `?limit=3&cursor=${first.next_cursor}`)).toEqual(ids.slice(3))
    const contacts = async (query: string) =>
      (await app.call('GET', `/v1/contacts?list_id=${list}&${query}`)).body.contacts.map(({ id }: { id: string }) => id)
    expect(await contacts('limit=10')).toEqual(ids)
    expect(await contacts('search=odd')).toEqual([ids[1], ids[3]])
  })

  test('of a long list are searched by the words, page by page', async () => {
    const list = await aList()
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) ids.unshift(await aContact({ first_name: 'Longlist' }))
    const outsider = await aContact({ first_name: 'Longlist' })
    // Members whose contacts are gone count towards the length only.
    const rows = [...ids, ...Array.from({ length: 5_001 }, () => app.app.newId('contact'))].map((contact_id) => ({
      ...{ _id: app.app.newId('listMember'), account_id: app.accountId, list_id: list, contact_id },
    }))
    await app.app.models.listMembers.collection.insertMany(rows)
    const search = (query: string) => app.call('GET', `/v1/contacts?list_id=${list}&search=longlist&${query}`)
    const first = (await search('limit=2')).body
    const rest = (await search(`limit=2&cursor=${first.next_cursor}`)).body
    const found = [...first.contacts, ...rest.contacts].map(({ id }: { id: string }) => id)
    expect([found, rest.next_cursor]).toEqual([ids, null])
    expect(found).not.toContain(outsider)
  })

  test('are added only once by concurrent requests', async () => {
    const [list, contact] = [await aList(), await aContact()]
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => add(list, contact)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await count(list)).toBe(1)
  })

  test('are never left of contacts that are deleted while they are added', async () => {
    const list = await aList()
    const contacts = await Promise.all(Array.from({ length: 30 }, () => aContact()))
    await Promise.all(
      contacts.flatMap((contact) => [add(list, contact), app.call('DELETE', `/v1/contacts/${contact}`)]),
    )
    expect(await count(list)).toBe(0)
  })

  test('of a dynamic list are who matches now, and cannot be added or taken off', async () => {
    const contact = await aContact({ attributes: { tier: 'gold' } })
    const list = await aList({
      name: 'Gold',
      filter: { match: 'all', conditions: [{ attribute: 'tier', op: 'equals', value: 'gold' }] },
    })
    expect(await members(list)).toEqual([contact])
    expectRefusal(await add(list, contact), 'list_id')
    expectRefusal(await remove(list, contact), 'list_id')
    await app.call('PUT', `/v1/contacts/${contact}`, { body: { attributes: { tier: 'silver' } } })
    expect(await members(list)).toEqual([])
    expect(await count(list)).toBe(0)
  })
})

describe('a list', () => {
  test('is changed in the given fields', async () => {
    const list = await aList({ name: 'News', description: 'Weekly', is_topic: true })
    const { body } = await app.call('PUT', `/v1/contact-lists/${list}`, { body: { description: null } })
    expect(body).toMatchObject({ id: list, name: 'News', description: null, is_topic: true, filter: null })
    const details = { ...body, member_count: 0, member_counted_at: expect.any(String) }
    expect((await app.call('GET', `/v1/contact-lists/${list}`)).body).toEqual(details)
  })

  test('stays dynamic or not', async () => {
    const put = (id: string, body: object) => app.call('PUT', `/v1/contact-lists/${id}`, { body })
    const [fixed, dynamic] = [await aList(), await aList({ name: 'B', filter: everybody })]
    expectRefusal(await put(fixed, { filter: everybody }), 'filter')
    expect((await put(fixed, { filter: null })).status).toBe(200)
    expectRefusal(await put(dynamic, { filter: null }), 'filter')
    const filter = { match: 'any', conditions: [{ field: 'first_name', op: 'missing' }] }
    expect((await put(dynamic, { filter })).body.filter).toEqual(filter)
  })

  test('that is deleted is gone at once, and its members soon; the contacts stay', async () => {
    const [list, contact] = [await aList(), await aContact()]
    await add(list, contact)
    expect((await app.call('DELETE', `/v1/contact-lists/${list}`)).status).toBe(204)
    expectError(await app.call('GET', `/v1/contact-lists/${list}`), 404, 'not_found')
    expectError(await app.call('DELETE', `/v1/contact-lists/${list}`), 404, 'not_found')
    expectError(await app.call('PUT', `/v1/contact-lists/${list}`, { body: { name: 'A' } }), 404, 'not_found')
    expectError(await app.call('GET', `/v1/contact-lists/${list}/members`), 404, 'not_found')
    expectError(await app.call('GET', `/v1/contacts?list_id=${list}`), 404, 'not_found')
    expectError(await add(list, contact), 404, 'not_found')
    const { body } = await app.call('GET', '/v1/contact-lists?limit=100')
    expect(body.contact_lists.map(({ id }: { id: string }) => id)).not.toContain(list)
    expect((await app.call('GET', `/v1/contacts/${contact}`)).status).toBe(200)
    const { contactLists, listMembers } = app.app.models
    await eventually('no members', async () => (await listMembers.countDocuments({ list_id: list })) === 0)
    expect(await contactLists.countDocuments({ _id: list })).toBe(1)
    await contactLists.updateOne({ _id: list }, { deleted_at: new Date(Date.now() - 600_000) })
    await eventually('no list', async () => (await contactLists.countDocuments({ _id: list })) === 0)
  })
})

test('the lists of another account do not exist, and contacts are not added across accounts', async () => {
  const [list, contact] = [await aList(), await aContact()]
  await add(list, contact)
  const other = await anotherAccount(app, 'other@elsewhere.test')
  const theirs = (method: string, path: string, body?: unknown) =>
    call(app.url, method, path, { key: other.key, ...(body !== undefined && { body }) })
  const own = (await theirs('POST', '/v1/contact-lists', { name: 'Theirs' })).body.id
  const own2 = (await theirs('POST', '/v1/contacts', { email: 'theirs@example.com' })).body.id
  const refused = await Promise.all([
    theirs('GET', `/v1/contact-lists/${list}`),
    theirs('PUT', `/v1/contact-lists/${list}`, { name: 'X' }),
    theirs('DELETE', `/v1/contact-lists/${list}`),
    theirs('GET', `/v1/contact-lists/${list}/members`),
    theirs('POST', `/v1/contact-lists/${list}/members`, { contact_id: own2 }),
    theirs('POST', `/v1/contact-lists/${own}/members`, { contact_id: contact }),
    theirs('DELETE', `/v1/contact-lists/${list}/members/${contact}`),
    theirs('GET', `/v1/contacts?list_id=${list}`),
  ])
  for (const answer of refused) expectError(answer, 404, 'not_found')
  expect(await count(list)).toBe(1)
})

describe('a list that filters name', () => {
  const without = (list: string, extra: object[] = []) => ({
    match: 'all',
    conditions: [...extra, { field: 'lists', op: 'not_in', value: [list] }],
  })
  const drop = (list: string) => app.call('DELETE', `/v1/contact-lists/${list}`)

  test('is not deleted, whose refusal names the dynamic lists, also for conditions in groups', async () => {
    const list = await aList()
    const [plain, group] = [
      await aList({ name: 'Not customers', filter: without(list) }),
      await aList({ name: 'Nested', filter: { match: 'any', conditions: [without(list)] } }),
    ]
    const refused = await drop(list)
    expectError(refused, 409, 'list_in_use')
    const { message } = refused.body.error
    for (const part of [`"Not customers" (${plain})`, `"Nested" (${group})`]) expect(message).toContain(part)
    expect((await drop(plain)).status).toBe(204)
    expectError(await drop(list), 409, 'list_in_use')
    await app.call('PUT', `/v1/contact-lists/${group}`, { body: { filter: everybody } })
    expect((await drop(list)).status).toBe(204)
  })

  test('is not deleted while a filter comes to name it', async () => {
    for (let round = 0; round < 12; round += 1) {
      const list = await aList()
      const filter = without(list)
      const dynamic = round % 2 ? await aList({ name: 'B', filter: everybody }) : null
      const [made, deleted] = await Promise.all([
        dynamic
          ? app.call('PUT', `/v1/contact-lists/${dynamic}`, { body: { filter } })
          : app.call('POST', '/v1/contact-lists', { body: { name: 'B', filter } }),
        drop(list),
      ])
      expect([made.status < 300, deleted.status < 300].filter(Boolean)).toHaveLength(1)
    }
  })

  test('is missed with an error: nobody is in a dynamic list whose filter names none', async () => {
    const [list, contact] = [await aList(), await aContact()]
    const dynamic = await aList({ name: 'Others', filter: without(list) })
    const inLists = async () =>
      (await app.call('GET', `/v1/contact-lists?contact_id=${contact}`)).body.contact_lists.map(
        ({ id }: { id: string }) => id,
      )
    expect(await inLists()).toContain(dynamic)
    await app.app.models.contactLists.collection.deleteOne({ _id: list, account_id: app.accountId })
    for (const path of [
      `/v1/contact-lists/${dynamic}`,
      `/v1/contact-lists/${dynamic}/members`,
      `/v1/contacts?list_id=${dynamic}&search=user`,
      `/v1/contacts/export?list_id=${dynamic}`,
    ]) {
      const refused = await app.call('GET', path)
      expectError(refused, 422, 'list_not_found')
      expect(refused.body.error.message).toContain(list)
    }
    expect(await inLists()).not.toContain(dynamic)
    await app.call('PUT', `/v1/contact-lists/${dynamic}`, { body: { filter: everybody } })
    expect(await inLists()).toContain(dynamic)
  })
})
