import type { mongo } from 'mongoose'
import type { Models } from '../../../models/index.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import { comparableId } from '../filing/message-ids.js'

/**
 * Leads answers to a mail to its new thread: its ids belong to that from now on. Ids that it names stay where they are.
 * If an earlier mail has the same id, that one keeps it.
 */
export async function redirectReplies(
  { mailItems, mailIds, messages }: Models,
  { _id, account_id, source, rfc_id, base_subject, position }: MailItemDoc,
  threadId: string,
  session: mongo.ClientSession,
): Promise<void> {
  const earlier = { account_id, rfc_id, base_subject, position: { $lt: position } }
  if (await mailItems.collection.findOne(earlier, { projection: { _id: 1 }, session })) return
  const provided = source === 'outbound' ? await messages.collection.findOne({ _id, account_id }, PROVIDER_ID) : null
  await mailIds.collection.updateMany(
    { account_id, base_subject, $or: [{ rfc_id }, ...idsOfProvider(provided?.provider_message_id)] },
    { $set: { thread_id: threadId, owned: true } },
    { session },
  )
}

const PROVIDER_ID = { projection: { provider_message_id: 1 } }

/** The Message-ID that the provider wrote into a mail: its id, or, of SES, that at a domain of a region. */
function idsOfProvider(given: string | null | undefined) {
  const id = comparableId(given ?? '')
  if (id === null) return []
  return [{ rfc_id: id }, { rfc_id: { $gte: `${id}@`, $lt: `${id}A` } }]
}
