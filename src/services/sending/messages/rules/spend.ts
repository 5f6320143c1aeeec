import { countRecipients, isPaidFor, type MessageDoc } from '../../../../models/message.js'
import type { Charges, PendingCharge } from '../../../accounts/spend/charges.js'
import type { TestSends } from '../test-sends.js'

export interface SpendRuleDeps {
  charges: Pick<Charges, 'hold'>
  testSends: Pick<TestSends, 'count'>
}

/**
 * Counts a test send, and holds the cost of a message. Scheduled mail is charged when it is dispatched. Mail of test
 * keys and suppressed mail costs nothing.
 * @returns the charge, which the caller settles when the message is written or not; null if there is none.
 * @throws ApiError `test_send_daily_limit`, `spend_cap_exceeded`, `overloaded`.
 */
export async function checkSpend(
  message: MessageDoc,
  { charges, testSends }: SpendRuleDeps,
): Promise<PendingCharge | null> {
  const isLive = !message.test_mode && message.accepted_status !== 'suppressed'
  if (message.test_send && isLive) await testSends.count(message)
  if (!isPaidFor(message) || message.accepted_status !== 'queued') return null
  return charges.hold(message, countRecipients(message.content!))
}
