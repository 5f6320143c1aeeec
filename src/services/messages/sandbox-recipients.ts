import { ApiError } from '../../errors.js'
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
  const addresses = recipients.map(({ email }) => email)
  const stranger = await verified.firstStranger(caller, addresses)
  if (stranger === null) return
  throw new ApiError(
    'recipient_not_verified',
    `A sandbox account sends only to its own address, ${caller.ownerEmail}, and to verified test recipients. Register ${stranger} as one, or use a test key to simulate.`,
  )
}
