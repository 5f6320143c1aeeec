import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactListDoc } from '../../../../src/models/contact-list.js'
import { ensureIndexes } from '../../../../src/models/index.js'
import { contactTerms } from '../../../../src/services/audience/contacts/contact-fields.js'
import { findContacts } from '../../../../src/services/audience/contacts/find-contacts.js'
import { addContacts, addMembers, aListOf } from '../../../support/contacts.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'

const MEMBERS = 5_200
const OTHERS = 800
const NEW_EACH = 10

let ledger: Ledger
let ids: string[]
let list: ContactListDoc
beforeAll(async () => {
  ledger = await openTestLedger()
  await ensureIndexes(ledger.models.connection)
  // The members are the oldest, so that a search has to pass all others first.
  const contacts = Array.from({ length: MEMBERS + OTHERS }, (_none, index) => {
    const fields = {
      ...{ email: `person${index}@example.com`, first_name: index % NEW_EACH === 0 ? 'Ada' : 'Bob' },
      ...{ last_name: 'Common', attributes: { even: index % 2 === 0 } },
    }
    return { ...fields, search: contactTerms(fields) }
  })
  ids = await addContacts(ledger, contacts)
  const listId = await aListOf(ledger, [])
  await addMembers(ledger, listId, ids.slice(0, MEMBERS))
  list = (await ledger.models.contactLists.findById(listId).lean())!
})
afterAll(() => ledger.close())

/** All contacts of a search, page by page. Little is done for each, so pages are short. */
async function all(search: string, of: ContactListDoc | null, chunk: number): Promise<string[]> {
  const found: string[] = []
  let before: string | null = null
  do {
    const query = { accountId: ledger.accountId, list: of, search, before, limit: 50, now: new Date() }
    const page: Awaited<ReturnType<typeof findContacts>> = await findContacts(ledger.models, {
      ...query,
      ...{ chunk, work: 8_000 },
    })
    const shown = page.reached === null ? page.found.slice(0, 50) : page.found
    found.push(...shown.map(({ _id }) => _id))
    before = page.reached ?? (page.found.length > 50 ? shown.at(-1)!._id : null)
  } while (before !== null)
  return found
}

const newest = (filter: (index: number) => boolean) => ids.filter((_id, index) => filter(index)).toReversed()

test.each([
  ['Common', null, () => true],
  ['ada common', null, (index: number) => index % NEW_EACH === 0],
  ['example.com Ada', 'the list', (index: number) => index % NEW_EACH === 0 && index < MEMBERS],
  ['person77@example.com', 'the list', (index: number) => index === 77],
  [`person${MEMBERS}`, 'the list', () => false],
] as const)('a search for %s finds each contact of %s once, however short the pages are', async (text, of, filter) => {
  expect(await all(text, of && list, 700)).toEqual(newest(filter))
})

test('a search of a dynamic list finds those who match', async () => {
  const filter = { match: 'all', conditions: [{ attribute: 'even', op: 'equals', value: false }] } as const
  const dynamic = { ...list, filter } as unknown as ContactListDoc
  expect(await all('bob', dynamic, 700)).toEqual(newest((index) => index % 2 === 1))
})

test('a search for words that everybody has fetches little more than a page', async () => {
  const db = ledger.models.connection.db!
  await db.command({ profile: 2 })
  const { items, nextCursor } = await ledger.services.contacts.list(ledger.accountId, {
    ...{ search: 'example.com common', list_id: list._id, limit: 20 },
  })
  await db.command({ profile: 0 })
  expect(items.map(({ id }) => id)).toEqual(newest((index) => index < MEMBERS).slice(0, 20))
  expect(nextCursor).not.toBeNull()
  const reads = await db
    .collection('system.profile')
    .find({ ns: `${db.databaseName}.contacts` })
    .toArray()
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)).toBeLessThan(500)
})
