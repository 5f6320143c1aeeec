// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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
