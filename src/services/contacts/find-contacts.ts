import type { ContactDoc } from '../../models/contact.js'
import type { ContactListDoc } from '../../models/contact-list.js'
import type { Models } from '../../models/index.js'
import { readSearch, type SearchText } from '../messages/search-terms.js'
import { rarestFirst, type TermIndex } from '../search/term-index.js'
import { foundBySteps, type Step, walkTerms } from '../search/term-walk.js'
import { type ContactsFilter, contactsMatching } from './segment-filter.js'
import { assertEvaluable } from './segment-lists.js'

/** Which contacts of an account, newest first. */
export interface ContactsQuery {
  accountId: string
  list: ContactListDoc | null
  /** Search text: all its parts must match. */
  search?: string | undefined
  /** Only contacts with a lower id. */
  before: string | null
  /** Contacts of a page. One more is found, if there is one. */
  limit: number
  /** The time at which a dynamic list is evaluated. */
  now: Date
  /** For tests: entries of the index that each step of a search reads, and how long a page without any result goes on. */
  chunk?: number
  emptyMs?: number
}

/** Of a list with at most so many members, a search looks at all; of a longer one, at all contacts with the words. */
const FEW_MEMBERS = 5_000
const MEMBERS_INDEX = { account_id: 1, list_id: 1, contact_id: 1 } as const
/** All rows come with the first answer of the query. */
const BATCH_SIZE = 4_000

/**
 * Reads contacts. What a list without a filter has is found by the index of its members or of the search.
 * @returns the contacts, and where the next page begins; null if what was found tells it.
 * @throws ApiError `list_not_found` if the filter of the list names none.
 */
export async function findContacts(models: Models, query: ContactsQuery): Promise<Step<ContactDoc>> {
  const { accountId, list, search = '', before, limit, now } = query
  if (list) await assertEvaluable(models, list)
  const text = search.trim() === '' ? null : readSearch(search)
  if (search.trim() !== '' && !text) return { found: [], reached: null }
  const members = list && !list.filter ? list : null
  if (members && (!text || (await hasFewMembers(models, members)))) {
    return { found: await membersOf(models, members, text?.filter ?? {}, query), reached: null }
  }
  if (text) return searchContacts(models, query, text, members)
  const older = before ? { _id: { $lt: before } } : {}
  if (list?.filter) {
    const segment = { account_id: accountId, filter: list.filter, at: now }
    return {
      found: await contactsMatching(models, segment, { where: older, order: -1, limit: limit + 1 }),
      reached: null,
    }
  }
  const found = await models.contacts.collection
    .find({ account_id: accountId, ...older })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray()
  return { found, reached: null }
}

/**
 * Finds contacts by the rarest of their terms, step by step: those of a list are told by its index, before any contact is
 * fetched.
 */
async function searchContacts(
  models: Models,
  { accountId, list, before, limit, now, chunk, emptyMs }: ContactsQuery,
  { filter, sets }: SearchText,
  members: ContactListDoc | null,
): Promise<Step<ContactDoc>> {
  const { collection } = models.contacts
  const segment = list?.filter && { account_id: accountId, filter: list.filter, at: now }
  const hint = { _id: 1 } as const
  const index: TermIndex<ContactDoc> = { rows: collection, terms: 'search', position: '_id' }
  const walk = {
    before: before ?? undefined,
    wanted: limit + 1,
    chunk,
    narrow: members ? (ids: string[]) => membersAmong(models, members, ids) : undefined,
    fetch: (ids: string[]) => {
      const where = { _id: { $in: ids }, $and: [filter] }
      if (segment) return contactsMatching(models, segment, { where, order: -1, hint })
      return collection
        .find({ account_id: accountId, ...where }, { hint })
        .sort({ _id: -1 })
        .toArray()
    },
  }
  const steps = walkTerms(index, accountId, await rarestFirst(index, accountId, sets), walk)
  return foundBySteps(steps, limit, emptyMs)
}

/** Those of some contacts that are in a list, in the same order. The index alone tells. */
async function membersAmong(
  { listMembers }: Models,
  { account_id, _id: list_id }: ContactListDoc,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const options = { projection: { _id: 0, contact_id: 1 }, hint: MEMBERS_INDEX, batchSize: BATCH_SIZE + 1 }
  const rows = await listMembers.collection.find({ account_id, list_id, contact_id: { $in: ids } }, options).toArray()
  const found = new Set(rows.map(({ contact_id }) => contact_id))
  return ids.filter((id) => found.has(id))
}

async function hasFewMembers({ listMembers }: Models, { account_id, _id }: ContactListDoc): Promise<boolean> {
  const own = { account_id, list_id: _id }
  return (await listMembers.collection.countDocuments(own, { limit: FEW_MEMBERS + 1 })) <= FEW_MEMBERS
}

function membersOf(
  models: Models,
  { account_id, _id: list_id }: ContactListDoc,
  found: ContactsFilter,
  { before, limit }: ContactsQuery,
): Promise<ContactDoc[]> {
  const stages = [
    { $match: { account_id, list_id, ...(before && { contact_id: { $lt: before } }) } },
    { $sort: { contact_id: -1 } },
    {
      $lookup: {
        from: models.contacts.collection.collectionName,
        localField: 'contact_id',
        foreignField: '_id',
        pipeline: [{ $match: { account_id, ...found } }],
        as: 'contact',
      },
    },
    // Also leaves out members whose contact is being deleted.
    { $unwind: '$contact' },
    { $limit: limit + 1 },
    { $replaceWith: '$contact' },
  ]
  return models.listMembers.collection.aggregate<ContactDoc>(stages).toArray()
}
