import type { TimelineEvent, TimelineEventType } from '../../../../contract/events.js'
import type { WebhookEventType } from '../../../../contract/webhooks.js'
import { eventDetails } from '../../events/event-details.js'
import type { EventMessage } from '../event-message.js'

/** A recipient that an event is about. What its source does not say is null. */
export interface ReportedRecipient {
  email: string
  /** The enhanced status code, like `5.1.1`. */
  status: string | null
  /** The answer of the receiving server. */
  answer: string | null
}

/** What the body of a webhook says, whatever the source of the event. The dialects are made of it. */
export interface ReportedEvent {
  id: string
  type: WebhookEventType
  messageId: string
  occurredAt: Date
  /** Null for mail that came in, and if there is no such message. */
  message: EventMessage | null
  /** Empty if nothing says which recipients it is about. */
  recipients: ReportedRecipient[]
  /** `Permanent`, `Transient` or `Undetermined` for a bounce that says so. */
  bounceType: string | null
  bounceSubType: string | null
  /** Why it went wrong, in words; or the answer of the receiving server. */
  reason: string | null
  ip: string | null
  userAgent: string | null
  link: string | null
  payload: Record<string, unknown>
}

/** The fields of the body of a webhook, of which {@link reportedIn} reads these. */
interface Body {
  event_id: string
  event_type: WebhookEventType
  message_id: string
  occurred_at: string
  payload: Record<string, unknown>
  message?: EventMessage | null
  recipient?: string | null
}

/** Reads the stored body of a webhook. */
export const reportedIn = (text: string): ReportedEvent => reportedOf(JSON.parse(text))

function reportedOf(body: Body): ReportedEvent {
  const { message = null, payload } = body
  const details: Details = body.event_type === 'email.received' ? {} : detailsOf(body.event_type, payload)
  const recipients = recipientsOf(body, details)
  return {
    id: body.event_id,
    type: body.event_type,
    messageId: body.message_id,
    occurredAt: new Date(body.occurred_at),
    message,
    recipients,
    bounceType: details.bounce_type ?? null,
    bounceSubType: details.bounce_sub_type ?? null,
    reason:
      details.reason ?? details.error ?? recipients.find(({ answer }) => answer)?.answer ?? details.detail ?? null,
    ip: details.ip_address ?? null,
    userAgent: details.user_agent ?? null,
    link: details.link ?? null,
    payload,
  }
}

/** An event of a timeline, with its message; null for events that webhooks do not report. */
export function reportedOnTimeline(
  event: TimelineEvent,
  message: Omit<EventMessage, 'metadata'>,
): ReportedEvent | null {
  const { id, type, message_id, occurred_at, payload } = event
  if (type === 'suppressed' || type === 'unsubscribed') return null
  const about = { ...message, metadata: {} }
  return reportedOf({ event_id: id, event_type: type, message_id, occurred_at, payload, message: about })
}

/** The details of an event of any type. */
interface Details {
  detail?: string | null
  recipients?: string[]
  bounced_recipients?: Reported[]
  delayed_recipients?: Reported[]
  smtp_response?: string | null
  bounce_type?: string | null
  bounce_sub_type?: string | null
  reason?: string | null
  error?: string | null
  ip_address?: string | null
  user_agent?: string | null
  link?: string | null
}

interface Reported {
  email: string | null
  status: string | null
  diagnostic_code: string | null
}

const detailsOf = (type: TimelineEventType, payload: Record<string, unknown>): Details =>
  eventDetails({ type, payload })

function recipientsOf({ event_type, recipient, message }: Body, details: Details): ReportedRecipient[] {
  const { recipients = [], bounced_recipients = [], delayed_recipients = [], smtp_response = null } = details
  const answered = [...bounced_recipients, ...delayed_recipients].map((one) => ({
    email: one.email ?? '',
    status: one.status,
    answer: one.diagnostic_code,
  }))
  const named = recipients.map((email) => ({ email, status: null, answer: smtp_response }))
  // An erased address leaves a text that is none.
  const found = [...answered, ...named].filter(({ email }) => email.includes('@'))
  if (found.length > 0) return found
  const [first = { status: null, answer: smtp_response }] = answered
  if (recipient) return [{ ...first, email: recipient }]
  // A message is handed over, or refused, as a whole.
  const isOfAll = event_type === 'sent' || event_type === 'failed'
  return isOfAll ? (message?.to ?? []).map((email) => ({ ...first, email })) : []
}
