import { MAX_RECIPIENTS, type SendRequest } from '../../../../contract/messages.js'
import { fieldError } from '../../../../errors.js'
import { parseMailbox } from '../../../../lib/mail/addresses.js'
import type { MailboxDoc, MailContent } from '../../../../models/message.js'
import { NO_MAILBOX, prepareMailboxes } from './mailboxes.js'

type Fields = 'destination' | 'message_type'

/** Who a message goes to. */
export type Recipients = Pick<MailContent, 'to' | 'cc' | 'bcc'>

/**
 * The recipients of a request.
 * @param mayHide whether bcc recipients alone are enough.
 * @throws ApiError `invalid_destination` if an address is missing or malformed, there are too many, or marketing mail
 *   has several main ones.
 */
export function prepareRecipients(
  { destination, message_type }: Pick<SendRequest, Fields>,
  mayHide = false,
): Recipients {
  const isHidden = mayHide && destination.to?.length === 0 && (destination.bcc ?? []).length > 0
  const to = isHidden ? [] : prepareMainOnes(destination)
  const cc = prepareMailboxes('destination.cc', destination.cc, 'invalid_destination')
  const bcc = prepareMailboxes('destination.bcc', destination.bcc, 'invalid_destination')
  assertFew({ to, cc, bcc })
  if (message_type === 'marketing' && to.length > 1) {
    throw refusal(
      'destination.to',
      'must be one address in marketing mail, because its unsubscribe link is for one: send a message to each',
    )
  }
  return { to, cc, bcc }
}

/** Names the one field with too many, or says that all together have. */
function assertFew(recipients: Recipients): void {
  const lists = Object.entries(recipients)
  const most = `at most ${MAX_RECIPIENTS} recipients`
  const long = lists.find(([, list]) => list.length > MAX_RECIPIENTS)
  if (long) throw refusal(`destination.${long[0]}`, `must have ${most}`)
  if (lists.reduce((sum, [, list]) => sum + list.length, 0) > MAX_RECIPIENTS) {
    throw refusal('destination', `must have ${most}: to, cc and bcc together`)
  }
}

const prepareMainOnes = (destination: SendRequest['destination']): MailboxDoc[] =>
  destination.to ? prepareSeveral(destination, destination.to) : [prepareMain(destination)]

function prepareMain({ email, name }: SendRequest['destination']): MailboxDoc {
  if (!email) throw refusal('destination.email', 'is required to send an email, unless `to` has the addresses')
  const mailbox = parseMailbox(email)
  if (!mailbox) throw refusal('destination.email', NO_MAILBOX)
  return { name: name?.trim() || mailbox.name, email: mailbox.email }
}

function prepareSeveral({ email, name }: SendRequest['destination'], to: string[]): MailboxDoc[] {
  if (email) throw refusal('destination.email', 'is not allowed together with `to`: put all addresses there')
  if (name) throw refusal('destination.name', 'is for `email` only: in `to`, write Name <user@example.com>')
  if (to.length === 0) throw refusal('destination.to', 'must have at least one address')
  return prepareMailboxes('destination.to', to, 'invalid_destination')
}

const refusal = (path: string, message: string) => fieldError('invalid_destination', path, message)
