// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** Which mail a recipient does not get. */
export type SuppressionState =
  /** All mail. */
  | 'SUPPRESSED'
  /** Marketing mail only. */
  | 'UNSUBSCRIBED';

export type PersonQueryVariables = Exact<{
  address: string;
}>;


export type PersonQuery = { suppression: { id: string, recipient: string, state: SuppressionState, reason: string, updatedAt: string } | null };

export type PersonContactQueryVariables = Exact<{
  address: string;
}>;


export type PersonContactQuery = { contacts: { nodes: Array<{ id: string, email: string, firstName: string | null, lastName: string | null }> } | null };

export type PersonListsQueryVariables = Exact<{
  contactId: string;
  id: string;
}>;


export type PersonListsQuery = { contactLists: { nodes: Array<{ id: string, name: string }> } | null, contactTopics: { topics: Array<{ listId: string, name: string, subscribed: boolean }> } | null };

export type PersonMessagesQueryVariables = Exact<{
  address: string;
  after?: string | null | undefined;
}>;


export type PersonMessagesQuery = { messages: { nodes: Array<{ id: string, subject: string | null, status: MessageStatus, messageType: MessageType, testMode: boolean, createdAt: string, scheduledAt: string | null, events: Array<{ id: string, type: EventType, occurredAt: string, payload: unknown }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RemovePersonSuppressionMutationVariables = Exact<{
  recipient: string;
}>;


export type RemovePersonSuppressionMutation = { removeSuppression: boolean | null };

export const PersonDocument = document<PersonQuery, PersonQueryVariables>(`
query Person($address: String!) {
  suppression(recipient: $address) {
    id
    recipient
    state
    reason
    updatedAt
  }
}
`)

export const PersonContactDocument = document<PersonContactQuery, PersonContactQueryVariables>(`
query PersonContact($address: String!) {
  contacts(first: 5, search: $address) {
    nodes {
      id
      email
      firstName
      lastName
    }
  }
}
`)

export const PersonListsDocument = document<PersonListsQuery, PersonListsQueryVariables>(`
query PersonLists($contactId: ID!, $id: ID!) {
  contactLists(first: 100, contactId: $contactId) {
    nodes {
      id
      name
    }
  }
  contactTopics(id: $id) {
    topics {
      listId
      name
      subscribed
    }
  }
}
`)

export const PersonMessagesDocument = document<PersonMessagesQuery, PersonMessagesQueryVariables>(`
query PersonMessages($address: String!, $after: String) {
  messages(first: 20, after: $after, recipient: $address) {
    nodes {
      id
      subject
      status
      messageType
      testMode
      createdAt
      scheduledAt
      events {
        id
        type
        occurredAt
        payload
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)

export const RemovePersonSuppressionDocument = document<RemovePersonSuppressionMutation, RemovePersonSuppressionMutationVariables>(`
mutation RemovePersonSuppression($recipient: String!) {
  removeSuppression(channel: EMAIL, recipient: $recipient)
}
`)
