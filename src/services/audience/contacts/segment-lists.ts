import type { mongo } from 'mongoose'
import type { SegmentCondition, SegmentFilter } from '../../../contract/segments.js'
import { ApiError, fieldError } from '../../../errors.js'
import type { ContactListDoc } from '../../../models/contact-list.js'
import type { Models } from '../../../models/index.js'
import { NOT_DELETED } from './find-list.js'

/*
 * The lists that the filters of dynamic lists name. A list that is named cannot be deleted: a condition that leaves out its
 * members would leave out nobody then. Should one be missing all the same, the dynamic list has an error, and no members.
 */

/** Dynamic lists that a refusal names. */
const MAX_SHOWN = 5

type Lists = Pick<Models, 'contactLists'>
type Named = Pick<ContactListDoc, '_id' | 'name'>

/** A list that a request names, and where. */
interface NamedList {
  id: string
  path: string
}

/**
 * Checks that the lists in a filter are some of the account, whose members are added: dynamic ones could refer to each
 * other.
 * @throws ApiError `not_found`; `invalid_request` for a dynamic list. Both name the condition.
 */
export async function assertListsOf(
  { contactLists }: Lists,
  account_id: string,
  filter: SegmentFilter,
  session?: mongo.ClientSession,
): Promise<void> {
  await assertStaticLists({ contactLists }, account_id, listsIn(filter.conditions, 'filter.conditions'), session)
}

/**
 * The same for lists that are named elsewhere, with where that is.
 * @throws ApiError as {@link assertListsOf}.
 */
export async function assertStaticLists(
  { contactLists }: Lists,
  account_id: string,
  named: readonly NamedList[],
  session?: mongo.ClientSession,
): Promise<void> {
  if (named.length === 0) return
  const rows = await contactLists.collection
    .find(among(account_id, named), { projection: { filter: 1 }, ...(session && { session }) })
    .toArray()
  const isDynamic = new Map(rows.map((row) => [row._id, row.filter !== null]))
  for (const { id, path } of named) {
    if (!isDynamic.has(id)) throw fieldError('not_found', path, `is not a list of the account: ${id}`)
    if (isDynamic.get(id)) throw fieldError('invalid_request', path, `must not name a dynamic list: ${id}`)
  }
}

/** Whether a filter names lists. */
export const namesLists = ({ conditions }: SegmentFilter): boolean => listsIn(conditions).length > 0

type Filtered = Pick<ContactListDoc, '_id' | 'name' | 'filter'>

/**
 * Checks that the members of a dynamic list can be determined.
 * @throws ApiError `list_not_found` if its filter names a list that does not exist.
 */
export async function assertEvaluable(
  models: Lists,
  list: Filtered & Pick<ContactListDoc, 'account_id'>,
): Promise<void> {
  const missing = (await missingIn(models, list.account_id, [list])).get(list._id)
  if (missing === undefined) return
  const message = `The filter of ${shown(list)} names the list ${missing}, which does not exist. Change the filter.`
  throw new ApiError('list_not_found', message)
}

/** A list that does not exist, by the dynamic list whose filter names it. */
export async function missingIn(
  { contactLists }: Lists,
  account_id: string,
  lists: readonly Filtered[],
): Promise<Map<string, string>> {
  const named = lists.flatMap(({ _id: by, filter }) =>
    filter ? listsIn(filter.conditions).map(({ id }) => ({ by, id })) : [],
  )
  if (named.length === 0) return new Map()
  const rows = await contactLists.collection.find(among(account_id, named), { projection: { _id: 1 } }).toArray()
  const known = new Set(rows.map((row) => row._id))
  return new Map(named.flatMap(({ by, id }) => (known.has(id) ? [] : [[by, id]])))
}

/**
 * Checks that no filter names a list.
 * @throws ApiError `list_in_use`, naming the dynamic lists.
 */
export async function assertUnused(
  { contactLists }: Lists,
  account_id: string,
  id: string,
  session: mongo.ClientSession,
): Promise<void> {
  const names = { $elemMatch: { field: 'lists', value: id } }
  const users = await contactLists.collection
    .find(
      {
        ...{ account_id, filter: { $type: 'object' }, ...NOT_DELETED },
        $or: [{ 'filter.conditions': names }, { 'filter.conditions.conditions': names }],
      },
      { projection: { name: 1 }, sort: { _id: -1 }, session },
    )
    .toArray()
  if (users.length > 0) throw inUse(users)
}

function inUse(users: readonly Named[]): ApiError {
  const more = users.length - MAX_SHOWN
  const lists = `${users.slice(0, MAX_SHOWN).map(shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const message = `Filters of dynamic lists name this list: ${lists}. Change or delete them first.`
  return new ApiError('list_in_use', message)
}

const shown = ({ _id, name }: Named) => `${JSON.stringify(name)} (${_id})`

const among = (account_id: string, named: readonly { id: string }[]) => ({
  ...{ _id: { $in: [...new Set(named.map(({ id }) => id))] }, account_id },
  ...NOT_DELETED,
})

/** The lists that conditions name, and where. */
function listsIn(conditions: readonly SegmentCondition[], path = ''): { id: string; path: string }[] {
  return conditions.flatMap(({ field, value, conditions: inner }, index) => {
    const place = `${path}.${index}`
    if (inner) return listsIn(inner, `${place}.conditions`)
    return field === 'lists' ? [value].flat().map((id) => ({ id: String(id), path: `${place}.value` })) : []
  })
}
