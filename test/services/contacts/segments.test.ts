import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../../support/expect-error.js'
import { startApp, type TestApp } from '../../support/start-app.js'

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
    ['an order of booleans', { attribute: 'a', op: 'less_than', value: true }, 'filter.conditions.0.value'],
    ['no days', { event: 'opened' }, 'filter.conditions.0.within_days'],
    ['too many days', { event: 'opened', within_days: 3651 }, 'filter.conditions.0.within_days'],
    ['days for a field', { field: 'email', op: 'exists', within_days: 1 }, 'filter.conditions.0.within_days'],
    ['an unknown event', { event: 'delivered', within_days: 1 }, 'filter.conditions.0.event'],
  ])('with %s is refused, naming it', async (_what, condition, field) => {
    expectError(await make('all', condition), 400, 'invalid_request', field)
  })

  test('is one of at most 20', async () => {
    const exists = { field: 'email', op: 'exists' }
    expect(await found('all', ...Array.from({ length: 20 }, () => exists))).toBe('abc')
    const tooMany = await make('all', ...Array.from({ length: 21 }, () => exists))
    expectError(tooMany, 400, 'invalid_request', 'filter.conditions')
  })
})
