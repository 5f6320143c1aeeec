import type { NewId } from '../../src/ids.js'
import type { ContactDoc } from '../../src/models/contact.js'
import type { Models } from '../../src/models/index.js'

interface Account {
  models: Models
  newId: NewId
  accountId: string
}

type Given = Pick<ContactDoc, 'email'> & Partial<Pick<ContactDoc, 'first_name' | 'last_name' | 'attributes'>>

/** Contacts with numbered addresses. */
export const people = (count: number, domain = 'example.com'): Given[] =>
  Array.from({ length: count }, (_none, index) => ({
    email: `person${index}@${domain}`,
    first_name: `Person ${index}`,
  }))

/** Adds contacts to an account, as they are stored, without the API. Returns their ids. */
export async function addContacts(
  { models, newId, accountId }: Account,
  contacts: readonly Given[],
): Promise<string[]> {
  const rows = contacts.map(
    (given): ContactDoc => ({
      _id: newId('contact'),
      account_id: accountId,
      first_name: null,
      last_name: null,
      attributes: {},
      search: [given.email],
      updated_at: new Date(),
      ...given,
    }),
  )
  if (rows.length > 0) await models.contacts.collection.insertMany(rows)
  return rows.map(({ _id }) => _id)
}

/** Adds a list with new contacts to an account. Returns its id. */
export async function aListOf(
  account: Account,
  contacts: readonly Given[],
  { isTopic = false, name = 'Everybody' } = {},
): Promise<string> {
  const { models, newId, accountId } = account
  const id = newId('contactList')
  await models.contactLists.collection.insertOne({
    _id: id,
    account_id: accountId,
    name,
    description: null,
    is_topic: isTopic,
    filter: null,
    updated_at: new Date(),
  })
  await addMembers(account, id, await addContacts(account, contacts))
  return id
}

/** Adds contacts to a list. */
export async function addMembers(
  { models, newId, accountId }: Account,
  listId: string,
  contactIds: readonly string[],
): Promise<void> {
  if (contactIds.length === 0) return
  await models.listMembers.collection.insertMany(
    contactIds.map((contactId) => ({
      _id: newId('listMember'),
      account_id: accountId,
      list_id: listId,
      contact_id: contactId,
    })),
  )
}
