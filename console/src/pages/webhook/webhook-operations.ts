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

/** What is to change of a webhook. */
export type UpdateWebhookInput = {
  /** The public https URL that events are posted to. */
  endpointUrl?: string | null | undefined;
  /** The event types that are posted to it. Empty means all. */
  eventTypes?: Array<EventType> | null | undefined;
  /** False while the subscription is paused. Deliveries wait until it is resumed. */
  isActive?: boolean | null | undefined;
};

export type WebhookQueryVariables = Exact<{
  id: string;
}>;


export type WebhookQuery = { webhook: { id: string, endpointUrl: string, eventTypes: Array<EventType>, isActive: boolean, createdAt: string, deliveries: { nodes: Array<{ id: string, status: DeliveryStatus }> } } | null };

export type WebhookLogQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
  status?: DeliveryStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type WebhookLogQuery = { webhook: { id: string, deliveries: { nodes: Array<{ id: string, subscriptionId: string, messageId: string, eventType: EventType, status: DeliveryStatus, attemptCount: number, nextRetryAt: string | null, createdAt: string, payload: string | null, attempts: Array<{ attemptedAt: string, responseStatus: number | null, responseBody: string | null, error: string | null, durationMs: number }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type UpdateWebhookMutationVariables = Exact<{
  id: string;
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook: { id: string, endpointUrl: string, eventTypes: Array<EventType>, isActive: boolean } | null };

export type TestWebhookMutationVariables = Exact<{
  id: string;
  eventType?: EventType | null | undefined;
}>;


export type TestWebhookMutation = { testWebhook: { id: string, status: DeliveryStatus } | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { id: string, signingSecret: string, standardSecret: string } | null };

export type DeleteWebhookMutationVariables = Exact<{
  id: string;
}>;


export type DeleteWebhookMutation = { deleteWebhook: boolean | null };

export const WebhookDocument = document<WebhookQuery, WebhookQueryVariables>(`
query Webhook($id: ID!) {
  webhook(id: $id) {
    id
    endpointUrl
    eventTypes
    isActive
    createdAt
    deliveries(first: 50) {
      nodes {
        id
        status
      }
    }
  }
}
`)

export const WebhookLogDocument = document<WebhookLogQuery, WebhookLogQueryVariables>(`
query WebhookLog($id: ID!, $after: String, $status: DeliveryStatus, $from: DateTime, $to: DateTime) {
  webhook(id: $id) {
    id
    deliveries(first: 20, after: $after, status: $status, from: $from, to: $to) {
      nodes {
        id
        subscriptionId
        messageId
        eventType
        status
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
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`)

export const UpdateWebhookDocument = document<UpdateWebhookMutation, UpdateWebhookMutationVariables>(`
mutation UpdateWebhook($id: ID!, $input: UpdateWebhookInput!) {
  updateWebhook(id: $id, input: $input) {
    id
    endpointUrl
    eventTypes
    isActive
  }
}
`)

export const TestWebhookDocument = document<TestWebhookMutation, TestWebhookMutationVariables>(`
mutation TestWebhook($id: ID!, $eventType: EventType) {
  testWebhook(id: $id, eventType: $eventType) {
    id
    status
  }
}
`)

export const RotateWebhookSecretDocument = document<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>(`
mutation RotateWebhookSecret($id: ID!) {
  rotateWebhookSecret(id: $id) {
    id
    signingSecret
    standardSecret
  }
}
`)

export const DeleteWebhookDocument = document<DeleteWebhookMutation, DeleteWebhookMutationVariables>(`
mutation DeleteWebhook($id: ID!) {
  deleteWebhook(id: $id)
}
`)
