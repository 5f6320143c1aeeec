import { ID_PREFIXES } from '../../../../ids.js'
import type { MailContent, StopDoc } from '../../../../models/message.js'
import type { ServiceDeps } from '../../../deps.js'
import type { Renderable } from '../../templates/template-rendering.js'
import type { VerifiedRecipients } from '../../test-recipients/verified-recipients.js'
import type { LookUps, Send } from '../send.js'
import type { TestSends } from '../test-sends.js'
import { checkAllowedRecipients } from './allowed-recipients.js'
import { checkDeliverability } from './deliverability.js'
import { checkPayload, type PayloadDeps } from './payload.js'
import { checkSandboxRecipients } from './sandbox-recipients.js'
import { checkSchedule } from './schedule.js'
import { checkSender } from './sender.js'
import { checkSendingPause } from './sending-pause.js'
import { checkTestSend } from './test-send.js'

export interface RuleDeps extends PayloadDeps, Pick<ServiceDeps, 'config' | 'clock'> {
  testSends: Pick<TestSends, 'assertAllowed'>
  verifiedRecipients: Pick<VerifiedRecipients, 'firstUnverifiedRecipient'>
}

/** The result of the rules for a request. */
export interface PreparedSend {
  acceptedAt: Date
  /** When to send the message; null for at once. */
  leavesAt: Date | null
  content: MailContent
  /** The template that it is rendered from; null for none. */
  templateId: string | null
  /** The suppression that stops the message; null if there is none. */
  stop: StopDoc | null
}

/**
 * Applies the rules that a request must pass to become a message, in order: the first broken rule is reported. Two
 * rules come before these: channel and idempotency key. One comes after, in the order of the batch: spend.
 */
export async function applyRules(send: Send & LookUps, deps: RuleDeps): Promise<PreparedSend> {
  checkSendingPause(send)
  const recipients = await send.recipients
  checkAllowedRecipients(send, recipients)
  const payload = await checkPayload(send, deps)
  const acceptedAt = deps.clock.now()
  const leavesAt = checkSchedule(send, acceptedAt)
  const from = await checkSender(send, deps)
  await checkTestSend(send, deps)
  await checkSandboxRecipients(send, deps)
  const stop = await send.stop
  if (!stop) await checkDeliverability(send)
  const templateId = templateOf(await send.template)
  return { acceptedAt, leavesAt, content: { from, ...recipients, ...payload }, templateId, stop }
}

/** What renders a broadcast with its own body has the id of the broadcast. */
const templateOf = (renderable: Renderable | null): string | null =>
  renderable?.id.startsWith(ID_PREFIXES.template) ? renderable.id : null
