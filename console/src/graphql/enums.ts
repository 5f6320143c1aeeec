// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.

/** What acted. */
export type ActorType =
  | 'CLI'
  | 'KEY'
  | 'SERVICE'
  | 'SESSION'

/** Why an address is taken for valid or not. */
export type AddressValidationReason =
  | 'INVALID_SYNTAX'
  | 'OK'
  | 'UNDELIVERABLE_DOMAIN'

/** How often a plan is paid for. */
export type BillingPeriod =
  | 'MONTH'
  | 'YEAR'

/** Where a broadcast stands. */
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

/** Where a channel stands. */
export type ChannelStatus =
  | 'NOT_CONFIGURED'
  | 'PENDING'
  | 'READY'
  | 'SANDBOX'
  | 'VERIFIED'

/** How a condition compares. */
export type ConditionOp =
  | 'CONTAINS'
  | 'EQUALS'
  | 'EXISTS'
  | 'GREATER_THAN'
  | 'IN'
  | 'LESS_THAN'
  | 'MISSING'
  | 'NOT_EQUALS'
  | 'NOT_IN'

/** What a contact did with mail. */
export type ContactEvent =
  | 'BOUNCED'
  | 'CLICKED'
  | 'OPENED'

/** A field of a contact that a condition compares. */
export type ContactField =
  | 'CREATED_AT'
  | 'EMAIL'
  | 'FIRST_NAME'
  | 'LAST_NAME'
  | 'LISTS'
  | 'STATUS'

/** Where an import stands. */
export type ContactImportStatus =
  | 'DONE'
  | 'FAILED'
  | 'RUNNING'

/** Which mail a contact gets. */
export type ContactStatus =
  | 'SUBSCRIBED'
  | 'SUPPRESSED'
  | 'UNSUBSCRIBED'

/** Where a webhook delivery stands. */
export type DeliveryStatus =
  | 'EXHAUSTED'
  | 'FAILED'
  | 'PENDING'
  | 'SUCCEEDED'

/** How a route forwards mail. */
export type DestinationType =
  | 'EMAIL'
  | 'WEBHOOK'

/** Where DNS records stand. */
export type DnsRecordStatus =
  | 'FAILED'
  | 'PENDING'
  | 'VERIFIED'

/** The type of a DNS record. */
export type DnsRecordType =
  | 'CNAME'
  | 'MX'
  | 'TXT'

/** The status of a domain that a record belongs to. */
export type DomainCheckField =
  | 'DKIM'
  | 'DMARC'
  | 'SPF'

/** Who reported an event. */
export type EventSource =
  | 'ROUTER'
  | 'SES'
  | 'SMTP'
  | 'SNS'
  | 'WORKER'

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

/** A kind of thing that can contain an address after its erasure. */
export type KeptObject =
  | 'ACCOUNT'
  | 'BROADCAST'
  | 'DOMAIN'
  | 'INBOUND_ROUTE'
  | 'INBOX'
  | 'TEMPLATE'
  | 'WEBHOOK'

/** What an API key may do. */
export type KeyScope =
  | 'ADMIN'
  | 'READ'
  | 'SEND'

/** Where a mail of a thread stands: received, or the status of its message. */
export type MailEntryStatus =
  | 'BOUNCED'
  | 'CANCELED'
  | 'CLICKED'
  | 'COMPLAINED'
  | 'DELIVERED'
  | 'DELIVERY_DELAYED'
  | 'FAILED'
  | 'OPENED'
  | 'QUEUED'
  | 'RECEIVED'
  | 'SCHEDULED'
  | 'SENT'
  | 'SUPPRESSED'

/** Where a mail comes from. */
export type MailSource =
  | 'INBOUND'
  | 'OUTBOUND'

/** The status of a message: one of its own until dispatch, then the type of its newest event. */
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

/** What a row of an import does whose contact exists. */
export type OnDuplicateContact =
  | 'SKIP'
  | 'UPDATE'

/** A plan. */
export type Plan =
  | 'GROWTH'
  | 'PRO'
  | 'SCALE'
  | 'STARTER'

/** How conditions are combined. */
export type SegmentMatch =
  | 'ALL'
  | 'ANY'

/** What there is too much of. */
export type SendingPauseReason =
  | 'BOUNCES'
  | 'COMPLAINTS'

/** What events are counted by. */
export type StatsGroupBy =
  | 'BROADCAST'
  | 'LINK'
  | 'TAG'
  | 'TEMPLATE'

/** The length of a bucket. */
export type StatsInterval =
  | 'DAY'
  | 'HOUR'

/** The status of a subscription at Stripe. */
export type SubscriptionStatus =
  | 'ACTIVE'
  | 'CANCELED'
  | 'INCOMPLETE'
  | 'INCOMPLETE_EXPIRED'
  | 'NONE'
  | 'PAST_DUE'
  | 'PAUSED'
  | 'TRIALING'
  | 'UNPAID'

/** Which mail a recipient does not get. */
export type SuppressionState =
  | 'SUPPRESSED'
  | 'UNSUBSCRIBED'

/** Whether a test recipient has agreed. */
export type TestRecipientStatus =
  | 'PENDING'
  | 'VERIFIED'

/** What a check of a received mail said. */
export type Verdict =
  | 'FAIL'
  | 'GRAY'
  | 'NONE'
  | 'PASS'
