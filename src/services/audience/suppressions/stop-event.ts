import type { MessageType } from '../../../contract/messages.js'
import { normalizeAddress, splitAddress } from '../../../lib/mail/addresses.js'
import type { EventDoc } from '../../../models/event.js'
import type { MailContent, StopDoc } from '../../../models/message.js'
import type { Caller } from '../../caller.js'
import { type EventMessage, eventRow } from '../../tracking/events/event-row.js'
import type { StopReason } from './suppression-look-up.js'

/** All recipients of a message. */
export function recipientsOf({ to, cc, bcc }: Pick<MailContent, 'to' | 'cc' | 'bcc'>): string[] {
  return [...to, ...cc, ...bcc].map(({ email }) => email)
}

/**
 * The entry that stops a message: that of the first suppressed recipient or, for marketing mail, of the first
 * unsubscribed one. Null if there is none.
 */
export function stopOf(
  addresses: readonly string[],
  messageType: MessageType,
  entries: ReadonlyMap<string, StopReason>,
): StopDoc | null {
  if (entries.size === 0) return null
  const stops = addresses.flatMap((recipient) => {
    const entry = entries.get(normalizeAddress(recipient))
    return entry ? [{ recipient, state: entry.state, reason: entry.reason }] : []
  })
  const suppressed = stops.find(({ state }) => state === 'suppressed')
  return suppressed ?? (messageType === 'marketing' ? (stops[0] ?? null) : null)
}

/** With a test key, mail to `suppressed@…` finds its main recipient on the suppression list. Null for all others. */
export function simulatedStop({ testMode }: Pick<Caller, 'testMode'>, { to }: Pick<MailContent, 'to'>): StopDoc | null {
  if (!testMode) return null
  const found = to.find(({ email }) => splitAddress(email).local.toLowerCase() === 'suppressed')
  return found ? { recipient: found.email, state: 'suppressed', reason: 'simulated' } : null
}

/**
 * The single event of a message that was stopped before dispatch, due for fan-out. Its ids are derived from the
 * message, so it is recorded once.
 */
export function stopEventDoc(message: EventMessage, { state, reason }: StopDoc, at: Date): EventDoc {
  return eventRow(message._id, at, message, {
    type: state,
    source: 'router',
    providerEventId: `supp_${message._id}`,
    payload: { reason, state },
    occurredAt: at,
  })
}
