import { createHash } from 'node:crypto'
import type { TimelineEventType } from '../../contract/events.js'
import { readMailbox } from '../../lib/mail/addresses.js'
import type { ProviderEvent } from '../callbacks/provider-callbacks.js'
import { asObject, isSesType, partOf, type SesNotification, type SesType } from './notification.js'

const TIMELINE_TYPE: Partial<Record<SesType, TimelineEventType>> = {
  Delivery: 'delivered',
  Bounce: 'bounced',
  Complaint: 'complained',
  Reject: 'failed',
  'Rendering Failure': 'failed',
  Open: 'opened',
  Click: 'clicked',
  DeliveryDelay: 'delivery_delayed',
}

/** The field that lists the recipients, as addresses or as objects with an `emailAddress`. */
const RECIPIENTS: Partial<Record<SesType, string>> = {
  Delivery: 'recipients',
  Bounce: 'bouncedRecipients',
  Complaint: 'complainedRecipients',
  DeliveryDelay: 'delayedRecipients',
}

/** What a notification says. */
interface SesFindings {
  /** Null for types without an event. */
  event: ProviderEvent | null
  unsubscribe: string[]
}

const NOTHING: SesFindings = { event: null, unsubscribe: [] }
const MAX_EVENT_ID_CHARS = 255
/** Times are compared as strings with four-digit years. */
const MAX_TIME_MS = Date.UTC(9999, 11, 31)

/**
 * Interprets a notification. Fields that are missing or have an undocumented type are ignored.
 * @param receivedAt used if the notification has no time.
 */
export function interpretSes(notification: SesNotification, receivedAt: Date): SesFindings {
  const { type, content } = notification
  if (!isSesType(type)) return NOTHING
  const part = partOf(type, content)
  if (type === 'Subscription') return { ...NOTHING, unsubscribe: unsubscribed(part, content) }
  // The recipient marked the mail as not spam.
  if (type === 'Complaint' && part.complaintFeedbackType === 'not-spam') return NOTHING
  const timelineType = TIMELINE_TYPE[type]
  if (!timelineType) return NOTHING

  const recipients = recipientsOf(part[RECIPIENTS[type] ?? ''])
  const ownTime = timeOf(part.timestamp)
  const event: ProviderEvent = {
    type: timelineType,
    providerEventId: eventId(notification, part, recipients),
    payload: { ...content, notificationType: type },
    occurredAt: ownTime ?? timeOf(asObject(content.mail).timestamp) ?? receivedAt,
    isAfterSent: timelineType === 'failed' && !ownTime,
    suppress: suppressions(type, part, recipients),
  }
  return { event, unsubscribe: [] }
}

/** The feedback id of a bounce or complaint; for other types a hash of everything that distinguishes two events. */
function eventId(
  { type, providerMessageId }: SesNotification,
  part: Record<string, unknown>,
  recipients: string[],
): string {
  const { feedbackId, timestamp, link, ipAddress, userAgent } = part
  if (typeof feedbackId === 'string' && feedbackId !== '' && feedbackId.length <= MAX_EVENT_ID_CHARS) return feedbackId
  const parts = [providerMessageId, type, timestamp, [...recipients].sort(), link, ipAddress, userAgent, feedbackId]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function suppressions(type: SesType, part: Record<string, unknown>, recipients: string[]): ProviderEvent['suppress'] {
  const isHard = type === 'Bounce' && part.bounceType === 'Permanent'
  if (!isHard && type !== 'Complaint') return []
  const reason = isHard ? 'hard_bounce' : 'complaint'
  return addresses(recipients).map((recipient) => ({ recipient, reason }))
}

/**
 * Recipients who unsubscribed through an SES list. The notification lists the recipients of the mail but not who
 * unsubscribed, so it is clear only if the mail has one recipient.
 */
function unsubscribed(part: Record<string, unknown>, content: Record<string, unknown>): string[] {
  const { unsubscribeAll, topicSubscriptionStatus } = asObject(part.newTopicPreferences)
  const topics = Array.isArray(topicSubscriptionStatus) ? topicSubscriptionStatus : []
  const hasOptedOut = topics.some((topic) => asObject(topic).subscriptionStatus === 'OptOut')
  const isMeant = unsubscribeAll === true || (part.source === 'UnsubscribeHeader' && hasOptedOut)
  const recipients = addresses(recipientsOf(asObject(content.mail).destination))
  return isMeant && recipients.length === 1 ? recipients : []
}

function recipientsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value
    .map((entry: unknown) => (typeof entry === 'string' ? entry : asObject(entry).emailAddress))
    .filter((address) => typeof address === 'string')
}

function addresses(texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => readMailbox(text)?.email ?? []))]
}

function timeOf(value: unknown): Date | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return ms >= 0 && ms <= MAX_TIME_MS ? new Date(ms) : null
}
