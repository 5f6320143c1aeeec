import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SegmentCondition } from '../../../../src/contract/segments.js'
import type { ContactListDoc } from '../../../../src/models/contact-list.js'
import { Audience } from '../../../../src/services/audience/contacts/audience.js'
import { findList } from '../../../../src/services/audience/contacts/find-list.js'
import { SegmentCounts } from '../../../../src/services/audience/contacts/segment-counts.js'
import { takeDatabase } from '../../../support/databases.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'
import { planFaults, watchReads } from '../../../support/query-plans.js'

/* How the queries of dynamic lists read the ledger, beside another account with as many contacts. */

const CONTACTS = 300
const PAGE = 50

let ledger: Ledger
let reads: ReturnType<typeof watchReads>
let listId: string
beforeAll(async () => {
  ledger = await openTestLedger({ MONGODB_URI: `${takeDatabase()}&monitorCommands=true` })
  const { contacts, contactLists, listMembers, suppressions, connection } = ledger.models
  await Promise.all([contacts, contactLists, listMembers, suppressions].map((model) => model.createIndexes()))
  listId = await fill(ledger.accountId)
  await fill(ledger.newId('account'))
  reads = watchReads(connection)
})
afterAll(() => ledger?.close())

/** Makes contacts that have opened mail, all in a list. Every second one has unsubscribed. */
async function fill(account_id: string): Promise<string> {
  const { models, newId, clock, services } = ledger
  const at = clock.now()
  const { id: list_id } = await services.contactLists.create(account_id, { name: 'A' })
  const rows = Array.from({ length: CONTACTS }, (_none, index) => {
    const [_id, email] = [newId('contact'), `c${index}@x.example`]
    const names = { first_name: 'Ada', last_name: null, search: ['ada', email, `c${index}`, 'x.example'] }
    const known = { attributes: { plan: 'pro' }, activity: { opened_at: at, clicked_at: at } }
    return { _id, account_id, email, ...names, ...known, updated_at: at }
  })
  const members = rows.map(({ _id }) => ({ _id: newId('listMember'), account_id, list_id, contact_id: _id }))
  const left = rows.filter((_row, index) => index % 2 === 0)
  const suppressed = left.map(({ email }) => ({
    ...{ _id: newId('suppression'), account_id, channel: 'email', recipient: email, state: 'unsubscribed' },
    ...{ reason: 'manual', updated_at: at },
  }))
  await models.contacts.collection.insertMany(rows as never)
  await models.listMembers.collection.insertMany(members as never)
  await models.suppressions.collection.insertMany(suppressed as never)
  return list_id
}

const status: SegmentCondition = { field: 'status', op: 'in', value: ['subscribed', 'unsubscribed'] }
const opened: SegmentCondition = { event: 'opened', within_days: 30 }
const clicked: SegmentCondition = { event: 'clicked', within_days: 30 }
const plan: SegmentCondition = { attribute: 'plan', op: 'equals', value: 'pro' }
const inList = (): SegmentCondition => ({ field: 'lists', op: 'in', value: [listId] })

// All contacts match, so that whatever is read beyond them is too much.
test.each([
  ['the status', () => [status]],
  ['a list', () => [inList()]],
  ['activity', () => [opened, clicked]],
  ['the status, a list, activity and an attribute', () => [status, inList(), opened, plan]],
  ['a group of them', () => [{ match: 'any' as const, conditions: [clicked, status, inList()] }]],
])('a list by %s is counted and paged by indexes alone', async (_what, conditions) => {
  const filter = { match: 'all' as const, conditions: conditions() }
  const { id } = await ledger.services.contactLists.create(ledger.accountId, { name: 'A', filter })
  const list: ContactListDoc = await findList(ledger, ledger.accountId, id)
  const until = ledger.clock.now()
  const ways: Record<string, () => Promise<number>> = {
    'joined count': async () => (await new SegmentCounts(ledger, { few: 0 }).of(list)).count,
    'count by look-ups': async () => (await new SegmentCounts(ledger).of(list)).count,
    audience: async () =>
      (await new Audience(ledger).page(ledger.accountId, id, { after: null, until, limit: PAGE })).contacts.length,
    members: async () => (await ledger.services.listMembers.list(ledger.accountId, id, { limit: PAGE })).items.length,
  }
  for (const [name, run] of Object.entries(ways)) {
    reads.take()
    expect(await run(), name).toBe(name.includes('count') ? CONTACTS : PAGE)
    const commands = reads.take()
    expect(commands.length, name).toBeGreaterThan(0)
    for (const read of commands) {
      expect(await planFaults(ledger.models.connection, read), `${name} ${JSON.stringify(read.command)}`).toEqual([])
    }
  }
})
