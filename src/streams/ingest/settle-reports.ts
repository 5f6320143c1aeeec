import type { ProviderEvent, ReportedEvent } from '../../providers/callbacks/provider-callbacks.js'
import { recipientsIn, recipientTerm } from '../../services/messages/search-terms.js'
import type { FoundMessage } from './message-look-up.js'

/**
 * Settles what strangers report against the message. Only its recipients are suppressed. A report about somebody else,
 * such as one to whom a recipient's mail is forwarded, is an event too, but all such reports of a type are one event:
 * nobody can fill a timeline with invented addresses.
 */
export function settleReports(
  events: readonly (ProviderEvent | ReportedEvent)[],
  message: Pick<FoundMessage, 'search' | 'provider_message_id'>,
): ProviderEvent[] {
  const settled = events.map((event) => ('of' in event ? settle(event, message) : event))
  // A report may name a recipient twice.
  return [...new Map(settled.map((event) => [event.providerEventId, event])).values()]
}

function settle(
  { of, addresses, suppresses, mayBeAnybody, ...event }: ReportedEvent,
  { search, provider_message_id }: Pick<FoundMessage, 'search' | 'provider_message_id'>,
): ProviderEvent {
  const recipients = recipientsIn(search)
  const sole = mayBeAnybody && recipients.length === 1 ? recipients[0] : undefined
  const recipient = addresses.map(recipientTerm).find((address) => recipients.includes(address)) ?? sole ?? null
  return {
    ...event,
    ...of(recipient, { messageId: provider_message_id ?? '' }),
    suppress: suppresses && recipient ? [{ recipient, reason: suppresses }] : [],
  }
}
