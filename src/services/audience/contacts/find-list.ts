import { ApiError, fieldError } from '../../../errors.js'
import type { ContactListDoc } from '../../../models/contact-list.js'
import type { Models } from '../../../models/index.js'

/** Lists that are not deleted. */
export const NOT_DELETED = { deleted_at: { $exists: false } } as const

type Lists = { models: Pick<Models, 'contactLists'> }

/**
 * A list of an account.
 * @throws ApiError `not_found`, also for one that was deleted.
 */
export async function findList({ models }: Lists, accountId: string, id: string): Promise<ContactListDoc> {
  const list = await models.contactLists.collection.findOne({ _id: id, account_id: accountId, ...NOT_DELETED })
  if (!list) throw new ApiError('not_found', 'The list does not exist.')
  return list
}

/**
 * Lists of an account, in any order.
 * @throws ApiError `not_found` if one of them does not exist.
 */
export async function findLists(
  { models }: Lists,
  account_id: string,
  ids: readonly string[],
): Promise<ContactListDoc[]> {
  const wanted = [...new Set(ids)]
  const found = { _id: { $in: wanted }, account_id, ...NOT_DELETED }
  const lists = await models.contactLists.collection.find(found).toArray()
  if (lists.length < wanted.length) throw new ApiError('not_found', 'The list does not exist.')
  return lists
}

/**
 * A list that contacts can be added to.
 * @throws ApiError `not_found`; `invalid_request`, naming `list_id`, for a dynamic list.
 */
export async function findStaticList(deps: Lists, accountId: string, id: string): Promise<ContactListDoc> {
  const list = await findList(deps, accountId, id)
  if (!list.filter) return list
  const message = 'is a dynamic list: its filter decides who is in it'
  throw fieldError('invalid_request', 'list_id', message)
}
