import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import { recipientTerm } from '../../platform/search/message-terms.js'
import type { RecipientHash } from './recipient-hash.js'

/**
 * Names recipients of a message of which a recipient was erased, for the suppression list: by address, or by hash if the
 * message has lost it.
 */
export async function erasedNames(
  { models, recipientHash }: { models: Models; recipientHash: () => Promise<RecipientHash> },
  { _id }: { _id: string },
  accountId: string,
): Promise<(address: string) => string> {
  const row = await models.messages.collection.findOne({ _id }, { projection: { search: 1 } })
  const hashOf = await recipientHash()
  return (address) =>
    row?.search.includes(recipientTerm(address)) ? address : hashOf(accountId, normalizeAddress(address))
}
