import type { OnDuplicate } from '../../../contract/contact-imports.js'
import type { ContactDoc } from '../../../models/contact.js'
import type { Models } from '../../../models/index.js'
import { DuplicateRowError, insertUnordered } from '../../../models/insert-unordered.js'
import type { ServiceDeps } from '../../deps.js'
import { addMembers } from './add-members.js'
import { contactTerms } from './contact-fields.js'
import { type ContactQuotas, TOO_MANY } from './contact-quotas.js'
import type { ImportRow, SkippedRow } from './import-rows.js'
import { updateContacts } from './update-contacts.js'

/*
 * Writes a portion of an import so that it can be repeated: each contact, and each place in the list, names the import and
 * the row that made it. What the same row has made in an earlier attempt counts as made.
 */

type Deps = Pick<ServiceDeps, 'models' | 'newId' | 'clock'> & {
  contactQuotas: Pick<ContactQuotas, 'take' | 'release'>
}

/** Where a portion goes. */
export interface ImportTarget {
  accountId: string
  importId: string
  listId: string | null
  onDuplicate: OnDuplicate
}

/** How many rows did what; the others have made their contacts. */
export interface PortionResult {
  updated: number
  addedToList: number
  skipped: SkippedRow[]
}

/** A contact with the address of a row. */
type Found = Pick<ContactDoc, '_id' | 'email' | 'import'>
type Origin = ContactDoc['import']

const CONTACT = { _id: 1, email: 1, import: 1 }

/**
 * Writes contacts, and adds them to the list, as far as the account has room. Skipped are rows that change nothing, because
 * their contacts exist, or are in the list, already, and those that had no room.
 */
export async function importPortion(deps: Deps, to: ImportTarget, rows: readonly ImportRow[]): Promise<PortionResult> {
  const contacts = await writeContacts(deps, to, rows)
  const isOf = (origin: Origin, row: number) => origin?.id === to.importId && origin.row === row
  const isMade = (row: ImportRow) => isOf(contacts.get(row.fields.email)?.import, row.row)
  const present = rows.filter((row) => !isMade(row) && contacts.has(row.fields.email))
  const update = to.onDuplicate === 'update' ? await updateContacts(deps, to.accountId, present) : null
  const members = to.listId === null ? null : await writeMembers(deps, { ...to, listId: to.listId }, rows, contacts)
  const result: PortionResult = { updated: 0, addedToList: 0, skipped: [] }
  const skip = ({ row, email }: ImportRow, reason: string) => result.skipped.push({ row, email, reason })
  for (const row of rows) {
    const contact = contacts.get(row.fields.email)
    if (!contact) skip(row, TOO_MANY.contacts)
    else if (members && !members.has(contact._id)) skip(row, TOO_MANY.list_members)
    else if (isMade(row)) continue
    else if (update?.refused.has(row.row)) skip(row, update.refused.get(row.row)!)
    else if (update) result.updated += 1
    else if (members && isOf(members.get(contact._id), row.row)) result.addedToList += 1
    else skip(row, members ? 'duplicate_member' : 'duplicate_contact')
  }
  return result
}

/** The contacts with the addresses of the rows, new or not, by address. */
async function writeContacts(deps: Deps, to: ImportTarget, rows: readonly ImportRow[]): Promise<Map<string, Found>> {
  const { models, newId, clock, contactQuotas } = deps
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
  const room = await contactQuotas.take('contacts', to.accountId, fresh.size)
  const docs = [...fresh.values()].slice(0, room)
  const failures = await insertUnordered(collection, docs)
  contactQuotas.release('contacts', to.accountId, failures.size)
  const others = docs.filter((_doc, index) => failures.has(index)).map(({ email }) => email)
  for (const failure of failures.values()) if (!(failure instanceof DuplicateRowError)) throw failure
  for (const [index, doc] of docs.entries()) if (!failures.has(index)) contacts.set(doc.email, doc)
  // Somebody else has created these meanwhile.
  for (const [email, doc] of await findContacts(models, to, others)) contacts.set(email, doc)
  return contacts
}

async function findContacts({ contacts }: Models, { accountId }: ImportTarget, emails: readonly string[]) {
  const filter = { account_id: accountId, email: { $in: [...emails] } }
  const found: Found[] =
    emails.length === 0 ? [] : await contacts.collection.find(filter, { projection: CONTACT }).toArray()
  return new Map(found.map((doc) => [doc.email, doc]))
}

/** Which import and row has added each contact to the list, by contact. Those for whom there is no room are left out. */
async function writeMembers(
  deps: Deps,
  { accountId, importId, listId }: ImportTarget & { listId: string },
  rows: readonly ImportRow[],
  found: ReadonlyMap<string, Found>,
): Promise<ReadonlyMap<string, Origin>> {
  const contacts = new Map<string, Origin>()
  for (const { row, fields } of rows) {
    const id = found.get(fields.email)?._id
    if (id !== undefined && !contacts.has(id)) contacts.set(id, { id: importId, row })
  }
  return (await addMembers(deps, { accountId, listId, contacts })).members
}
