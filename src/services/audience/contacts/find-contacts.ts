import { childrenOf } from '../../../models/children.js'
import type { ContactDoc } from '../../../models/contact.js'
import type { ContactListDoc, ListMemberDoc } from '../../../models/contact-list.js'
import type { Models } from '../../../models/index.js'
import {
  after,
  type Condition,
  fewestFirst,
  valuesOf,
  walkSources,
  withTerm,
} from '../../platform/search/term-index.js'
import { type Walked, type WalkLimits, walk } from '../../platform/search/term-walk.js'
import { type FoundSearch, findBeginnings } from '../../platform/search/word-beginnings.js'
import { contactsMatching, looksUp, type Segment } from './segment-filter.js'
import { assertEvaluable } from './segment-lists.js'

/** Which contacts of an account, newest first. */
export interface ContactsQuery extends WalkLimits {
  accountId: string
  list: ContactListDoc | null
  /** Search text: all its parts must match. */
  search?: string | undefined
  /** The normalized address of a contact. */
  email?: string | undefined
  /** Only contacts with a lower id. */
  before: string | null
  /** Contacts of a page. One more is found, if there is one. */
  limit: number
  /** The time at which a dynamic list is evaluated. */
  now: Date
}

/** The work to fetch a contact, and the same where its status or its lists are looked up: for {@link walk}. */
const FETCHING = 10
const LOOKING_UP = 60
const MEMBERS_INDEX = { account_id: 1, list_id: 1, contact_id: 1 } as const
/** All rows come with the first answer of the query. */
const BATCH_SIZE = 4_000

/**
 * Reads contacts. Only a page of a search, or of a list with a filter, may be short, or even empty.
 * @returns the contacts, and where the next page begins; null if the last contact found gives it.
 * @throws ApiError `list_not_found` if the filter of the list names none.
 */
export async function findContacts(models: Models, query: ContactsQuery): Promise<Walked<ContactDoc>> {
  const { accountId, list, search = '', before, limit } = query
  if (list) await assertEvaluable(models, list)
  const text = search.trim() === '' ? null : await findBeginnings(indexOf(models), accountId, search)
  if (search.trim() !== '' && !text) return { found: [], reached: null }
  const { email } = query
  if (email !== undefined && !text) return { found: await withAddress(models, query, email), reached: null }
  if (text || list?.filter) return searchContacts(models, query, text ?? { filter: {}, sets: [] })
  if (list) return { found: await membersOf(models, list, query), reached: null }
  const older = before ? { _id: { $lt: before } } : {}
  const found = await models.contacts.collection
    .find({ account_id: accountId, ...older })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray()
  return { found, reached: null }
}

/** The contact with an address, if it is in the list. */
async function withAddress(
  models: Models,
  { accountId, list, before, now }: ContactsQuery,
  email: string,
): Promise<ContactDoc[]> {
  const row = await models.contacts.collection.findOne({ account_id: accountId, email })
  if (!row || (before !== null && row._id >= before)) return []
  if (!list) return [row]
  if (!list.filter) return (await membersAmong(models, list, [row._id])).length > 0 ? [row] : []
  const segment = { account_id: accountId, filter: list.filter, at: now }
  return contactsMatching(models, segment, { where: { _id: row._id }, order: -1, hint: { _id: 1 } })
}

const indexOf = ({ contacts }: Models) => ({ rows: contacts.collection, terms: 'search', position: '_id' }) as const

/** Finds contacts by the rarest of their terms, or by the members of a list if these are fewer. */
async function searchContacts(
  models: Models,
  { accountId, list, email, before: given, limit, now, ...limits }: ContactsQuery,
  { filter, sets }: Pick<FoundSearch, 'filter' | 'sets'>,
): Promise<Walked<ContactDoc>> {
  const { collection } = models.contacts
  const index = indexOf(models)
  const segment = list?.filter && { account_id: accountId, filter: list.filter, at: now }
  const conditions = [
    ...sets.map((set): Condition => withTerm(index, accountId, set)),
    ...(list && !segment ? [memberOf(models, list)] : []),
  ]
  const hint = { _id: 1 } as const
  const before = given ?? undefined
  return walk({
    ...limits,
    ...walkSources(index, accountId, await fewestFirst(conditions, after(before))),
    before,
    wanted: limit + 1,
    fetch: (ids) => {
      const where = { _id: { $in: ids }, $and: [filter, email === undefined ? {} : { email }] }
      if (segment) return contactsMatching(models, segment, { where, order: -1, hint })
      return collection
        .find({ account_id: accountId, ...where }, { hint })
        .sort({ _id: -1 })
        .toArray()
    },
    fetching: () => fetchingOf(segment),
  })
}

/**
 * The ids of the newest contacts that a segment has, as far as the given work goes.
 * @param options.wanted the most of them.
 */
export async function newestMatching(
  models: Models,
  segment: Segment,
  { wanted, work }: { wanted: number; work: number },
): Promise<Walked<string>> {
  const { found, reached } = await walk({
    ...walkSources(indexOf(models), segment.account_id, []),
    ...{ wanted, work, fetching: () => fetchingOf(segment) },
    fetch: async (ids) => {
      const where = { _id: { $in: ids } }
      const rows = await contactsMatching(models, segment, { where, order: -1, idsOnly: true, hint: { _id: 1 } })
      return rows.map(({ _id }) => _id)
    },
  })
  return { found: found.slice(0, wanted), reached }
}

const fetchingOf = (segment: Segment | null | undefined) => (segment && looksUp(segment.filter) ? LOOKING_UP : FETCHING)

/** That a contact is in a list. */
const memberOf = (models: Models, list: ContactListDoc): Condition => ({
  newest: (contact_id, limit) => {
    const own = { account_id: list.account_id, list_id: list._id, contact_id }
    const stages = [{ $sort: { contact_id: -1 } }, { $limit: limit }]
    return valuesOf(models.listMembers.collection, own, 'contact_id', MEMBERS_INDEX, stages)
  },
  among: (ids) => membersAmong(models, list, ids),
})

/** Those of some contacts that are in a list, in the same order. Read from the index alone. */
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

function membersOf(
  models: Models,
  { account_id, _id: list_id }: ContactListDoc,
  { before, limit }: ContactsQuery,
): Promise<ContactDoc[]> {
  const stages = [{ $match: { account_id, list_id } }, ...membersFirst(models, account_id, { before, limit })]
  return models.listMembers.collection.aggregate<ContactDoc>(stages).toArray()
}

/** The same for several static lists, by their ids, with one query. */
export async function membersOfLists(
  models: Models,
  accountId: string,
  parentIds: readonly string[],
  page: MembersPage,
): Promise<Map<string, ContactDoc[]>> {
  if (parentIds.length === 0) return new Map()
  const { contactLists, listMembers } = models
  const pipeline = membersFirst(models, accountId, page)
  const query = { accountId, parentIds, foreignField: 'list_id' as const, pipeline }
  return childrenOf<ContactDoc, ListMemberDoc>(contactLists, listMembers, query)
}

type MembersPage = Pick<ContactsQuery, 'before' | 'limit'>

/** The contacts of the first of some members, and one more. */
const membersFirst = ({ contacts }: Models, account_id: string, { before, limit }: MembersPage) => [
  ...(before === null ? [] : [{ $match: { contact_id: { $lt: before } } }]),
  { $sort: { contact_id: -1 } },
  {
    $lookup: {
      from: contacts.collection.collectionName,
      localField: 'contact_id',
      foreignField: '_id',
      pipeline: [{ $match: { account_id } }],
      as: 'contact',
    },
  },
  // Also leaves out members whose contact is being deleted.
  { $unwind: '$contact' },
  { $limit: limit + 1 },
  { $replaceWith: '$contact' },
]
