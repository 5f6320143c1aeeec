import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import { withoutTextTerms, wordsInOrder } from '../search/mail-terms.js'
import { reviseMails } from '../threads/revise-thread.js'

/** Removes what threads have of mails. Each function can be repeated, and takes inbound emails and messages by their ids. */

/** Removes mails from their threads for good. A thread without mail is gone. */
export async function forgetMails(models: Models, ids: readonly string[]): Promise<void> {
  await reviseMails(models, ids, (item) => without(models, item, ids))
  // Texts are stored before their mails are filed. A mail that stays because of another copy may be named after one that is gone.
  const left = await models.mailItems.collection.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray()
  const stays = new Set(left.map(({ _id }) => _id))
  await models.mailTexts.collection.deleteMany({ _id: { $in: ids.filter((id) => !stays.has(id)) } })
}

/** Removes the texts of mails: what lists show of them, and the words by which searches find them. */
export async function forgetTexts(models: Models, ids: readonly string[]): Promise<void> {
  const found = new Map<string, MailItemDoc>()
  await reviseMails(models, ids, (item) => {
    if (!item.copies.some(({ id }) => ids.includes(id))) return item
    found.set(item._id, item)
    const { content_digest, ...rest } = item
    const terms = withoutTextTerms(item.terms)
    const isDone = content_digest === undefined && item.snippet === '' && terms.length === item.terms.length
    return isDone ? item : { ...rest, snippet: '', terms }
  })
  for (const { _id, subject } of found.values()) {
    const words = wordsInOrder({ subject, text: '' })
    await models.mailTexts.collection.updateOne({ _id }, { $set: { words } })
  }
}

/**
 * The item without some of its copies; null without all. An address of ours that is shown because a copy arrived there goes
 * with that, unless the header names it: nobody finds out afterwards who got a blind copy.
 */
async function without(
  { inboundEmails }: Pick<Models, 'inboundEmails'>,
  item: MailItemDoc,
  ids: readonly string[],
): Promise<MailItemDoc | null> {
  const { account_id } = item
  const copies = item.copies.filter(({ id }) => !ids.includes(id))
  if (copies.length === item.copies.length) return item
  if (copies.length === 0) return null
  const email = await inboundEmails.collection.findOne({ _id: copies[0]!.id, account_id }, { projection: { to: 1 } })
  const named = new Set(email?.to.map((mailbox) => normalizeAddress(mailbox.email)))
  const stays = new Set(copies.map(({ own_address }) => own_address))
  const gone = new Set(item.copies.flatMap(({ own_address }) => (stays.has(own_address) ? [] : own_address)))
  const isHidden = (address: string) => gone.has(address) && !named.has(address)
  return { ...item, copies, to: item.to.filter((mailbox) => !isHidden(normalizeAddress(mailbox.email))) }
}
