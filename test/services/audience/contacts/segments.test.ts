import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../../../support/expect-error.js'
import { startApp, type TestApp } from '../../../support/start-app.js'

const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  for (const contact of PEOPLE) await app.call('POST', '/v1/contacts', { body: contact })
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS + 60_000)
  const { contacts } = app.app.models
  await contacts.updateOne(
    { email: 'ada@a.example' },
    { $set: { activity: { opened_at: ago(3), clicked_at: ago(30) } } },
  )
  await contacts.updateOne({ email: 'bob@b.example' }, { $set: { activity: { opened_at: ago(20) } } })
})
afterAll(() => app.close())

const PEOPLE = [
  {
    email: 'ada@a.example',
    first_name: 'Ada',
    attributes: { plan: 'pro', seats: 5, since: '2024-03-01', vip: true, note: 'a.b (c) [d] $e ^f' },
  },
  { email: 'bob@b.example', first_name: 'Bob', last_name: 'Ada', attributes: { plan: 'basic', seats: 50, vip: false } },
  { email: 'cyd@a.example', attributes: { seats: '5', since: '2025-01-01' } },
]

const make = (match: string, ...conditions: object[]) =>
  app.call('POST', '/v1/contact-lists', { body: { name: 'S', filter: { match, conditions } } })

async function found(match: string, ...conditions: object[]): Promise<string> {
  const { status, body } = await make(match, ...conditions)
  expect(status, JSON.stringify(body)).toBe(201)
  const list = await app.call('GET', `/v1/contact-lists/${body.id}/members`)
  const names: string[] = list.body.members.map(({ email }: { email: string }) => email.slice(0, 1))
  expect((await app.call('GET', `/v1/contact-lists/${body.id}`)).body.member_count).toBe(names.length)
  return names.sort().join('')
}

describe('a condition', () => {
  test('compares the status, the lists and the age of a contact, and several values', async () => {
    await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: 'BOB@b.example' } })
    const entries = [{ email: 'cyd@a.example', state: 'unsubscribed' }]
    await app.call('POST', '/v1/suppressions/import', { body: { entries } })
    const { contacts } = (await app.call('GET', '/v1/contacts')).body
    const [, bob, ada] = contacts.map(({ id }: { id: string }) => id)
    const lists: string[] = []
    for (const members of [[ada, bob], [bob], []]) {
      const list = (await app.call('POST', '/v1/contact-lists', { body: { name: 'L' } })).body.id
      for (const contact_id of members)
        await app.call('POST', `/v1/contact-lists/${list}/members`, { body: { contact_id } })
      lists.push(list)
    }
    const [both, second, empty] = lists as [string, string, string]
    const { created_at } = contacts[1]
    const cases: [object, string][] = [
      [{ field: 'status', op: 'equals', value: 'subscribed' }, 'a'],
      [{ field: 'status', op: 'equals', value: 'suppressed' }, 'b'],
      [{ field: 'status', op: 'equals', value: 'unsubscribed' }, 'c'],
      [{ field: 'status', op: 'not_equals', value: 'suppressed' }, 'ac'],
      [{ field: 'status', op: 'not_equals', value: 'subscribed' }, 'bc'],
      [{ field: 'status', op: 'in', value: ['subscribed', 'unsubscribed'] }, 'ac'],
      [{ field: 'status', op: 'not_in', value: ['subscribed', 'unsubscribed'] }, 'b'],
      [{ field: 'lists', op: 'in', value: [both] }, 'ab'],
      [{ field: 'lists', op: 'in', value: [second, empty] }, 'b'],
      [{ field: 'lists', op: 'in', value: [empty] }, ''],
      [{ field: 'lists', op: 'not_in', value: [second] }, 'ac'],
      [{ field: 'lists', op: 'not_in', value: [both, second] }, 'c'],
      [{ field: 'created_at', op: 'greater_than', value: created_at }, 'c'],
      [{ field: 'created_at', op: 'less_than', value: created_at }, 'a'],
      [{ field: 'created_at', op: 'less_than', value: '2020-01-01T00:00:00+02:00' }, ''],
      [{ field: 'email', op: 'in', value: ['ADA@a.example', 'cyd@a.example', 'x@x.example'] }, 'ac'],
      [{ field: 'email', op: 'not_in', value: ['ada@a.example'] }, 'bc'],
      [{ attribute: 'plan', op: 'in', value: ['pro', 'basic'] }, 'ab'],
      [{ attribute: 'seats', op: 'in', value: [5, 50] }, 'ab'],
      [{ attribute: 'plan', op: 'not_in', value: ['pro'] }, 'bc'],
    ]
    for (const [condition, expected] of cases) {
      expect(await found('all', condition), JSON.stringify(condition)).toBe(expected)
    }
    const subscribed = { field: 'status', op: 'equals', value: 'subscribed' }
    const inBoth = { field: 'lists', op: 'in', value: [both] }
    expect(await found('all', subscribed, inBoth)).toBe('a')
    expect(await found('any', { field: 'status', op: 'equals', value: 'unsubscribed' }, inBoth)).toBe('abc')
    const dynamic = (await make('all', subscribed)).body.id
    // A search, the lists of a contact, and the export go the same way.
    const search = await app.call('GET', `/v1/contacts?list_id=${dynamic}&search=ada`)
    expect(search.body.contacts.map(({ email }: { email: string }) => email)).toEqual(['ada@a.example'])
    const ofAda = (await app.call('GET', `/v1/contact-lists?contact_id=${ada}&limit=100`)).body.contact_lists
    const ofBob = (await app.call('GET', `/v1/contact-lists?contact_id=${bob}&limit=100`)).body.contact_lists
    const ids = [ofAda, ofBob].map((all) => all.map(({ id }: { id: string }) => id).includes(dynamic))
    expect(ids).toEqual([true, false])
    const members = (await app.call('GET', `/v1/contact-lists/${dynamic}/members`)).body.members
    expect(Object.keys(members[0]).sort()).toEqual(Object.keys(contacts[0]).sort())
    const foreign = { field: 'lists', op: 'in', value: ['cl_00000000000000000000000000'] }
    expectError(await make('all', foreign), 404, 'not_found', 'filter.conditions.0.value')
    const nested = { match: 'any', conditions: [subscribed, { field: 'lists', op: 'in', value: [both, dynamic] }] }
    expectError(await make('all', nested), 400, 'invalid_request', 'filter.conditions.0.conditions.1.value')
    for (const recipient of ['bob@b.example', 'cyd@a.example']) {
      await app.call('DELETE', '/v1/suppressions', { body: { channel: 'email', recipient } })
    }
  })

  test('can be in a group, all or any of which must hold', async () => {
    const is = (first_name: string) => ({ field: 'first_name', op: 'equals', value: first_name })
    const pro = { attribute: 'plan', op: 'equals', value: 'pro' }
    const any = (...conditions: object[]) => ({ match: 'any', conditions })
    const all = (...conditions: object[]) => ({ match: 'all', conditions })
    expect(await found('all', any(is('Ada'), is('Bob')), pro)).toBe('a')
    expect(await found('any', all(is('Ada'), is('Bob')), pro)).toBe('a')
    expect(await found('any', all(is('Bob')), any(pro, { field: 'first_name', op: 'missing' }))).toBe('abc')
    const { body } = await make('all', any(is('Ada'), is('Bob')), pro)
    expect(body.filter).toEqual({ match: 'all', conditions: [any(is('Ada'), is('Bob')), pro] })
  })

  test.each([
    [{ field: 'email', op: 'equals', value: 'ADA@a.example' }, 'a'],
    [{ field: 'email', op: 'not_equals', value: 'ada@A.example' }, 'bc'],
    [{ field: 'email', op: 'contains', value: '@A.EX' }, 'ac'],
    [{ field: 'first_name', op: 'equals', value: 'Ada' }, 'a'],
    [{ field: 'first_name', op: 'equals', value: 'ada' }, ''],
    [{ field: 'first_name', op: 'contains', value: 'AD' }, 'a'],
    [{ field: 'first_name', op: 'missing' }, 'c'],
    [{ field: 'last_name', op: 'exists' }, 'b'],
    [{ field: 'email', op: 'greater_than', value: 'b' }, 'bc'],
    [{ attribute: 'plan', op: 'equals', value: 'pro' }, 'a'],
    [{ attribute: 'plan', op: 'not_equals', value: 'pro' }, 'bc'],
    [{ attribute: 'plan', op: 'exists' }, 'ab'],
    [{ attribute: 'plan', op: 'missing' }, 'c'],
    [{ attribute: 'seats', op: 'equals', value: 5 }, 'a'],
    [{ attribute: 'seats', op: 'equals', value: '5' }, 'c'],
    [{ attribute: 'seats', op: 'greater_than', value: 5 }, 'b'],
    [{ attribute: 'seats', op: 'less_than', value: 50.5 }, 'ab'],
    [{ attribute: 'since', op: 'less_than', value: '2025-01-01' }, 'a'],
    [{ attribute: 'vip', op: 'equals', value: false }, 'b'],
    [{ attribute: 'note', op: 'contains', value: 'A.B (C) [D] $E ^F' }, 'a'],
    [{ attribute: 'note', op: 'contains', value: 'a.*' }, ''],
    [{ attribute: 'unknown', op: 'equals', value: 'x' }, ''],
    [{ event: 'opened', within_days: 7 }, 'a'],
    [{ event: 'opened', within_days: 20 }, 'ab'],
    [{ event: 'opened', within_days: 7, happened: false }, 'bc'],
    [{ event: 'clicked', within_days: 29 }, ''],
    [{ event: 'bounced', within_days: 3650, happened: false }, 'abc'],
  ])('%j finds "%s"', async (condition, expected) => {
    expect(await found('all', condition)).toBe(expected)
  })

  test('is one of several, all or any of which must hold', async () => {
    const pro = { attribute: 'plan', op: 'equals', value: 'pro' }
    const bob = { field: 'first_name', op: 'equals', value: 'Bob' }
    expect(await found('all', pro, bob)).toBe('')
    expect(await found('any', pro, bob)).toBe('ab')
    expect(await found('all', pro, { event: 'opened', within_days: 7 })).toBe('a')
  })

  test.each([
    ['none of field, attribute and event', { op: 'exists' }, 'filter.conditions.0'],
    ['two of them', { field: 'email', attribute: 'a', op: 'exists' }, 'filter.conditions.0'],
    ['an unknown field', { field: 'account_id', op: 'exists' }, 'filter.conditions.0.field'],
    ['an operator', { attribute: 'a', op: '$where', value: '1' }, 'filter.conditions.0.op'],
    ['a path', { attribute: 'a.b', op: 'exists' }, 'filter.conditions.0.attribute'],
    ['a value that is an object', { attribute: 'a', op: 'equals', value: { $gt: '' } }, 'filter.conditions.0.value'],
    ['a value that is a list', { attribute: 'a', op: 'equals', value: ['x'] }, 'filter.conditions.0.value'],
    ['a value for exists', { attribute: 'a', op: 'exists', value: 1 }, 'filter.conditions.0.value'],
    ['a number for a field', { field: 'email', op: 'equals', value: 1 }, 'filter.conditions.0.value'],
    ['nothing to contain', { field: 'email', op: 'contains', value: '' }, 'filter.conditions.0.value'],
    ['what no address has', { field: 'email', op: 'contains', value: 'münchen' }, 'filter.conditions.0.value'],
    ['an order of booleans', { attribute: 'a', op: 'less_than', value: true }, 'filter.conditions.0.value'],
    ['no days', { event: 'opened' }, 'filter.conditions.0.within_days'],
    ['too many days', { event: 'opened', within_days: 3651 }, 'filter.conditions.0.within_days'],
    ['days for a field', { field: 'email', op: 'exists', within_days: 1 }, 'filter.conditions.0.within_days'],
    ['a link', { event: 'clicked', within_days: 1, link: 'https://a.example' }, 'filter.conditions.0.link'],
    ['a status that there is not', { field: 'status', op: 'equals', value: 'active' }, 'filter.conditions.0.value'],
    ['an order of statuses', { field: 'status', op: 'less_than', value: 'a' }, 'filter.conditions.0.op'],
    ['a time that is none', { field: 'created_at', op: 'less_than', value: 'today' }, 'filter.conditions.0.value'],
    ['a single list', { field: 'lists', op: 'in', value: 'cl_x' }, 'filter.conditions.0.value'],
    ['no values', { attribute: 'a', op: 'in', value: [] }, 'filter.conditions.0.value'],
    ['a single value', { attribute: 'a', op: 'not_in', value: 5 }, 'filter.conditions.0.value'],
    ['too many values', { attribute: 'a', op: 'in', value: Array(101).fill(1) }, 'filter.conditions.0.value'],
    ['values that are objects', { attribute: 'a', op: 'in', value: [{ $gt: '' }] }, 'filter.conditions.0.value'],
    ['an empty group', { match: 'all', conditions: [] }, 'filter.conditions.0.conditions'],
    ['a group without a match', { conditions: [{ attribute: 'a', op: 'exists' }] }, 'filter.conditions.0.match'],
    ['a match without a group', { match: 'all', field: 'email', op: 'exists' }, 'filter.conditions.0.match'],
    [
      'a group in a group',
      { match: 'all', conditions: [{ match: 'all', conditions: [{ attribute: 'a', op: 'exists' }] }] },
      'filter.conditions.0.conditions.0.match',
    ],
    [
      'an unknown field in a group',
      { match: 'all', conditions: [{ field: 'account_id', op: 'exists' }] },
      'filter.conditions.0.conditions.0.field',
    ],
    ['an unknown event', { event: 'delivered', within_days: 1 }, 'filter.conditions.0.event'],
  ])('with %s is refused, naming it', async (_what, condition, field) => {
    expectError(await make('all', condition), 400, 'invalid_request', field)
  })

  test('is one of at most 20', async () => {
    const exists = { field: 'email', op: 'exists' }
    expect(await found('all', ...Array.from({ length: 20 }, () => exists))).toBe('abc')
    const tooMany = await make('all', ...Array.from({ length: 21 }, () => exists))
    expectError(tooMany, 400, 'invalid_request', 'filter.conditions')
    const group = { match: 'all', conditions: Array.from({ length: 20 }, () => exists) }
    expect(await found('all', group)).toBe('abc')
    expectError(await make('all', group, exists), 400, 'invalid_request', 'filter.conditions')
  })
})
