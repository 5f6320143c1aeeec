import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Audience, type AudiencePage } from '../../../../src/services/audience/contacts/audience.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'

let ledger: Ledger
let audience: Audience
beforeAll(async () => {
  ledger = await openTestLedger()
  audience = new Audience(ledger)
  await Promise.all([
    ledger.models.contacts.createIndexes(),
    ledger.models.listMembers.createIndexes(),
    ledger.models.contactLists.createIndexes(),
  ])
})
afterAll(() => ledger.close())

/** Writes contacts. Only the ledger is written. */
async function contacts(count: number, attributes: object = {}): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const _id = ledger.newId('contact')
    return {
      ...{ _id, account_id: ledger.accountId, email: `${_id}@example.com`, first_name: null, last_name: null },
      ...{ attributes, search: [], updated_at: ledger.clock.now() },
    }
  })
  await ledger.models.contacts.collection.insertMany(rows as never)
  return rows.map(({ _id }) => _id)
}

async function listOf(ids: readonly string[]): Promise<string> {
  const { id } = await ledger.services.contactLists.create(ledger.accountId, { name: 'A' })
  const rows = ids.map((contact_id) => ({
    ...{ _id: ledger.newId('listMember'), account_id: ledger.accountId, list_id: id, contact_id },
  }))
  if (rows.length > 0) await ledger.models.listMembers.collection.insertMany(rows)
  return id
}

/** Everybody, page by page. */
async function everybody(listId: string, until: Date, limit: number): Promise<string[]> {
  const found: string[] = []
  for (let after: string | null = null; ; ) {
    const page = await audience.page(ledger.accountId, listId, { after, until, limit })
    expect(page.contacts.length).toBeLessThanOrEqual(limit)
    const positions = page.contacts.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted())
    if (after && positions[0]) expect(positions[0] > after).toBe(true)
    found.push(...page.contacts.map(({ doc }) => doc._id))
    if (page.next === null) return found
    after = page.next
  }
}

const later = () => {
  ledger.clock.advance(1)
  return ledger.clock.now()
}

describe('the audience of a list', () => {
  test('is every member, once, in the order of joining, whatever the size of the pages', async () => {
    const ids = await contacts(25)
    const list = await listOf(ids.toReversed())
    for (const limit of [1, 5, 7, 25, 100]) expect(await everybody(list, later(), limit)).toEqual(ids.toReversed())
    expect(await audience.count(ledger.accountId, list)).toMatchObject({ count: 25 })
  })

  test('has nobody who joined after it began', async () => {
    const [one, two] = await contacts(2)
    const list = await listOf([one!])
    const until = later()
    ledger.clock.advance(2)
    await ledger.services.listMembers.add(ledger.accountId, { id: list, contact_id: two! })
    expect(await everybody(list, until, 10)).toEqual([one])
    expect(await everybody(list, later(), 10)).toEqual([one, two])
  })

  test('continues after any member, also one who has left', async () => {
    const ids = await contacts(4)
    const list = await listOf(ids)
    const until = later()
    const first = await audience.page(ledger.accountId, list, { after: null, until, limit: 10 })
    await ledger.services.contacts.delete(ledger.accountId, ids[1]!)
    const { position } = first.contacts[1]!
    const rest = await audience.page(ledger.accountId, list, { after: position, until, limit: 10 })
    expect(rest).toMatchObject({ contacts: [{ doc: { _id: ids[2] } }, { doc: { _id: ids[3] } }], next: null })
  })

  test('passes over a whole page of deleted contacts', async () => {
    const ids = await contacts(6)
    const list = await listOf(ids)
    await ledger.models.contacts.deleteMany({ _id: { $in: ids.slice(0, 4) } })
    expect(await everybody(list, later(), 2)).toEqual(ids.slice(4))
  })

  test('of a dynamic list is who matches, in the order of creation', async () => {
    const gold = await contacts(5, { tier: 'gold' })
    await contacts(3, { tier: 'silver' })
    gold.push(...(await contacts(4, { tier: 'gold' })))
    const until = later()
    ledger.clock.advance(2)
    await contacts(2, { tier: 'gold' })
    const filter = { match: 'all' as const, conditions: [{ attribute: 'tier', op: 'equals' as const, value: 'gold' }] }
    const { id } = await ledger.services.contactLists.create(ledger.accountId, { name: 'Gold', filter })
    for (const limit of [1, 4, 100]) expect(await everybody(id, until, limit)).toEqual(gold)
    expect(await audience.count(ledger.accountId, id)).toMatchObject({ count: 11 })
  })

  test('of a dynamic list is found in steps, however many contacts are between two members', async () => {
    const rare = await contacts(2, { tier: 'rare' })
    await contacts(5_000)
    rare.push(...(await contacts(1, { tier: 'rare' })))
    await contacts(5_000)
    const until = later()
    const filter = { match: 'all' as const, conditions: [{ attribute: 'tier', op: 'equals' as const, value: 'rare' }] }
    const { id } = await ledger.services.contactLists.create(ledger.accountId, { name: 'Rare', filter })
    expect(await everybody(id, until, 1_000)).toEqual(rare)
    const pages: number[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: AudiencePage = await audience.page(ledger.accountId, id, { after, until, limit: 1_000 })
      pages.push(page.contacts.length)
      after = page.next
    }
    expect(pages.length).toBeGreaterThanOrEqual(5)
    expect(pages.filter((found) => found === 0).length).toBeGreaterThanOrEqual(3)
  })

  test('does not exist for another account, or after the list was deleted', async () => {
    const list = await listOf([])
    const request = { after: null, until: later(), limit: 10 }
    await expect(audience.page('acc_other', list, request)).rejects.toMatchObject({ code: 'not_found' })
    await expect(audience.count('acc_other', list)).rejects.toMatchObject({ code: 'not_found' })
    await ledger.services.contactLists.delete(ledger.accountId, list)
    await expect(audience.page(ledger.accountId, list, request)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of 20,000 members is read by the index alone, page by page', async () => {
    const ids: string[] = []
    for (let portion = 0; portion < 2; portion += 1) ids.push(...(await contacts(10_000)))
    const list = await listOf(ids)
    const { listMembers } = ledger.models
    const filter = { account_id: ledger.accountId, list_id: list, _id: { $gt: '', $lt: 'clm_z' } }
    const plan = await listMembers.collection.find(filter).sort({ _id: 1 }).limit(1_000).explain('executionStats')
    expect(plan.executionStats).toMatchObject({ totalDocsExamined: 1_000, totalKeysExamined: 1_000 })
    expect(await everybody(list, later(), 1_000)).toEqual(ids)
    expect(await audience.count(ledger.accountId, list)).toMatchObject({ count: 20_000 })
  })
})
