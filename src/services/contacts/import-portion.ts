import type { ContactDoc } from '../../models/contact.js'
import type { ListMemberDoc } from '../../models/contact-list.js'
import type { Models } from '../../models/index.js'
import { DuplicateRowError, insertUnordered } from '../../models/insert-unordered.js'
import type { ServiceDeps } from '../deps.js'
import { contactTerms } from './contact-fields.js'
import type { ImportRow, SkippedRow } from './import-rows.js'

/*
 * Writes a portion of an import so that it can be repeated: each contact, and each place in the list, names the import and
 * the row that made it. What the same row has made in an earlier attempt counts as made.
 */

type Deps = Pick<ServiceDeps, 'models' | 'newId' | 'clock'>

/** Where a portion goes. */
export interface Destination {
  accountId: string
  importId: string
  listId: string | null
}

/** A contact with the address of a row. */
type Found = Pick<ContactDoc, '_id' | 'email' | 'import'>
type Origin = ContactDoc['import']

const CONTACT = { _id: 1, email: 1, import: 1 }
const MEMBER = { contact_id: 1, import: 1 }

/** Writes contacts, and adds them to the list. Returns the rows whose contacts exist, or are in the list, already. */
export async function importPortion(deps: Deps, to: Destination, rows: readonly ImportRow[]): Promise<SkippedRow[]> {
  const contacts = await writeContacts(deps, to, rows)
  const isOf = (origin: Origin, row: number) => origin?.id === to.importId && origin.row === row
  const isMade = (row: ImportRow) => isOf(contacts.get(row.fields.email)?.import, row.row)
  if (to.listId === null) return rows.filter((row) => !isMade(row)).map(asSkipped('duplicate_contact'))
  const members = await writeMembers(deps, { ...to, listId: to.listId }, rows, contacts)
  const isAdded = ({ row, fields }: ImportRow) => isOf(members.get(contacts.get(fields.email)?._id ?? ''), row)
  return rows.filter((row) => !isMade(row) && !isAdded(row)).map(asSkipped('duplicate_member'))
}

const asSkipped =
  (reason: string) =>
  ({ row, email }: ImportRow): SkippedRow => ({ row, email, reason })

/** The contacts with the addresses of the rows, new or not, by address. */
async function writeContacts(deps: Deps, to: Destination, rows: readonly ImportRow[]): Promise<Map<string, Found>> {
  const { models, newId, clock } = deps
  const { collection } = models.contacts
  const contacts = await findContacts(
    models,
    to,
    rows.map(({ fields }) => fields.email),
  )
  const fresh = new Map<string, ContactDoc>()
  for (const { row, fields } of rows) {
    if (contacts.has(fields.email) || fresh.has(fields.email)) continue
    fresh.set(fields.email, {
      ...{ _id: newId('contact'), account_id: to.accountId, ...fields, search: contactTerms(fields) },
      ...{ import: { id: to.importId, row }, updated_at: clock.now() },
    })
  }
  const docs = [...fresh.values()]
  const failures = await insertUnordered(collection, docs)
  const others = docs.filter((_doc, index) => failures.has(index)).map(({ email }) => email)
  for (const failure of failures.values()) if (!(failure instanceof DuplicateRowError)) throw failure
  for (const [index, doc] of docs.entries()) if (!failures.has(index)) contacts.set(doc.email, doc)
  // Somebody else has created these meanwhile.
  for (const [email, doc] of await findContacts(models, to, others)) contacts.set(email, doc)
  return contacts
}

async function findContacts({ contacts }: Models, { accountId }: Destination, emails: readonly string[]) {
  const filter = { account_id: accountId, email: { $in: [...emails] } }
  const found: Found[] =
    emails.length === 0 ? [] : await contacts.collection.find(filter, { projection: CONTACT }).toArray()
  return new Map(found.map((doc) => [doc.email, doc]))
}

/** Which import and row has added each contact to the list, by contact. */
async function writeMembers(
  { models, newId }: Deps,
  { accountId, importId, listId }: Destination & { listId: string },
  rows: readonly ImportRow[],
  contacts: ReadonlyMap<string, Found>,
): Promise<Map<string, Origin>> {
  const own = { account_id: accountId, list_id: listId }
  const docs = new Map<string, ListMemberDoc>()
  for (const { row, fields } of rows) {
    const contact_id = contacts.get(fields.email)?._id
    if (contact_id === undefined || docs.has(contact_id)) continue
    docs.set(contact_id, { _id: newId('listMember'), ...own, contact_id, import: { id: importId, row } })
  }
  const { collection } = models.listMembers
  const all = [...docs.values()]
  const failures = await insertUnordered(collection, all)
  for (const failure of failures.values()) if (!(failure instanceof DuplicateRowError)) throw failure
  const before = all.filter((_doc, index) => failures.has(index)).map(({ contact_id }) => contact_id)
  const members = new Map(all.map((doc): [string, Origin] => [doc.contact_id, doc.import]))
  for (const id of before) members.delete(id)
  const existing = await collection.find({ ...own, contact_id: { $in: before } }, { projection: MEMBER }).toArray()
  for (const member of existing) members.set(member.contact_id, member.import)
  await removeMembersOfDeleted(models, own, [...docs.keys()])
  return members
}

/** Contacts that were deleted meanwhile were taken off their lists before these places existed. */
async function removeMembersOfDeleted(
  { contacts, listMembers }: Models,
  own: { account_id: string; list_id: string },
  ids: string[],
): Promise<void> {
  const filter = { _id: { $in: ids }, account_id: own.account_id }
  const left = await contacts.collection.find(filter, { projection: { _id: 1 } }).toArray()
  if (left.length === ids.length) return
  const existing = new Set(left.map(({ _id }) => _id))
  const gone = ids.filter((id) => !existing.has(id))
  await listMembers.collection.deleteMany({ ...own, contact_id: { $in: gone } })
}
