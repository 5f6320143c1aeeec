import { normalizeAddress, parseMailbox } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import { variablesOf } from '../../sending/broadcasts/broadcast-mail.js'
import type { Conversation } from '../threads/thread-mails.js'

/**
 * What a saved reply can say of a thread: who gets the answer, by the names that broadcasts have for a contact, and the
 * thread. Of somebody who is no contact, the address and what the mail calls them.
 */
export async function replyVariables(
  { contacts }: Models,
  accountId: string,
  { thread, replyTo }: Pick<Conversation, 'thread' | 'replyTo'>,
): Promise<Record<string, unknown>> {
  const email = normalizeAddress(parseMailbox(replyTo[0] ?? '')?.email ?? '')
  const contact = await contacts.collection.findOne({ account_id: accountId, email })
  const ofContact = variablesOf(contact ?? { email, first_name: null, last_name: null, attributes: {} })
  const nameInMail = thread.participant_names?.[thread.participants.indexOf(email)]
  const name = [contact?.first_name, contact?.last_name].filter(Boolean).join(' ') || nameInMail || null
  const ofThread = { id: thread._id, subject: thread.subject, assignee: thread.assignee ?? null }
  return { ...ofContact, name, thread: ofThread }
}
