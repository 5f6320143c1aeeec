import { normalizeAddress } from '../../lib/addresses.js'
import type { EventDoc } from '../../models/event.js'
import type { MailContent, MessageDoc, MessageType, StopDoc } from '../../models/message.js'
import { eventRow } from '../timeline/event-row.js'
import type { SuppressionEntry } from './suppression-look-up.js'

/** Everybody whom a message goes to. */
export function recipientsOf({ to, cc, bcc }: Pick<MailContent, 'to' | 'cc' | 'bcc'>): string[] {
  return [...to, ...cc, ...bcc].map(({ email }) => email)
}

/**
 * What stops a message: the first recipient who takes no mail at all, else, for marketing, the first who takes no
 * marketing. Null when nothing does.
 */
export function stopOf(
  addresses: readonly string[],
  messageType: MessageType,
  entries: ReadonlyMap<string, SuppressionEntry>,
): StopDoc | null {
  if (entries.size === 0) return null
  const stops = addresses.flatMap((recipient) => {
    const entry = entries.get(normalizeAddress(recipient))
    return entry ? [{ recipient, state: entry.state, reason: entry.reason }] : []
  })
  const suppressed = stops.find(({ state }) => state === 'suppressed')
  return suppressed ?? (messageType === 'marketing' ? (stops[0] ?? null) : null)
}

/**
 * The one event of a message that was stopped before dispatch, due for its fan-out. Its identities follow from the
 * message, so that it is recorded once.
 */
export function stopEventDoc(
  message: Pick<MessageDoc, '_id' | 'account_id'>,
  { state, reason }: StopDoc,
  at: Date,
): EventDoc {
  return eventRow(message._id, at, message, {
    type: state,
    source: 'router',
    providerEventId: `supp_${message._id}`,
    payload: { reason, state },
    occurredAt: at,
  })
}
