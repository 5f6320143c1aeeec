import type { Clock } from '../../clock.js'
import type { MailContent, MessageDoc } from '../../models/message.js'
import type { WorkerEvent } from '../../services/timeline/worker-events.js'
import type { Sender } from './sender-domains.js'

/** What a mail is looked at with before it leaves. */
export interface PreflightDeps {
  clock: Clock
  sender: Sender
}

/**
 * Looks, right before a hand-over, whether a mail may still go: things change between acceptance and dispatch. The
 * first rule that stops it decides.
 * @returns the events of a mail that stays here; null when it may leave.
 */
export async function preflight(
  deps: PreflightDeps,
  _message: MessageDoc,
  _content: MailContent,
): Promise<WorkerEvent[] | null> {
  return stopUnverified(deps)
}

/** A domain that is deleted, or not verified any more, sends nothing. */
function stopUnverified({ sender, clock }: PreflightDeps): WorkerEvent[] | null {
  if (sender.verified) return null
  return [{ type: 'failed', payload: { error: 'from_not_verified' }, occurredAt: clock.now() }]
}
