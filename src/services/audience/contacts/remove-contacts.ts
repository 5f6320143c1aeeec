import type { Models } from '../../../models/index.js'

/**
 * Deletes contacts with their places in lists. Repeatable.
 * @returns how many there were.
 */
export async function removeContacts(models: Models, accountId: string, ids: string[]): Promise<number> {
  const { contacts, listMembers, connection } = models
  const ofContacts = { account_id: accountId, contact_id: { $in: ids } }
  const removed = await connection.transaction(async (session) => {
    const { deletedCount } = await contacts.collection.deleteMany(
      { _id: { $in: ids }, account_id: accountId },
      { session },
    )
    await listMembers.collection.deleteMany(ofContacts, { session })
    return deletedCount
  })
  // Who is adding one to a list does not see the transaction: see `ListMembers`.
  await listMembers.collection.deleteMany(ofContacts)
  return removed
}
