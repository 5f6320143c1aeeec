import type { TimelineEvent } from '../../contract/events.js'
import type { Message } from '../../contract/messages.js'
import { DIALECTS } from '../../services/tracking/webhooks/dialects/dialects.js'
import { type ReportedEvent, reportedOnTimeline } from '../../services/tracking/webhooks/dialects/reported-event.js'
import { recipientOf } from './fields.js'

/** Names of Postmark for the events of a message. Others are not shown there. */
const TYPES: Partial<Record<TimelineEvent['type'], string>> = {
  delivered: 'Delivered',
  delivery_delayed: 'Transient',
  opened: 'Opened',
  clicked: 'LinkClicked',
  bounced: 'Bounced',
  complained: 'SpamComplaint',
}

/** The events of a message as its details have them. */
export function messageEvents(message: Message) {
  return message.events.flatMap((event) => {
    const type = TYPES[event.type]
    const reported = reportedOnTimeline(event, message)
    return type && reported ? [messageEvent(type, reported, message)] : []
  })
}

function messageEvent(type: string, reported: ReportedEvent, { id, to, cc }: Message) {
  const { recipients, occurredAt } = reported
  // An event that names nobody is about the only recipient, or about all.
  const [only, ...others] = [...to, ...cc]
  const email = only !== undefined && others.length === 0 ? recipientOf(only).Email : ''
  return {
    Recipient: recipients[0]?.email ?? email,
    Type: type,
    ReceivedAt: occurredAt.toISOString(),
    Details: detailsOf(type, reported, id),
  }
}

function detailsOf(type: string, { reason, link }: ReportedEvent, messageId: string) {
  if (type === 'LinkClicked') return { Summary: '', Link: link ?? '' }
  if (type === 'Bounced') return { Summary: reason ?? '', BounceID: messageId }
  return type === 'Delivered' || type === 'Transient' ? { DeliveryMessage: reason ?? '' } : { Summary: '' }
}

/** What is not recorded of whoever opens or clicks. */
const UNKNOWN_CLIENT = {
  Client: { Name: '', Company: '', Family: '' },
  OS: { Name: '', Company: '', Family: '' },
  Platform: 'Unknown',
}

/** The events of a type, as webhooks in the format of Postmark report them. */
export function recordsOf(message: Message, type: TimelineEvent['type']): Record<string, unknown>[] {
  const found = message.events.filter((event) => event.type === type)
  return found.flatMap((event) => {
    const reported = reportedOnTimeline(event, message)
    return reported ? [{ ...UNKNOWN_CLIENT, ...(DIALECTS.postmark.body(reported) as Record<string, unknown>) }] : []
  })
}
