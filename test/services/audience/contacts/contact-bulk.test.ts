import { describe, expect, test } from 'vitest'
import { MAX_BULK_CONTACTS } from '../../../../src/contract/contact-bulk.js'
import { groupBy } from '../../../../src/lib/collections/group-by.js'
import { addMembers } from '../../../../src/services/audience/contacts/add-members.js'
import { ContactQuotas } from '../../../../src/services/audience/contacts/contact-quotas.js'
import { Quotas } from '../../../../src/services/platform/quotas.js'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount, useTwoProcesses } from '../../../support/more-processes.js'
import { call } from '../../../support/start-app.js'
import { trpcClient } from '../../../trpc/trpc-client.js'

const MEMBERS = 1_500

const [app, second] = useTwoProcesses({ LIST_MEMBERS_PER_ACCOUNT: String(MEMBERS) })

/** A new account with contacts, and what calls the API for it. */
async function anAccount(count: number) {
  const { key, accountId } = await anotherAccount(app, `bulk-${app.app.newId('contact')}@elsewhere.test`)
  const ask = (method: string, path: string, body?: unknown, url = app.url) =>
    call(url, method, path, { key, ...(body !== undefined && { body }) })
  const rows = Array.from({ length: count }, (_none, index) => {
    const email = `c${index}@example.com`
    const names = { first_name: null, last_name: null, search: [email] }
    return { _id: app.app.newId('contact'), account_id: accountId, email, ...names, attributes: { index } }
  })
  if (count > 0)
    await app.app.models.contacts.collection.insertMany(
      rows.map((row) => ({ ...row, updated_at: new Date() })) as never,
    )
  const change = (body: object, url?: string) => ask('POST', '/v1/contacts/bulk', body, url)
  const aList = async (more: object = {}): Promise<string> => {
    const { status, body } = await ask('POST', '/v1/contact-lists', { name: 'A list', ...more })
    expect(status).toBe(201)
    return body.id
  }
  const countOf = async (listId: string) => (await ask('GET', `/v1/contact-lists/${listId}`)).body.member_count
  return { key, accountId, ids: rows.map(({ _id }) => _id), ask, change, aList, countOf }
}

function outcomes({ body }: { body: { results: { outcome: string }[] } }): Record<string, number> {
  const all = groupBy(body.results, ({ outcome }) => outcome)
  return Object.fromEntries([...all].map(([name, results]) => [name, results.length]))
}

describe('contacts are changed together', () => {
  test('1,000 get an attribute and go from one list into another, and a repetition changes nothing', async () => {
    const { ids, change, aList, countOf, ask } = await anAccount(MAX_BULK_CONTACTS)
    const [from, to] = [await aList(), await aList()]
    expect(outcomes(await change({ contact_ids: ids, add_to_list_ids: [from] }))).toEqual({ changed: ids.length })
    // Two lists of 1,000 are more than the account may have: they are taken off first.
    const move = { attributes: { plan: 'pro', index: null }, add_to_list_ids: [to], remove_from_list_ids: [from] }
    const wanted = { contact_ids: ids, ...move }
    expect(outcomes(await change(wanted))).toEqual({ changed: ids.length })
    expect([await countOf(from), await countOf(to)]).toEqual([0, ids.length])
    expect((await ask('GET', `/v1/contacts/${ids[500]}`)).body.attributes).toEqual({ plan: 'pro' })
    expect(outcomes(await change(wanted))).toEqual({ unchanged: ids.length })
  })

  test('each is told apart: unknown ids, those of others, and those named twice', async () => {
    const { ids, change, ask } = await anAccount(2)
    const stranger = await anAccount(1)
    const { body } = await change({ contact_ids: ['nobody', ids[0], stranger.ids[0], ids[0]], delete: true })
    expect(body.results.map(({ contact_id, outcome }: Record<string, string>) => [contact_id, outcome])).toEqual([
      ['nobody', 'not_found'],
      [ids[0], 'changed'],
      [stranger.ids[0], 'not_found'],
      [ids[0], 'changed'],
    ])
    expectError(await ask('GET', `/v1/contacts/${ids[0]}`), 404, 'not_found')
    expect((await ask('GET', `/v1/contacts/${ids[1]}`)).status).toBe(200)
    expect((await stranger.ask('GET', `/v1/contacts/${stranger.ids[0]}`)).status).toBe(200)
  })

  test('a contact with too many attributes is refused, and the others are changed', async () => {
    const { ids, change, ask, accountId } = await anAccount(2)
    const full = Object.fromEntries(Array.from({ length: 50 }, (_none, index) => [`a${index}`, index]))
    await app.app.models.contacts.collection.updateOne(
      { _id: ids[0]!, account_id: accountId },
      { $set: { attributes: full } },
    )
    const { body } = await change({ contact_ids: ids, attributes: { more: 1 } })
    expect(body.results).toEqual([
      { contact_id: ids[0], outcome: 'refused', message: 'attributes: would be 51; a contact has at most 50' },
      { contact_id: ids[1], outcome: 'changed', message: null },
    ])
    expect((await ask('GET', `/v1/contacts/${ids[0]}`)).body.attributes).toEqual(full)
  })

  test('who has no room in a list is refused, and room is given back when others leave', async () => {
    const { ids, change, aList, countOf } = await anAccount(1_000)
    const [first, next] = [await aList(), await aList()]
    await change({ contact_ids: ids, add_to_list_ids: [first] })
    const answer = await change({ contact_ids: ids, add_to_list_ids: [next] })
    expect(outcomes(answer)).toEqual({ changed: 500, refused: 500 })
    expect(answer.body.results.at(-1).message).toContain('at most 1,500 members of lists')
    await change({ contact_ids: ids, remove_from_list_ids: [first] })
    expect(outcomes(await change({ contact_ids: ids, add_to_list_ids: [next] }))).toEqual({
      changed: 500,
      unchanged: 500,
    })
    expect(await countOf(next)).toBe(1_000)
  })

  test('lists that are dynamic, or those of others, are refused before anything is changed', async () => {
    const { ids, change, aList, ask } = await anAccount(1)
    const filter = { match: 'all', conditions: [{ field: 'email', op: 'contains', value: '@example.com' }] }
    const dynamic = await aList({ filter })
    const stranger = await (await anAccount(0)).aList()
    const [known] = [await aList()]
    for (const [list, status, code] of [
      [dynamic, 400, 'invalid_request'],
      [stranger, 404, 'not_found'],
    ] as const) {
      const refused = await change({ contact_ids: ids, attributes: { a: 1 }, remove_from_list_ids: [known, list] })
      expectError(refused, status, code)
      expect(refused.body.error.message).toContain('remove_from_list_ids.1')
    }
    expect((await ask('GET', `/v1/contacts/${ids[0]}`)).body.attributes).toEqual({ index: 0 })
  })

  test('of changes by several processes at once none is lost', async () => {
    const { ids, change, ask } = await anAccount(50)
    const names = Array.from({ length: 8 }, (_none, index) => `by${index}`)
    const answers = await Promise.all(
      names.map((name, index) =>
        change({ contact_ids: ids, attributes: { [name]: index } }, [app, second][index % 2]!.url),
      ),
    )
    const { contacts } = (await ask('GET', '/v1/contacts?limit=100')).body
    for (const contact of contacts) {
      for (const [index, { body }] of answers.entries()) {
        const { outcome } = body.results.find(({ contact_id }: { contact_id: string }) => contact_id === contact.id)
        expect(contact.attributes[names[index]!]).toBe(outcome === 'refused' ? undefined : index)
      }
    }
  })

  test('of deletions by two processes at once each tells those that it has deleted', async () => {
    const { ids, change } = await anAccount(MAX_BULK_CONTACTS)
    const wanted = { contact_ids: ids, delete: true }
    const results = await Promise.all([app.url, second.url, app.url, second.url].map((url) => change(wanted, url)))
    const changed = results.map((result) => outcomes(result).changed ?? 0)
    expect(changed.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
    expect(outcomes(await change(wanted))).toEqual({ not_found: ids.length })
  })

  test('contacts that are deleted while they are added to a list take no room, and are not found', async () => {
    const { ids, change, aList, accountId } = await anAccount(3)
    const listId = await aList()
    let room = 0
    const quotas = new ContactQuotas({ ...app.app, config: app.app.config, quotas: new Quotas(app.app) })
    const contactQuotas = {
      take: async (...given: Parameters<ContactQuotas['take']>) => {
        const taken = await quotas.take(...given)
        room += taken
        return taken
      },
      release: (_resource: string, _accountId: string, count: number) => {
        room -= count
      },
    }
    await change({ contact_ids: ids.slice(0, 2), delete: true })
    const contacts = new Map(ids.map((id) => [id, undefined]))
    const { members, fresh } = await addMembers({ ...app.app, contactQuotas }, { accountId, listId, contacts })
    expect([[...members.keys()], [...fresh], room]).toEqual([[ids[2]], [ids[2]], 1])
  })

  test('a deletion beside additions to a list leaves no place in the list', async () => {
    const { ids, change, aList, accountId } = await anAccount(200)
    const list = await aList()
    await Promise.all([
      change({ contact_ids: ids, add_to_list_ids: [list] }),
      change({ contact_ids: ids, delete: true }, second.url),
    ])
    expect(await app.app.models.listMembers.countDocuments({ account_id: accountId })).toBe(0)
  })

  test('over tRPC too', async () => {
    const { key, ids } = await anAccount(1)
    const { client } = trpcClient(app, { apiKey: key })
    const { results } = await client.contacts.changeMany.mutate({ contact_ids: ids, attributes: { plan: 'pro' } })
    expect(results).toEqual([{ contact_id: ids[0], outcome: 'changed', message: null }])
  })
})
