import { allInParallel } from '../../../lib/concurrency/in-parallel.js'
import type { ServiceDeps } from '../../deps.js'
import { NOT_DELETED } from './find-list.js'
import { contactsMatching } from './segment-filter.js'
import { missingIn } from './segment-lists.js'

/** Dynamic lists to look at, the newest. */
const MAX_DYNAMIC = 200
const MAX_QUERIES = 4

type Deps = Pick<ServiceDeps, 'models' | 'clock'>

/** The ids of the lists that a contact is in: those it was added to, and dynamic ones that it matches now. */
export async function listsOfContact(deps: Deps, accountId: string, contactId: string): Promise<string[]> {
  const own = { account_id: accountId, contact_id: contactId }
  const rows = await deps.models.listMembers.collection.find(own, { projection: { list_id: 1 } }).toArray()
  return [...rows.map(({ list_id }) => list_id), ...(await matching(deps, accountId, contactId))]
}

async function matching({ models, clock }: Deps, account_id: string, contactId: string): Promise<string[]> {
  const lists = await models.contactLists.collection
    .find({ account_id, filter: { $type: 'object' }, ...NOT_DELETED })
    .sort({ _id: -1 })
    .limit(MAX_DYNAMIC)
    .toArray()
  const now = clock.now()
  // Nobody is in a list whose filter cannot be compared.
  const missing = await missingIn(models, account_id, lists)
  const whole = lists.filter(({ _id }) => !missing.has(_id))
  const found = await allInParallel(whole, MAX_QUERIES, async ({ _id, filter }) => {
    const segment = { account_id, filter: filter!, at: now }
    const found = await contactsMatching(models, segment, { where: { _id: contactId }, order: 1, limit: 1 })
    return found.length > 0 ? [_id] : []
  })
  return found.flat()
}
