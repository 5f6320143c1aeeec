import { ApiError } from '../../errors.js'
import { normalizeAddress } from '../../lib/addresses.js'
import type { MailboxDoc } from '../../models/message.js'
import type { Caller } from '../caller.js'
import type { VerifiedRecipients } from '../test-recipients/verified-recipients.js'

/**
 * An account without a verified domain reaches only its own address and its verified test recipients, copies included:
 * the shared sender is nobody's to abuse.
 * @throws ApiError `recipient_not_verified` naming the first other recipient.
 */
export async function assertSandboxRecipients(
  caller: Pick<Caller, 'accountId' | 'ownerEmail'>,
  recipients: readonly MailboxDoc[],
  verified: VerifiedRecipients,
): Promise<void> {
  const own = normalizeAddress(caller.ownerEmail)
  const others = recipients.map(({ email }) => email).filter((email) => normalizeAddress(email) !== own)
  if (others.length === 0) return
  const agreed = await verified.among(caller.accountId, others)
  const stranger = others.find((email) => !agreed.has(normalizeAddress(email)))
  if (!stranger) return
  throw new ApiError(
    'recipient_not_verified',
    `A sandbox account sends only to its own address, ${caller.ownerEmail}, and to verified test recipients. Register ${stranger} as one, or use a test key to simulate.`,
  )
}
