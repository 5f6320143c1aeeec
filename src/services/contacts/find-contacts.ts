import type { ContactDoc } from '../../models/contact.js'
import type { ContactListDoc } from '../../models/contact-list.js'
import type { Models } from '../../models/index.js'
import { readSearch } from '../messages/search-terms.js'
import { type ContactsFilter, segmentFilter } from './segment-filter.js'

/** Which contacts of an account, newest first. */
export interface ContactsQuery {
  accountId: string
  list: ContactListDoc | null
  /** Search text: all its parts must match. */
  search?: string | undefined
  /** Only contacts with a lower id. */
  before: string | null
  limit: number
  /** The time at which a dynamic list is evaluated. */
  now: Date
}

/** Of a list with at most so many members, a search looks at all; of a longer one, at all contacts with the words. */
const FEW_MEMBERS = 5_000

/** Reads contacts. What a list without a filter has is found by the index of its members or of the search. */
export async function findContacts(models: Models, query: ContactsQuery): Promise<ContactDoc[]> {
  const { accountId, list, search = '', before, limit, now } = query
  const hasSearch = search.trim() !== ''
  const found = hasSearch ? readSearch(search)?.filter : {}
  if (!found) return []
  if (list && !list.filter && (!hasSearch || (await hasFewMembers(models, list)))) {
    return membersOf(models, list, found, query)
  }
  const segment: ContactsFilter = list?.filter ? segmentFilter(list.filter, now) : {}
  const stages = [
    { $match: { account_id: accountId, ...(before && { _id: { $lt: before } }), $and: [found, segment] } },
    { $sort: { _id: -1 } },
    ...(list && !list.filter ? onlyMembers(models, list) : []),
    { $limit: limit },
  ]
  return models.contacts.collection.aggregate<ContactDoc>(stages).toArray()
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
    { $limit: limit },
    { $replaceWith: '$contact' },
  ]
  return models.listMembers.collection.aggregate<ContactDoc>(stages).toArray()
}

const onlyMembers = (models: Models, { account_id, _id: list_id }: ContactListDoc) => [
  {
    $lookup: {
      from: models.listMembers.collection.collectionName,
      localField: '_id',
      foreignField: 'contact_id',
      pipeline: [{ $match: { account_id, list_id } }, { $project: { _id: 1 } }],
      as: 'member',
    },
  },
  { $match: { 'member.0': { $exists: true } } },
  { $unset: 'member' },
]
