import type { Models } from '../../../models/index.js'
import { suppressingAccount } from '../../../models/message.js'

/**
 * Removes the captured copies of messages. The messages must still exist: their rows name the accounts in whose outboxes
 * the copies are.
 */
export async function removeCaptured({ messages, outbox }: Models, ids: readonly string[]): Promise<void> {
  const named = { _id: { $in: [...ids] } }
  const rows = await messages.collection.find(named, { projection: { account_id: 1, on_behalf_of: 1 } }).toArray()
  const accountIds = [...new Set(rows.map(suppressingAccount))]
  await outbox.collection.deleteMany({ account_id: { $in: accountIds }, message_id: { $in: [...ids] } })
}
