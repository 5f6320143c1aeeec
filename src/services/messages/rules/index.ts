import type { MailContent, StopDoc } from '../../../models/message.js'
import type { ServiceDeps } from '../../deps.js'
import type { VerifiedRecipients } from '../../test-recipients/verified-recipients.js'
import type { LookUps, Send } from '../send.js'
import type { TestSends } from '../test-sends.js'
import { checkDeliverability } from './deliverability.js'
import { checkPayload, type PayloadDeps } from './payload.js'
import { checkSandboxRecipients } from './sandbox-recipients.js'
import { checkSchedule } from './schedule.js'
import { checkSender } from './sender.js'
import { checkTestSend } from './test-send.js'

export interface RuleDeps extends PayloadDeps, Pick<ServiceDeps, 'config' | 'clock'> {
  testSends: Pick<TestSends, 'assertAllowed'>
  verifiedRecipients: Pick<VerifiedRecipients, 'firstStranger'>
}

/** What the rules make of a request. */
export interface Draft {
  acceptedAt: Date
  /** When the message leaves; null for at once. */
  leavesAt: Date | null
  content: MailContent
  /** The suppression that stops the message; null if there is none. */
  stop: StopDoc | null
}

/**
 * The rules that a request must pass to become a message, in their order: a request that breaks several is answered for
 * the first of them. Two rules are applied before these, the channel and the idempotency key; one after these, in the
 * order of the batch: what the message costs.
 */
export async function applyRules(send: Send & LookUps, deps: RuleDeps): Promise<Draft> {
  const recipients = await send.recipients
  const payload = await checkPayload(send, deps)
  const acceptedAt = deps.clock.now()
  const leavesAt = checkSchedule(send, acceptedAt)
  const from = await checkSender(send, deps)
  await checkTestSend(send, deps)
  await checkSandboxRecipients(send, deps)
  const stop = await send.stop
  if (!stop) await checkDeliverability(send)
  return { acceptedAt, leavesAt, content: { from, ...recipients, ...payload }, stop }
}
