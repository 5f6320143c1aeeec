import type { Contact } from '../../contract/contacts.js'
import { ApiError } from '../../errors.js'
import { listContacts } from '../../operations/contacts.js'
import type { CompatCall } from './api.js'

/** @returns the contact with an address, in a list if one is named; null if there is none, or it is not in the list. */
export async function contactByAddress(
  run: CompatCall['run'],
  email: string,
  listId?: string | undefined,
): Promise<Contact | null> {
  const { contacts } = await run(listContacts, { email, limit: 1, ...(listId !== undefined && { list_id: listId }) })
  return contacts[0] ?? null
}

/** @throws ApiError `not_found`. */
export async function requireContact(run: CompatCall['run'], email: string, listId?: string): Promise<Contact> {
  const contact = await contactByAddress(run, email, listId)
  if (!contact) throw new ApiError('not_found', 'There is no such contact.')
  return contact
}
