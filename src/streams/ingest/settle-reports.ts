import type { ProviderEvent, ReportedEvent } from '../../providers/callbacks/provider-callbacks.js'
import { recipientsIn, recipientTerm } from '../../services/platform/search/message-terms.js'
import type { FoundMessage } from './message-look-up.js'

/** Why a report that could suppress a recipient does not. */
const SEVERAL = 'The mail had several recipients, and each of them could have sent this report.'
const ELSEWHERE = 'The report names nobody to whom the mail was sent.'

type Reported = Pick<FoundMessage, 'search' | 'provider_message_id' | 'erased'>

/**
 * Settles what strangers report against the message. Everybody who got the mail knows the address for reports, and could
 * report on the others: only the recipient of a mail to one is suppressed. A report about somebody else, such as one to
 * whom a recipient's mail is forwarded, is an event too, but all such reports of a type are one event: nobody can fill a
 * timeline with invented addresses.
 */
export function settleReports(events: readonly (ProviderEvent | ReportedEvent)[], message: Reported): ProviderEvent[] {
  const settled = events.map((event) => ('of' in event ? settle(event, message) : event))
  // A report may name a recipient twice.
  return [...new Map(settled.map((event) => [event.providerEventId, event])).values()]
}

function settle(
  { of, addresses, suppresses, mayBeAnybody, ...event }: ReportedEvent,
  message: Reported,
): ProviderEvent {
  const recipients = recipientsIn(message.search)
  // Erased recipients are not listed any more, but they got the mail.
  const sole = recipients.length === 1 && !message.erased ? recipients[0] : undefined
  const named = addresses.map(recipientTerm).find((address) => recipients.includes(address))
  const recipient = named ?? (mayBeAnybody && sole ? sole : null)
  const { payload, ...own } = of(recipient, { messageId: message.provider_message_id ?? '' })
  const settled = { ...event, ...own }
  if (!suppresses) return { ...settled, payload, suppress: [] }
  if (sole && recipient) return { ...settled, payload, suppress: [{ recipient, reason: suppresses }] }
  const reason = sole || recipients.length === 0 ? ELSEWHERE : SEVERAL
  return { ...settled, payload: { ...payload, suppresses: false, reason }, suppress: [] }
}
