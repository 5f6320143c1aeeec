import type { Config } from '../../config.js'
import { ApiError } from '../../errors.js'
import { normalizeAddress, parseMailbox } from '../../lib/addresses.js'
import type { MailboxDoc } from '../../models/message.js'

/**
 * Who a message is from. An account without a verified domain sends from the shared sender, and may name it.
 * @throws ApiError `no_verified_domain` for any other sender.
 */
export function resolveSender(config: Config, fromEmail: string | undefined): MailboxDoc {
  const shared = config.sharedEmailSender
  if (!fromEmail) return { name: null, email: shared }
  const named = parseMailbox(fromEmail)
  if (!named || normalizeAddress(named.email) !== normalizeAddress(shared)) {
    throw new ApiError(
      'no_verified_domain',
      `The account has no verified sending domain. Leave out metadata.from_email, or name the shared sender ${shared}.`,
    )
  }
  return named
}

/**
 * An account without a verified domain reaches only its own address: the shared sender is nobody's to abuse.
 * @throws ApiError `recipient_not_verified` naming the first other recipient.
 */
export function assertSandboxRecipients(ownerEmail: string, recipients: MailboxDoc[]): void {
  const own = normalizeAddress(ownerEmail)
  const other = recipients.find((recipient) => normalizeAddress(recipient.email) !== own)
  if (other) {
    throw new ApiError(
      'recipient_not_verified',
      `A sandbox account sends only to its own address, ${ownerEmail}. Use a test key to simulate mail to ${other.email}.`,
    )
  }
}
