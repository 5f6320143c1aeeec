import { randomUUID } from 'node:crypto'

/** The two forms of SES notifications. */
export type Form = 'feedback' | 'publishing'

export interface Named {
  providerMessageId: string
  /** The message, by the tag of its mail. Feedback carries no tags. */
  messageId?: string
  recipients?: string[]
  at?: Date
}

type Part = Record<string, unknown>

const address = (emailAddress: string) => ({ emailAddress })

/** The details of each type besides the mail, as Amazon documents them. */
const PARTS: Record<string, [name: string, make: (recipients: string[], timestamp: string) => Part]> = {
  Send: ['send', () => ({})],
  Delivery: [
    'delivery',
    (recipients, timestamp) => ({
      timestamp,
      processingTimeMillis: 546,
      recipients,
      smtpResponse: '250 ok',
      reportingMTA: 'a8-70.smtp-out.amazonses.com',
    }),
  ],
  Bounce: [
    'bounce',
    (recipients, timestamp) => ({
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: recipients.map((recipient) => ({
        ...address(recipient),
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      })),
      timestamp,
      feedbackId: `0100-${randomUUID()}-000000`,
      reportingMTA: 'dns; a8-70.smtp-out.amazonses.com',
    }),
  ],
  Complaint: [
    'complaint',
    (recipients, timestamp) => ({
      complainedRecipients: recipients.map(address),
      timestamp,
      feedbackId: `0200-${randomUUID()}-000000`,
      complaintSubType: null,
      complaintFeedbackType: 'abuse',
    }),
  ],
  Reject: ['reject', () => ({ reason: 'Bad content' })],
  'Rendering Failure': ['failure', () => ({ templateName: 'a', errorMessage: 'Attribute is not present' })],
  Open: [
    'open',
    (_recipients, timestamp) => ({ ipAddress: '192.0.2.1', timestamp, userAgent: 'Mozilla/5.0 (a mail program)' }),
  ],
  Click: [
    'click',
    (_recipients, timestamp) => ({
      ipAddress: '192.0.2.1',
      timestamp,
      userAgent: 'Mozilla/5.0 (a browser)',
      link: 'https://example.com/a?b=c',
      linkTags: null,
    }),
  ],
  DeliveryDelay: [
    'deliveryDelay',
    (recipients, timestamp) => ({
      timestamp,
      delayType: 'TransientCommunicationFailure',
      expirationTime: timestamp,
      delayedRecipients: recipients.map((recipient) => ({ ...address(recipient), status: '4.4.1' })),
    }),
  ],
  Subscription: [
    'subscription',
    (_recipients, timestamp) => ({
      contactList: 'a',
      timestamp,
      source: 'UnsubscribeHeader',
      newTopicPreferences: { unsubscribeAll: true, topicSubscriptionStatus: [] },
      oldTopicPreferences: { unsubscribeAll: false, topicSubscriptionStatus: [] },
    }),
  ],
}

/** All types of SES notifications. */
export const SES_TYPES = Object.keys(PARTS)

/** The types of notifications that become an event, with the type of the event. */
export const SES_EVENTS = [
  ['Delivery', 'delivered'],
  ['Bounce', 'bounced'],
  ['Complaint', 'complained'],
  ['Reject', 'failed'],
  ['Rendering Failure', 'failed'],
  ['Open', 'opened'],
  ['Click', 'clicked'],
  ['DeliveryDelay', 'delivery_delayed'],
] as const

/** A notification of SES. `part` changes its details. */
export function sesNotification(
  type: string,
  form: Form,
  { providerMessageId, messageId, recipients = ['somebody@example.com'], at = new Date() }: Named,
  part: Part = {},
): Record<string, unknown> {
  const [name, make] = PARTS[type]!
  const mail = {
    timestamp: at.toISOString(),
    source: 'Sender <sender@example.com>',
    sourceArn: 'arn:aws:ses:eu-central-1:123456789012:identity/example.com',
    sendingAccountId: '123456789012',
    messageId: providerMessageId,
    destination: recipients,
    headersTruncated: false,
    headers: [{ name: 'Subject', value: 'Hello' }],
    commonHeaders: { from: ['Sender <sender@example.com>'], to: recipients, subject: 'Hello' },
    ...(form === 'publishing' && {
      tags: { 'ses:configuration-set': ['events'], ...(messageId && { message_id: [messageId] }) },
    }),
  }
  const kind = form === 'publishing' ? { eventType: type } : { notificationType: type }
  return { ...kind, mail, [name]: { ...make(recipients, at.toISOString()), ...part } }
}
