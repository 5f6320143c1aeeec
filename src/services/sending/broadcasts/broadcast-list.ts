import { ApiError } from '../../../errors.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import type { ContactListDoc } from '../../../models/contact-list.js'
import { isDatabaseUnavailable, isTooSlow } from '../../../models/database-unavailable.js'
import type { Models } from '../../../models/index.js'
import type { Audience } from '../../audience/contacts/audience.js'
import { NOT_DELETED } from '../../audience/contacts/find-list.js'

type OfList = Pick<BroadcastDoc, 'account_id' | 'list_id'>

/** The list of a broadcast; null once it is deleted. */
export function listOf(
  { contactLists }: Pick<Models, 'contactLists'>,
  { account_id, list_id }: OfList,
): Promise<ContactListDoc | null> {
  return contactLists.collection.findOne({ _id: list_id, account_id, ...NOT_DELETED })
}

/**
 * How many people are in the list of a broadcast, as {@link Audience.count} says; 0 once it is deleted, or its filter names
 * a list that does not exist. A figure that MongoDB does not give in time does not hold up the broadcast.
 * @param last the figure that stands in for it then.
 */
export async function audienceOf(
  { models, audience }: { models: Pick<Models, 'contactLists'>; audience: Pick<Audience, 'count'> },
  broadcast: OfList,
  last = 0,
): Promise<number> {
  if (!(await listOf(models, broadcast))) return 0
  try {
    return (await audience.count(broadcast.account_id, broadcast.list_id)).count
  } catch (error) {
    if (error instanceof ApiError && error.code === 'list_not_found') return 0
    if (isTooSlow(error) || isDatabaseUnavailable(error)) return last
    throw error
  }
}
