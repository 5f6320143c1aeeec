// Written by `npm run generate` from the schema. Do not edit.

/** The status of a broadcast. */
export type BroadcastStatus =
  | 'CANCELED'
  | 'DRAFT'
  | 'PAUSED'
  | 'SCHEDULED'
  | 'SENDING'
  | 'SENT'

/** A way to reach somebody. */
export type Channel =
  | 'EMAIL'
  | 'PUSH'
  | 'SMS'
  | 'VOICE'
  | 'WEBHOOK'

/** The status of a webhook delivery. */
export type DeliveryStatus =
  | 'EXHAUSTED'
  | 'FAILED'
  | 'PENDING'
  | 'SUCCEEDED'

/** How a route forwards mail. */
export type DestinationType =
  | 'EMAIL'
  | 'WEBHOOK'

/** What happened. */
export type EventType =
  | 'BOUNCED'
  | 'CLICKED'
  | 'COMPLAINED'
  | 'DELIVERED'
  | 'DELIVERY_DELAYED'
  | 'EMAIL_RECEIVED'
  | 'FAILED'
  | 'OPENED'
  | 'SENT'
  | 'SUPPRESSED'
  | 'UNSUBSCRIBED'

/** Where a thread is. */
export type Folder =
  | 'ARCHIVE'
  | 'INBOX'
  | 'SENT'
  | 'SPAM'
  | 'TRASH'

/** What an API key may do. */
export type KeyScope =
  | 'ADMIN'
  | 'READ'
  | 'SEND'

/** Where a mail comes from. */
export type MailSource =
  | 'INBOUND'
  | 'OUTBOUND'

/** The status of a message: queued, scheduled or canceled until its first event, then the type of its newest event. */
export type MessageStatus =
  | 'BOUNCED'
  | 'CANCELED'
  | 'CLICKED'
  | 'COMPLAINED'
  | 'DELIVERED'
  | 'DELIVERY_DELAYED'
  | 'FAILED'
  | 'OPENED'
  | 'QUEUED'
  | 'SCHEDULED'
  | 'SENT'
  | 'SUPPRESSED'

/** What a message is for. */
export type MessageType =
  | 'MARKETING'
  | 'TRANSACTIONAL'

/** Which mail a recipient does not get. */
export type SuppressionState =
  | 'SUPPRESSED'
  | 'UNSUBSCRIBED'

/** How the requests of a webhook are written: as ours, or as those of another mail API. */
export type WebhookFormat =
  | 'MAILGUN'
  | 'POSTLINE'
  | 'POSTMARK'
  | 'RESEND'
  | 'SENDGRID'
