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

export type HomeQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeQuery = { usage: { period: string, totalSendCount: number, totalCostMicros: number } | null, spendCaps: { nodes: Array<{ id: string, keyId: string | null, softLimitMicros: number | null, hardLimitMicros: number | null }> } | null, domains: { nodes: Array<{ id: string, domain: string, sandbox: boolean, fullyVerified: boolean }> } | null, webhooks: { nodes: Array<{ id: string, endpointUrl: string, isActive: boolean, deliveries: { nodes: Array<{ id: string, status: DeliveryStatus, responseStatus: number | null, createdAt: string }> } }> } | null };

export type DeadLettersQueryVariables = Exact<{ [key: string]: never; }>;


export type DeadLettersQuery = { deadLetters: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } } | null };

export type FeedQueryVariables = Exact<{ [key: string]: never; }>;


export type FeedQuery = { messages: { nodes: Array<{ id: string, to: Array<string>, subject: string | null, status: MessageStatus, createdAt: string, events: Array<{ id: string, type: EventType, occurredAt: string }> }> } | null };

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
