import { ApiError } from '../../../../errors.js'
import { recipientsOf } from '../../../audience/suppressions/stop-event.js'
import { isSandboxed } from '../../../domains/domain-look-up.js'
import type { VerifiedRecipients } from '../../test-recipients/verified-recipients.js'
import type { LookUps, Send } from '../send.js'

/**
 * An account without a verified domain can send only to its own address and to its verified test recipients, in `cc`
 * and `bcc` too. This prevents abuse of the shared sender. The rule does not apply to test keys, which send nothing.
 * @throws ApiError `recipient_not_verified` naming the first other recipient.
 */
export async function checkSandboxRecipients(
  { caller, recipients, domains }: Send & LookUps,
  { verifiedRecipients }: { verifiedRecipients: Pick<VerifiedRecipients, 'firstUnverifiedRecipient'> },
): Promise<void> {
  if (caller.testMode || !isSandboxed(await domains)) return
  const stranger = await verifiedRecipients.firstUnverifiedRecipient(caller, recipientsOf(await recipients))
  if (stranger === null) return
  throw new ApiError(
    'recipient_not_verified',
    `A sandbox account can send only to its own address, ${caller.ownerEmail}, and to verified test recipients. Register ${stranger} as a test recipient, or simulate the send with a test key.`,
  )
}
