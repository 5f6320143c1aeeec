import { MAX_RECIPIENTS, type SendRequest } from '../../../contract/messages.js'
import { fieldError } from '../../../errors.js'
import { parseAddress } from '../../../lib/addresses.js'
import type { MailContent } from '../../../models/message.js'
import { prepareMailboxes } from './mailboxes.js'

/** Who a message goes to. */
export type Recipients = Pick<MailContent, 'to' | 'cc' | 'bcc'>

/**
 * The recipients of a request.
 * @throws ApiError `invalid_destination` if an address is missing or malformed, or there are too many.
 */
export function prepareRecipients(destination: SendRequest['destination']): Recipients {
  if (!destination.email) throw fieldError('invalid_destination', 'destination.email', 'is required to send an email')
  const address = parseAddress(destination.email)
  if (!address)
    throw fieldError('invalid_destination', 'destination.email', 'is not a valid address, like user@example.com')
  const to = [{ name: destination.name?.trim() || null, email: address.email }]
  const cc = prepareMailboxes('destination.cc', destination.cc, 'invalid_destination')
  const bcc = prepareMailboxes('destination.bcc', destination.bcc, 'invalid_destination')
  if (1 + cc.length + bcc.length > MAX_RECIPIENTS) {
    throw fieldError('invalid_destination', 'destination', `must have at most ${MAX_RECIPIENTS} recipients`)
  }
  return { to, cc, bcc }
}
