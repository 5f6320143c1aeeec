// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

export type MessagesQueryVariables = Exact<{
  after?: string | null | undefined;
  search?: string | null | undefined;
  status?: MessageStatus | null | undefined;
  testMode?: boolean | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type MessagesQuery = { messages: { nodes: Array<{ id: string, to: Array<string>, cc: Array<string>, subject: string | null, status: MessageStatus, createdAt: string, scheduledAt: string | null, testMode: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

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
