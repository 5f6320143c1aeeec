import type { Models } from '../../../models/index.js'

/**
 * Deletes contacts with their places in lists. Repeatable.
 * @returns the ids of those that there were.
 */
export async function removeContacts(models: Models, accountId: string, ids: string[]): Promise<string[]> {
  const { contacts, listMembers, connection } = models
  const ofContacts = { account_id: accountId, contact_id: { $in: ids } }
  const removed = await connection.transaction(async (session) => {
    const own = { _id: { $in: ids }, account_id: accountId }
    // Of two deletions at the same time, one fails to delete what it has found, and is repeated.
    const found = await contacts.collection.find(own, { projection: { _id: 1 }, session }).toArray()
    await contacts.collection.deleteMany(own, { session })
    await listMembers.collection.deleteMany(ofContacts, { session })
    return found.map(({ _id }) => _id)
  })
  // Who is adding one to a list does not see the transaction: see `ListMembers`.
  await listMembers.collection.deleteMany(ofContacts)
  return removed
}
