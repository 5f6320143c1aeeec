import type { EventType } from '../graphql/enums'

const SENTENCES: Record<EventType, string> = {
  SENT: 'Handed over to the mail provider.',
  DELIVERED: "The recipient's mail server took it.",
  DELIVERY_DELAYED: "The recipient's mail server does not take it yet. The provider tries again.",
  BOUNCED: "The recipient's mail server refused it.",
  COMPLAINED: 'The recipient reported it as spam. Further mail to this address is stopped.',
  FAILED: 'It was not sent.',
  OPENED: 'Somebody, or a program that fetches images, opened it.',
  CLICKED: 'Somebody followed a link in it.',
  SUPPRESSED: 'Not sent: the recipient is on the suppression list.',
  UNSUBSCRIBED: 'Not sent: the recipient has unsubscribed.',
  EMAIL_RECEIVED: 'Received.',
}

type Unknown = Record<string, unknown>

const objectAt = (value: unknown, key: string): Unknown => {
  const found = (value as Unknown | null)?.[key]
  return typeof found === 'object' && found !== null ? (found as Unknown) : {}
}
const textAt = (value: unknown, key: string): string | null => {
  const found = (value as Unknown | null)?.[key]
  return typeof found === 'string' && found !== '' ? found : null
}

/** What an event means, in plain words. What is simulated says so itself. */
export const explain = (type: EventType, payload: unknown): string => textAt(payload, 'detail') ?? SENTENCES[type]

/** What an event says about this message: a server's answer, a link, an error. Null if it says no more than its type. */
export function eventDetails(type: EventType, payload: unknown): string | null {
  if (type === 'CLICKED') return textAt(payload, 'link') ?? textAt(objectAt(payload, 'click'), 'link')
  if (type === 'BOUNCED') return bounce(objectAt(payload, 'bounce'))
  if (type === 'DELIVERED') return textAt(objectAt(payload, 'delivery'), 'smtpResponse')
  if (type === 'COMPLAINED') return textAt(objectAt(payload, 'complaint'), 'complaintFeedbackType')
  if (type === 'DELIVERY_DELAYED') return textAt(objectAt(payload, 'deliveryDelay'), 'delayType')
  return textAt(payload, 'error') ?? textAt(payload, 'reason')
}

function bounce(bounce: Unknown): string | null {
  const { bouncedRecipients } = bounce
  const [first] = Array.isArray(bouncedRecipients) ? (bouncedRecipients as unknown[]) : []
  const kind = textAt(bounce, 'bounceType')
  const answer = textAt(first, 'diagnosticCode')
  const advice =
    kind === 'Permanent' ? 'Permanent: further mail to this address is stopped. Ask for another address.' : kind
  return [advice, answer].filter(Boolean).join(' ') || null
}
