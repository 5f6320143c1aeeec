import type { ListMemberDoc } from '../../../models/contact-list.js'
import type { Models } from '../../../models/index.js'
import { DuplicateRowError, insertUnordered } from '../../../models/insert-unordered.js'
import type { ServiceDeps } from '../../deps.js'
import type { ContactQuotas } from './contact-quotas.js'

type Deps = Pick<ServiceDeps, 'models' | 'newId'> & { contactQuotas: Pick<ContactQuotas, 'take' | 'release'> }

/** An import and its row, if one adds a contact to a list. */
type Origin = ListMemberDoc['import']

interface Addition {
  accountId: string
  /** A list that is not dynamic. */
  listId: string
  /** Contacts, with what adds them if it is an import. */
  contacts: ReadonlyMap<string, Origin>
}

interface Added {
  /** Who is in the list now, and what has added each. Those for whom there was no room are left out. */
  members: Map<string, Origin>
  /** Those who were not in it before. */
  fresh: Set<string>
}

const MEMBER = { contact_id: 1, import: 1 }

/** Adds contacts to a list, as far as the account has room. Contacts that are deleted meanwhile are not in it. Repeatable. */
export async function addMembers(
  { models, newId, contactQuotas }: Deps,
  { accountId, listId, contacts }: Addition,
): Promise<Added> {
  const own = { account_id: accountId, list_id: listId }
  const { collection } = models.listMembers
  const members = new Map<string, Origin>()
  const findMembers = async (ids: string[]) => {
    if (ids.length === 0) return
    const found = await collection.find({ ...own, contact_id: { $in: ids } }, { projection: MEMBER }).toArray()
    for (const member of found) members.set(member.contact_id, member.import)
  }
  const missing = () => [...contacts].filter(([id]) => !members.has(id))
  let room = await contactQuotas.take('list_members', accountId, contacts.size)
  if (room < contacts.size) {
    // Who is a member already needs no room.
    contactQuotas.release('list_members', accountId, room)
    await findMembers([...contacts.keys()])
    room = await contactQuotas.take('list_members', accountId, missing().length)
  }
  const docs = missing()
    .slice(0, room)
    .map(([contact_id, origin]) => ({
      _id: newId('listMember'),
      ...own,
      contact_id,
      ...(origin && { import: origin }),
    }))
  const failures = await insertUnordered(collection, docs)
  contactQuotas.release('list_members', accountId, failures.size)
  for (const failure of failures.values()) if (!(failure instanceof DuplicateRowError)) throw failure
  const fresh = new Set(docs.filter((_doc, index) => !failures.has(index)).map(({ contact_id }) => contact_id))
  for (const id of fresh) members.set(id, contacts.get(id))
  await findMembers([...failures.keys()].map((index) => docs[index]!.contact_id))
  const { gone, removed } = await removeMembersOfDeleted(models, own, [...contacts.keys()])
  contactQuotas.release('list_members', accountId, removed)
  for (const id of gone) {
    members.delete(id)
    fresh.delete(id)
  }
  return { members, fresh }
}

/** Contacts that were deleted meanwhile were taken off their lists before these places existed. */
async function removeMembersOfDeleted(
  { contacts, listMembers }: Models,
  own: { account_id: string; list_id: string },
  ids: string[],
): Promise<{ gone: string[]; removed: number }> {
  const filter = { _id: { $in: ids }, account_id: own.account_id }
  const left = await contacts.collection.find(filter, { projection: { _id: 1 } }).toArray()
  if (left.length === ids.length) return { gone: [], removed: 0 }
  const existing = new Set(left.map(({ _id }) => _id))
  const gone = ids.filter((id) => !existing.has(id))
  const { deletedCount } = await listMembers.collection.deleteMany({ ...own, contact_id: { $in: gone } })
  return { gone, removed: deletedCount }
}
