import { createHash } from 'node:crypto'
import type { TimelineEventType } from '../../../contract/events.js'
import type { NotificationEffects, ReportedEvent } from '../../callbacks/provider-callbacks.js'
import type { RecipientStatus, Report } from './read-report.js'

/** A report about a message. */
interface About {
  messageId: string
  report: Report
  receivedAt: Date
}

type Detail = (address: string) => Record<string, unknown>
type FailureClass = 'Permanent' | 'Transient' | 'Undetermined'

/**
 * What a report says about a message, with payloads in the shape that SES gives them. It is dated by its arrival: its
 * own dates come from clocks of others, and a repeated report has new ones.
 */
export function interpretReport({ messageId, report, receivedAt }: About): NotificationEffects {
  const make = (type: TimelineEventType, addresses: string[], detail: Detail): ReportedEvent => ({
    type,
    isAfterSent: true,
    occurredAt: receivedAt,
    addresses,
    of: (recipient, mail) => ({
      providerEventId: eventId(messageId, type, recipient),
      payload: { ...detail(recipient ?? addresses[0] ?? ''), mail },
    }),
    suppresses: null,
    mayBeAnybody: false,
  })
  const timestamp = receivedAt.toISOString()
  const events =
    report.kind === 'feedback'
      ? complaint(report, timestamp, make)
      : report.recipients.flatMap((one) => statusEvent(one, report.reportingMta, timestamp, make) ?? [])
  return { events, unsubscribe: [] }
}

type Make = (type: TimelineEventType, addresses: string[], detail: Detail) => ReportedEvent

function statusEvent(one: RecipientStatus, reportingMTA: string | null, timestamp: string, make: Make) {
  const { addresses, action, status, diagnosticCode, retriesUntil } = one
  const common = { timestamp, ...(reportingMTA && { reportingMTA }) }
  const reply = { ...(status && { status }), ...(diagnosticCode && { diagnosticCode }) }
  if (action === 'delivered') {
    return make('delivered', addresses, (address) => ({
      notificationType: 'Delivery',
      delivery: { ...common, recipients: [address], ...(diagnosticCode && { smtpResponse: diagnosticCode }) },
    }))
  }
  if (action === 'delayed') {
    return make('delivery_delayed', addresses, (emailAddress) => ({
      notificationType: 'DeliveryDelay',
      deliveryDelay: {
        ...common,
        delayType: 'General',
        ...(retriesUntil && { expirationTime: isoTime(retriesUntil) }),
        delayedRecipients: [{ emailAddress, ...reply }],
      },
    }))
  }
  // Relayed and expanded mail may still be delivered or not: nobody will report it.
  if (action !== 'failed') return null
  const bounceType = failureClass(one)
  const event = make('bounced', addresses, (emailAddress) => ({
    notificationType: 'Bounce',
    bounce: {
      ...common,
      bounceType,
      bounceSubType: subType(bounceType, status),
      bouncedRecipients: [{ emailAddress, action, ...reply }],
    },
  }))
  return { ...event, suppresses: bounceType === 'Permanent' ? ('hard_bounce' as const) : null }
}

function complaint(report: Extract<Report, { kind: 'feedback' }>, timestamp: string, make: Make): ReportedEvent[] {
  const { type, userAgent, arrivalDate, addresses } = report
  if (type === 'not-spam') return []
  const detail: Detail = (emailAddress) => ({
    notificationType: 'Complaint',
    complaint: {
      timestamp,
      complainedRecipients: emailAddress ? [{ emailAddress }] : [],
      complaintSubType: null,
      complaintFeedbackType: type,
      ...(userAgent && { userAgent }),
      ...(arrivalDate && { arrivalDate: isoTime(arrivalDate) }),
    },
  })
  // A complaint without an address, as most providers send it, is of the one who got the mail.
  return [{ ...make('complained', addresses, detail), suppresses: 'complaint', mayBeAnybody: true }]
}

/** By the class of the status or, without one, of what the server said (RFC 3463 2). */
function failureClass({ status, diagnosticCode }: RecipientStatus): FailureClass {
  const said = /(?:^|\D)([45])(?:\d\d\b|\.\d{1,3}\.\d{1,3}\b)/.exec(diagnosticCode ?? '')?.[1]
  const digit = status && status[0] !== '2' ? status[0] : said
  if (digit === '5') return 'Permanent'
  return digit === '4' ? 'Transient' : 'Undetermined'
}

/** In the words of SES. */
function subType(bounceType: FailureClass, status: string | null): string {
  if (bounceType === 'Undetermined') return 'Undetermined'
  const detail = status?.slice(2)
  if (bounceType === 'Permanent') return detail === '1.1' || detail === '1.10' ? 'NoEmail' : 'General'
  if (detail === '2.2') return 'MailboxFull'
  return detail === '3.4' || detail === '2.3' ? 'MessageTooLarge' : 'General'
}

/** One event a message, type and recipient, however often and by whomever it is reported. */
function eventId(messageId: string, type: TimelineEventType, recipient: string | null): string {
  return createHash('sha256')
    .update(`smtp:${messageId}:${type}:${recipient ?? ''}`)
    .digest('hex')
}

function isoTime(text: string): string {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? text : new Date(ms).toISOString()
}
