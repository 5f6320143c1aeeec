import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import type { MailItemDoc } from '../../../models/mail-item.js'

/**
 * The address of ours that a mail is answered from: the first one that it arrived at and that its header names. An address
 * that only got a blind copy stays hidden. Without any other, it is the first that the mail arrived at; for a sent mail, the
 * one that it is from.
 */
export async function answeringAddress(
  models: Pick<Models, 'inboundEmails'>,
  item: Pick<MailItemDoc, 'account_id' | 'copies'>,
): Promise<string | null> {
  const own = item.copies.map(({ own_address }) => own_address)
  const named = own.length > 1 ? await namedIn(models, item) : null
  return own.find((address) => named?.has(address)) ?? own[0] ?? null
}

/** Whom the header names. The recipients of an item also are those who got blind copies. All copies have the same header. */
async function namedIn(
  { inboundEmails }: Pick<Models, 'inboundEmails'>,
  { account_id, copies }: Pick<MailItemDoc, 'account_id' | 'copies'>,
): Promise<Set<string>> {
  const ofCopies = { account_id, _id: { $in: copies.map(({ id }) => id) } }
  const email = await inboundEmails.collection.findOne(ofCopies, { projection: { to: 1, cc: 1 } })
  return new Set([...(email?.to ?? []), ...(email?.cc ?? [])].map((mailbox) => normalizeAddress(mailbox.email)))
}
