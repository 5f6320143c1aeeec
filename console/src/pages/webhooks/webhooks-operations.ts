// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A new webhook. */
export type CreateWebhookInput = {
  /** The public https URL that events are posted to. */
  endpointUrl: string;
  /** The event types that are posted to it. Empty means all. */
  eventTypes?: Array<EventType> | null | undefined;
};

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

export type WebhooksQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type WebhooksQuery = { webhooks: { nodes: Array<{ id: string, endpointUrl: string, eventTypes: Array<EventType>, isActive: boolean, deliveries: { nodes: Array<{ id: string, status: DeliveryStatus }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook: { id: string, signingSecret: string, standardSecret: string } | null };

export const WebhooksDocument = document<WebhooksQuery, WebhooksQueryVariables>(`
query Webhooks($after: String) {
  webhooks(first: 20, after: $after) {
    nodes {
      id
      endpointUrl
      eventTypes
      isActive
      deliveries(first: 20) {
        nodes {
          id
          status
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)

export const CreateWebhookDocument = document<CreateWebhookMutation, CreateWebhookMutationVariables>(`
mutation CreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    id
    signingSecret
    standardSecret
  }
}
`)
