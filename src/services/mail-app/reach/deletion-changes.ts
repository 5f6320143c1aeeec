import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'

/**
 * The deletion of a thread, as it is recorded: for all, if it is gone, or for those whose last mail has left it.
 * @param before the row as it was.
 * @param after the row as it is; null if there is none.
 */
export function deletionChanges(
  { _id: thread_id, own_addresses }: MailThreadDoc,
  after: Pick<MailThreadDoc, 'own_addresses'> | null,
): RecordedChange[] {
  if (!after) return [{ type: 'deleted', thread_id, own_addresses }]
  const stays_for = after.own_addresses
  if (own_addresses.every((address) => stays_for.includes(address))) return []
  return [{ type: 'deleted', thread_id, own_addresses, stays_for }]
}
