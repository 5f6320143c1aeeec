import type { z } from 'zod'
import type { EVENT_DETAILS, ReportedRecipient } from '../../../contract/event-details.js'
import type { TimelineEvent, TimelineEventType } from '../../../contract/events.js'
import { isObject } from '../../../lib/json/plain-objects.js'

type Payload = Record<string, unknown>
type Details = { [Type in TimelineEventType]: z.output<(typeof EVENT_DETAILS)[Type]> }

/** What the payload of an event says, whatever its source. What it does not say, or in another form, is null. */
export function eventDetails({ type, payload }: Pick<TimelineEvent, 'type' | 'payload'>): Details[TimelineEventType] {
  return { detail: textAt(payload, 'detail'), ...READERS[type](payload) } as Details[TimelineEventType]
}

const READERS: { [Type in TimelineEventType]: (payload: Payload) => Omit<Details[Type], 'detail'> } = {
  sent: (payload) => ({ provider_message_id: textAt(payload, 'provider_message_id') }),
  delivered: (payload) => {
    const delivery = objectAt(payload, 'delivery')
    return { recipients: named(payload, textsIn(delivery.recipients)), smtp_response: textAt(delivery, 'smtpResponse') }
  },
  opened: (payload) => seen(payload, 'open'),
  clicked: (payload) => ({
    ...seen(payload, 'click'),
    link: textAt(payload, 'link') ?? textAt(objectAt(payload, 'click'), 'link'),
  }),
  delivery_delayed: (payload) => {
    const delay = objectAt(payload, 'deliveryDelay')
    return {
      delayed_recipients: reported(payload, delay.delayedRecipients),
      delay_type: textAt(delay, 'delayType'),
      expiration_time: textAt(delay, 'expirationTime'),
    }
  },
  bounced: (payload) => {
    const bounce = objectAt(payload, 'bounce')
    return {
      bounced_recipients: reported(payload, bounce.bouncedRecipients),
      reason: textAt(payload, 'reason'),
      suppresses: suppresses(payload),
      bounce_type: textAt(bounce, 'bounceType'),
      bounce_sub_type: textAt(bounce, 'bounceSubType'),
    }
  },
  complained: (payload) => {
    const complaint = objectAt(payload, 'complaint')
    const addresses = listIn(complaint.complainedRecipients).flatMap((one) => textAt(one, 'emailAddress') ?? [])
    return {
      recipients: named(payload, addresses),
      suppresses: suppresses(payload),
      reason: textAt(payload, 'reason'),
      feedback_type: textAt(complaint, 'complaintFeedbackType'),
    }
  },
  failed: (payload) => ({
    reason: textAt(payload, 'reason'),
    error:
      textAt(payload, 'error') ??
      textAt(objectAt(payload, 'reject'), 'reason') ??
      textAt(objectAt(payload, 'failure'), 'errorMessage'),
  }),
  suppressed: stopped,
  unsubscribed: stopped,
}

/** An open or a click: flat from our own tracking, nested from SES. */
function seen(payload: Payload, name: 'open' | 'click') {
  const part = objectAt(payload, name)
  const sentTo = textsIn(objectAt(payload, 'mail').destination)
  return {
    // Of several, it is not known which it was.
    recipients: named(payload, sentTo.length === 1 ? sentTo : []),
    timestamp: textAt(payload, 'timestamp') ?? textAt(part, 'timestamp'),
    ip_address: textAt(payload, 'ip_address') ?? textAt(part, 'ipAddress'),
    user_agent: textAt(payload, 'user_agent') ?? textAt(part, 'userAgent'),
  }
}

function stopped(payload: Payload): Omit<Details['suppressed'], 'detail'> {
  const { state } = payload
  const isState = state === 'suppressed' || state === 'unsubscribed'
  return { reason: textAt(payload, 'reason'), state: isState ? state : null }
}

/** Recipients with the answers of their servers. */
function reported(payload: Payload, list: unknown): z.output<typeof ReportedRecipient>[] {
  const found = listIn(list).map((one) => ({
    email: textAt(one, 'emailAddress'),
    action: textAt(one, 'action'),
    status: textAt(one, 'status'),
    diagnostic_code: textAt(one, 'diagnosticCode'),
  }))
  if (found.length > 0) return found
  return named(payload, []).map((email) => ({ email, action: null, status: null, diagnostic_code: null }))
}

/** Those that the source lists, or the one that our own event names. */
function named(payload: Payload, listed: string[]): string[] {
  const recipient = textAt(payload, 'recipient')
  return listed.length > 0 || recipient === null ? listed : [recipient]
}

const suppresses = (payload: Payload) => (typeof payload.suppresses === 'boolean' ? payload.suppresses : null)

const objectAt = (value: Payload, key: string): Payload => (isObject(value[key]) ? value[key] : {})
const listIn = (value: unknown): Payload[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

function textAt(value: Payload, key: string): string | null {
  const found = value[key]
  return typeof found === 'string' ? found : null
}
