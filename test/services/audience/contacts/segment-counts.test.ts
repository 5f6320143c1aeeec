import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SegmentCondition, SegmentFilter } from '../../../../src/contract/segments.js'
import { Audience } from '../../../../src/services/audience/contacts/audience.js'
import { countByJoins, countByLookUps } from '../../../../src/services/audience/contacts/count-segment.js'
import { findList } from '../../../../src/services/audience/contacts/find-list.js'
import { SegmentCounts } from '../../../../src/services/audience/contacts/segment-counts.js'
import { contactsMatching } from '../../../../src/services/audience/contacts/segment-filter.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'
import { eventually } from '../../../support/start-app.js'

/* How many contacts dynamic lists have, in accounts with many of them. */

let ledger: Ledger
beforeAll(async () => {
  ledger = await openTestLedger()
  const { contacts, listMembers, suppressions } = ledger.models
  await Promise.all([contacts.createIndexes(), listMembers.createIndexes(), suppressions.createIndexes()])
})
afterAll(() => ledger.close())

let accountId: string
beforeEach(() => {
  accountId = ledger.newId('account')
})

const SUBSCRIBED = { field: 'status', op: 'equals', value: 'subscribed' } as const
const filterOf = (...conditions: SegmentCondition[]): SegmentFilter => ({ match: 'all', conditions })

async function contact(email: string, fields: object = {}, account_id = accountId): Promise<string> {
  const _id = ledger.newId('contact')
  const row = { _id, account_id, email, first_name: null, last_name: null, attributes: {}, search: [] }
  await ledger.models.contacts.collection.insertOne({ ...row, updated_at: ledger.clock.now(), ...fields } as never)
  return _id
}

async function suppress(recipient: string, state: string, account_id = accountId): Promise<void> {
  const row = { _id: ledger.newId('suppression'), account_id, channel: 'email', recipient, state, reason: 'manual' }
  await ledger.models.suppressions.collection.insertOne({ ...row, updated_at: ledger.clock.now() } as never)
}

async function join(list_id: string, contact_id: string, account_id = accountId): Promise<void> {
  await ledger.models.listMembers.collection.insertOne({
    _id: ledger.newId('listMember'),
    account_id,
    list_id,
    contact_id,
  })
}

test('both ways of counting, and the pages, have the same contacts', async () => {
  const at = ledger.clock.now()
  const ada = await contact('ada@x.example', {
    first_name: 'Ada',
    attributes: { plan: 'pro' },
    activity: { opened_at: at },
  })
  const bob = await contact('bob@x.example', { attributes: { plan: 'basic', seats: 5 } })
  await contact('cyd@x.example')
  await suppress('bob@x.example', 'suppressed')
  await suppress('cyd@x.example', 'unsubscribed')
  await suppress('nobody@x.example', 'suppressed')
  const [one, two] = [ledger.newId('contactList'), ledger.newId('contactList')]
  await Promise.all([join(one, ada), join(one, bob), join(two, bob), join(one, ledger.newId('contact'))])
  // Of another account, with the same addresses.
  const other = ledger.newId('account')
  await contact('ada@x.example', { attributes: { plan: 'pro' } }, other)
  await suppress('ada@x.example', 'suppressed', other)
  await join(two, ada, other)
  const plan: SegmentCondition = { attribute: 'plan', op: 'equals', value: 'pro' }
  const cases: [number, SegmentFilter][] = [
    [1, filterOf(SUBSCRIBED)],
    [2, filterOf({ ...SUBSCRIBED, op: 'not_equals' })],
    [2, filterOf({ field: 'status', op: 'in', value: ['subscribed', 'suppressed'] })],
    [1, filterOf({ field: 'status', op: 'equals', value: 'unsubscribed' })],
    [2, filterOf({ field: 'lists', op: 'in', value: [one] })],
    [2, filterOf({ field: 'lists', op: 'in', value: [one, two] })],
    [1, filterOf({ field: 'lists', op: 'not_in', value: [one, two] })],
    [1, filterOf({ field: 'lists', op: 'in', value: [one] }, SUBSCRIBED)],
    [2, filterOf({ match: 'any', conditions: [plan, { field: 'lists', op: 'in', value: [two] }] })],
    [1, filterOf({ match: 'any', conditions: [plan, { attribute: 'seats', op: 'less_than', value: 5 }] }, SUBSCRIBED)],
    [1, filterOf({ event: 'opened', within_days: 1 }, SUBSCRIBED)],
    [2, filterOf({ field: 'first_name', op: 'missing' }, { ...SUBSCRIBED, op: 'not_equals' })],
    [1, filterOf({ field: 'email', op: 'contains', value: 'ADA' }, SUBSCRIBED)],
    [3, filterOf({ field: 'created_at', op: 'greater_than', value: '2020-01-01T00:00:00Z' })],
    [0, filterOf({ field: 'lists', op: 'in', value: [two] }, SUBSCRIBED)],
  ]
  for (const [count, filter] of cases) {
    const segment = { account_id: accountId, filter, at }
    const found = await contactsMatching(ledger.models, segment, { order: 1 })
    const counts = [
      await countByJoins(ledger.models, segment),
      await countByLookUps(ledger.models, segment),
      found.length,
    ]
    expect(counts, JSON.stringify(filter)).toEqual([count, count, count])
  }
  const ofNobody = { account_id: ledger.newId('account'), filter: filterOf(SUBSCRIBED), at }
  expect(await countByJoins(ledger.models, ofNobody)).toBe(0)
})

test('with many contacts a figure is kept, counted again once it is old, and never decides who is reached', async () => {
  const { id } = await ledger.services.contactLists.create(accountId, { name: 'A', filter: filterOf(SUBSCRIBED) })
  const counts = new SegmentCounts(ledger, { few: 0 })
  const count = async () => counts.of(await findList(ledger, accountId, id))
  await contact('ada@x.example')
  const first = await count()
  expect(first.count).toBe(1)

  await contact('bob@x.example')
  ledger.clock.advance(10_000)
  expect(await count()).toEqual(first)
  const { contacts } = await new Audience(ledger).page(accountId, id, {
    after: null,
    until: ledger.clock.now(),
    limit: 10,
  })
  expect(contacts).toHaveLength(2)

  // However long counting took.
  await ledger.models.contactLists.collection.updateOne({ _id: id }, { $set: { 'counted.took_ms': 1 } })
  ledger.clock.advance(20_000)
  expect(await count()).toMatchObject({ count: 1, at: first.at })
  await eventually('it is counted again', async () => (await count()).count === 2)
  expect((await count()).at.getTime()).toBeGreaterThanOrEqual(first.at.getTime() + 30_000)

  const filter = filterOf({ field: 'email', op: 'equals', value: 'ada@x.example' })
  await ledger.services.contactLists.update(accountId, id, { filter })
  expect(await count()).toMatchObject({ count: 1 })
})

test('what was counted for a filter is not kept for the next one', async () => {
  const { id } = await ledger.services.contactLists.create(accountId, { name: 'A', filter: filterOf(SUBSCRIBED) })
  await contact('ada@x.example')
  const before = await findList(ledger, accountId, id)
  await ledger.services.contactLists.update(accountId, id, { filter: filterOf({ ...SUBSCRIBED, op: 'not_equals' }) })
  // As if it had begun before the change.
  const counts = new SegmentCounts(ledger, { few: 0 })
  expect(await counts.of(before)).toMatchObject({ count: 1 })
  expect(await counts.of(await findList(ledger, accountId, id))).toMatchObject({ count: 0 })
})

test('with few contacts they are counted at each request', async () => {
  const { id } = await ledger.services.contactLists.create(accountId, { name: 'A', filter: filterOf(SUBSCRIBED) })
  const audience = new Audience(ledger)
  for (const [index, name] of ['ada', 'bob'].entries()) {
    await contact(`${name}@x.example`)
    expect(await audience.count(accountId, id)).toMatchObject({ count: index + 1 })
  }
  expect((await findList(ledger, accountId, id)).counted).toBeUndefined()
})
