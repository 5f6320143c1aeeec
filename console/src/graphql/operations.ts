// Written by `npm run generate` from the `.graphql` files of the console and the schema. Do not edit.
import { document } from './document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A file of a mail. */
export type AttachmentInput = {
  /** Base64. Not allowed with an `upload_id`. All attachments together have at most 7 MiB when decoded. */
  content?: string | null | undefined;
  /** Name for references as `cid:…` in the HTML; the attachment is then shown inline. */
  contentId?: string | null | undefined;
  /** Its MIME type, like `image/png`. */
  contentType?: string | null | undefined;
  /** Name of the file. */
  filename?: string | null | undefined;
  /** An upload to attach, instead of `content`. */
  uploadId?: string | null | undefined;
};

/** A way to reach somebody. */
export type Channel =
  /** Mail, the one channel that sends. */
  | 'EMAIL'
  /** Not enabled. */
  | 'PUSH'
  /** Not enabled. */
  | 'SMS'
  /** Not enabled. */
  | 'VOICE'
  /** Requests to your endpoint. */
  | 'WEBHOOK';

/** Where a webhook delivery stands. */
export type DeliveryStatus =
  /** Every attempt failed; there is no further one. */
  | 'EXHAUSTED'
  /** The last attempt failed; a retry is scheduled. */
  | 'FAILED'
  /** Its first attempt is due or in flight. */
  | 'PENDING'
  /** The endpoint answered 2xx. */
  | 'SUCCEEDED';

/** Whom to reach. */
export type DestinationInput = {
  /** Addresses of further recipients, whom the others do not see. */
  bcc?: Array<string> | null | undefined;
  /** Addresses of further recipients. */
  cc?: Array<string> | null | undefined;
  /** Address of the recipient. Required unless `to` is given. */
  email?: string | null | undefined;
  /** Name shown with `email`. */
  name?: string | null | undefined;
  /** Addresses of several recipients, instead of `email`, like `ada@example.com` or `Ada <ada@example.com>`. All get the same mail and see each other. Marketing mail takes one. */
  to?: Array<string> | null | undefined;
};

/** What happened. */
export type EventType =
  /** The receiving server refused a message. */
  | 'BOUNCED'
  /** A link in a message was followed. */
  | 'CLICKED'
  /** The recipient reported a message as spam. */
  | 'COMPLAINED'
  /** The receiving server accepted a message. */
  | 'DELIVERED'
  /** The receiving server deferred a message. Sending is tried again. */
  | 'DELIVERY_DELAYED'
  /** A mail came in. Webhooks only. */
  | 'EMAIL_RECEIVED'
  /** The provider refused a message. */
  | 'FAILED'
  /** A message was opened. */
  | 'OPENED'
  /** A message was handed to the provider. */
  | 'SENT'
  /** A message was stopped: its recipient is on the suppression list. Timelines only, no webhooks. */
  | 'SUPPRESSED'
  /** A message was stopped: its recipient has unsubscribed. Timelines only, no webhooks. */
  | 'UNSUBSCRIBED';

/** The status of a message: one of its own until dispatch, then the type of its newest event. */
export type MessageStatus =
  /** The receiving server refused it. */
  | 'BOUNCED'
  /** Canceled before its time; never sent. */
  | 'CANCELED'
  /** A link in it was followed. */
  | 'CLICKED'
  /** The recipient reported it as spam. */
  | 'COMPLAINED'
  /** The receiving server accepted it. */
  | 'DELIVERED'
  /** The receiving server deferred it. Sending is tried again. */
  | 'DELIVERY_DELAYED'
  /** The provider refused it. */
  | 'FAILED'
  /** It was opened. */
  | 'OPENED'
  /** Accepted, and on its way to the provider. */
  | 'QUEUED'
  /** Waits for its time. */
  | 'SCHEDULED'
  /** Handed to the provider. */
  | 'SENT'
  /** The recipient is on the suppression list; never sent. */
  | 'SUPPRESSED';

/** What a message is for. */
export type MessageType =
  /** It may be unsubscribed from. */
  | 'MARKETING'
  /** It answers something that its recipient did. */
  | 'TRANSACTIONAL';

/** Who sends. */
export type MetadataInput = {
  /** Sender, like `me@example.com` or `Me <me@example.com>`. Required if the account has a verified domain. */
  fromEmail?: string | null | undefined;
};

/** What a mail says. */
export type PayloadInput = {
  /** Files that come with it: at most 7 MiB in all when decoded. */
  attachments?: Array<AttachmentInput> | null | undefined;
  /** The body as HTML. */
  bodyHtml?: string | null | undefined;
  /** The body as plain text. */
  bodyText?: string | null | undefined;
  /** Custom headers of the mail. Headers that the service sets itself or that mail relays obey are refused. */
  headers?: unknown;
  /** Addresses that answers go to. */
  replyTo?: Array<string> | null | undefined;
  /** The subject. */
  subject?: string | null | undefined;
};

/** A message to send. */
export type SendInput = {
  /** Only EMAIL is sent; the others answer `channel_not_enabled`. */
  channel: Channel;
  /** At most 50 recipients in total; each is billed as one message. */
  destination: DestinationInput;
  /** Unique to this message. A repeated request with the same key and body gets the first response again. */
  idempotencyKey: string;
  /** The kind of mail; `transactional` if left out. `marketing` mail is not sent to unsubscribed recipients, and has an unsubscribe link. */
  messageType?: MessageType | null | undefined;
  /** The sender. */
  metadata?: MetadataInput | null | undefined;
  /** Subject and at least one of the two bodies; may be left out with a `templateId`. */
  payload?: PayloadInput | null | undefined;
  /** When to send it: no more than 1 minute in the past and no more than 90 days in the future. */
  scheduledAt?: string | null | undefined;
  /** Up to 10 words of your own by name, like `{"order": "8471"}`. */
  tags?: unknown;
  /** Template for the subject and the bodies, in its newest version. `payload.subject` takes precedence. */
  templateId?: string | null | undefined;
  /** Variables of the template. */
  templateVars?: unknown;
  /** Sends a real mail to a verified test recipient, free of charge. */
  testSend?: boolean | null | undefined;
  /** Tracking of the HTML. Off unless the deployment turns it on. */
  tracking?: TrackingInput | null | undefined;
  /** Refuses recipients whose domain has no MX, A or AAAA record. */
  validateRecipient?: boolean | null | undefined;
};

/** What is tracked of a mail. */
export type TrackingInput = {
  /** Whether to record clicks on links. */
  clicks?: boolean | null | undefined;
  /** Whether to record opens. */
  opens?: boolean | null | undefined;
};

export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { account: { accountId: string, ownerEmail: string, sandboxMode: boolean, sharedEmailSender: string, sendingPaused: { reason: string, ratePercent: number, limitPercent: number, since: string } | null } | null };

export type HomeQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeQuery = { usage: { period: string, totalSendCount: number, totalCostMicros: number } | null, spendCaps: { nodes: Array<{ id: string, keyId: string | null, softLimitMicros: number | null, hardLimitMicros: number | null }> } | null, domains: { nodes: Array<{ id: string, domain: string, sandbox: boolean, fullyVerified: boolean }> } | null, webhooks: { nodes: Array<{ id: string, endpointUrl: string, isActive: boolean, deliveries: { nodes: Array<{ id: string, status: DeliveryStatus, responseStatus: number | null, createdAt: string }> } }> } | null };

export type DeadLettersQueryVariables = Exact<{ [key: string]: never; }>;


export type DeadLettersQuery = { deadLetters: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } } | null };

export type FeedQueryVariables = Exact<{ [key: string]: never; }>;


export type FeedQuery = { messages: { nodes: Array<{ id: string, to: Array<string>, subject: string | null, status: MessageStatus, createdAt: string, events: Array<{ id: string, type: EventType, occurredAt: string }> }> } | null };

export type AccountEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AccountEventsSubscription = { accountEvents: { id: string, type: EventType, messageId: string, occurredAt: string } };

export type MessageQueryVariables = Exact<{
  id: string;
}>;


export type MessageQuery = { message: { id: string, status: MessageStatus, from: string | null, to: Array<string>, cc: Array<string>, subject: string | null, messageType: MessageType, tags: unknown, testMode: boolean, scheduledAt: string | null, createdAt: string, idempotencyKey: string, providerMessageId: string | null, events: Array<{ id: string, type: EventType, occurredAt: string, createdAt: string, source: string, payload: unknown }> } | null };

export type EventFragment = { id: string, type: EventType, occurredAt: string, createdAt: string, source: string, payload: unknown };

export type MessageContentQueryVariables = Exact<{
  id: string;
}>;


export type MessageContentQuery = { message: { id: string, content: { from: string, to: Array<string>, cc: Array<string>, bcc: Array<string>, replyTo: Array<string>, subject: string, bodyHtml: string | null, bodyText: string | null, headers: unknown, attachments: Array<{ filename: string, contentType: string, size: number }> } | null } | null };

export type MessageDeliveriesQueryVariables = Exact<{
  id: string;
}>;


export type MessageDeliveriesQuery = { message: { id: string, webhookDeliveries: Array<{ id: string, subscriptionId: string, eventType: EventType, status: DeliveryStatus, responseStatus: number | null, attemptCount: number, nextRetryAt: string | null, createdAt: string, payload: string | null, attempts: Array<{ attemptedAt: string, responseStatus: number | null, responseBody: string | null, error: string | null, durationMs: number }> }> } | null, webhooks: { nodes: Array<{ id: string, endpointUrl: string }> } | null };

export type MessageTimelineSubscriptionVariables = Exact<{
  messageId: string;
  after?: string | null | undefined;
}>;


export type MessageTimelineSubscription = { messageTimeline: { id: string, type: EventType, occurredAt: string, createdAt: string, source: string, payload: unknown } };

export type CancelMessageMutationVariables = Exact<{
  id: string;
}>;


export type CancelMessageMutation = { cancelMessage: { id: string, status: MessageStatus } | null };

export type ResendMessageMutationVariables = Exact<{
  id: string;
  idempotencyKey: string;
}>;


export type ResendMessageMutation = { resendMessage: { id: string } | null };

export type RedeliverMutationVariables = Exact<{
  webhookId: string;
  deliveryId: string;
}>;


export type RedeliverMutation = { redeliver: { id: string, status: DeliveryStatus } | null };

export type MessagesQueryVariables = Exact<{
  after?: string | null | undefined;
  search?: string | null | undefined;
  status?: MessageStatus | null | undefined;
  testMode?: boolean | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type MessagesQuery = { messages: { nodes: Array<{ id: string, to: Array<string>, cc: Array<string>, subject: string | null, status: MessageStatus, createdAt: string, scheduledAt: string | null, testMode: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type SendersQueryVariables = Exact<{ [key: string]: never; }>;


export type SendersQuery = { domains: { nodes: Array<{ id: string, domain: string, sandbox: boolean, fullyVerified: boolean }> } | null };

export type SendMessageMutationVariables = Exact<{
  input: SendInput;
}>;


export type SendMessageMutation = { sendMessage: { id: string, status: MessageStatus } | null };

export const AccountDocument = document<AccountQuery, AccountQueryVariables>(`
query Account {
  account {
    accountId
    ownerEmail
    sandboxMode
    sharedEmailSender
    sendingPaused {
      reason
      ratePercent
      limitPercent
      since
    }
  }
}
`)

export const HomeDocument = document<HomeQuery, HomeQueryVariables>(`
query Home {
  usage {
    period
    totalSendCount
    totalCostMicros
  }
  spendCaps(first: 20) {
    nodes {
      id
      keyId
      softLimitMicros
      hardLimitMicros
    }
  }
  domains(first: 100) {
    nodes {
      id
      domain
      sandbox
      fullyVerified
    }
  }
  webhooks(first: 20) {
    nodes {
      id
      endpointUrl
      isActive
      deliveries(first: 5) {
        nodes {
          id
          status
          responseStatus
          createdAt
        }
      }
    }
  }
}
`)

export const DeadLettersDocument = document<DeadLettersQuery, DeadLettersQueryVariables>(`
query DeadLetters {
  deadLetters(first: 100) {
    nodes {
      id
    }
    pageInfo {
      hasNextPage
    }
  }
}
`)

export const FeedDocument = document<FeedQuery, FeedQueryVariables>(`
query Feed {
  messages(first: 20) {
    nodes {
      id
      to
      subject
      status
      createdAt
      events {
        id
        type
        occurredAt
      }
    }
  }
}
`)

export const AccountEventsDocument = document<AccountEventsSubscription, AccountEventsSubscriptionVariables>(`
subscription AccountEvents($after: ID) {
  accountEvents(after: $after) {
    id
    type
    messageId
    occurredAt
  }
}
`)

export const MessageDocument = document<MessageQuery, MessageQueryVariables>(`
query Message($id: ID!) {
  message(id: $id) {
    id
    status
    from
    to
    cc
    subject
    messageType
    tags
    testMode
    scheduledAt
    createdAt
    idempotencyKey
    providerMessageId
    events {
      ...Event
    }
  }
}

fragment Event on TimelineEvent {
  id
  type
  occurredAt
  createdAt
  source
  payload
}
`)

export const MessageContentDocument = document<MessageContentQuery, MessageContentQueryVariables>(`
query MessageContent($id: ID!) {
  message(id: $id) {
    id
    content {
      from
      to
      cc
      bcc
      replyTo
      subject
      bodyHtml
      bodyText
      headers
      attachments {
        filename
        contentType
        size
      }
    }
  }
}
`)

export const MessageDeliveriesDocument = document<MessageDeliveriesQuery, MessageDeliveriesQueryVariables>(`
query MessageDeliveries($id: ID!) {
  message(id: $id) {
    id
    webhookDeliveries {
      id
      subscriptionId
      eventType
      status
      responseStatus
      attemptCount
      nextRetryAt
      createdAt
      payload
      attempts {
        attemptedAt
        responseStatus
        responseBody
        error
        durationMs
      }
    }
  }
  webhooks(first: 100) {
    nodes {
      id
      endpointUrl
    }
  }
}
`)

export const MessageTimelineDocument = document<MessageTimelineSubscription, MessageTimelineSubscriptionVariables>(`
subscription MessageTimeline($messageId: ID!, $after: ID) {
  messageTimeline(messageId: $messageId, after: $after) {
    ...Event
  }
}

fragment Event on TimelineEvent {
  id
  type
  occurredAt
  createdAt
  source
  payload
}
`)

export const CancelMessageDocument = document<CancelMessageMutation, CancelMessageMutationVariables>(`
mutation CancelMessage($id: ID!) {
  cancelMessage(id: $id) {
    id
    status
  }
}
`)

export const ResendMessageDocument = document<ResendMessageMutation, ResendMessageMutationVariables>(`
mutation ResendMessage($id: ID!, $idempotencyKey: String!) {
  resendMessage(id: $id, idempotencyKey: $idempotencyKey) {
    id
  }
}
`)

export const RedeliverDocument = document<RedeliverMutation, RedeliverMutationVariables>(`
mutation Redeliver($webhookId: ID!, $deliveryId: ID!) {
  redeliver(webhookId: $webhookId, deliveryId: $deliveryId) {
    id
    status
  }
}
`)

export const MessagesDocument = document<MessagesQuery, MessagesQueryVariables>(`
query Messages($after: String, $search: String, $status: MessageStatus, $testMode: Boolean, $from: DateTime, $to: DateTime) {
  messages(
    first: 50
    after: $after
    search: $search
    status: $status
    testMode: $testMode
    from: $from
    to: $to
  ) {
    nodes {
      id
      to
      cc
      subject
      status
      createdAt
      scheduledAt
      testMode
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)

export const SendersDocument = document<SendersQuery, SendersQueryVariables>(`
query Senders {
  domains(first: 100) {
    nodes {
      id
      domain
      sandbox
      fullyVerified
    }
  }
}
`)

export const SendMessageDocument = document<SendMessageMutation, SendMessageMutationVariables>(`
mutation SendMessage($input: SendInput!) {
  sendMessage(input: $input) {
    id
    status
  }
}
`)
