// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from './document'

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

export type AccountEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AccountEventsSubscription = { accountEvents: { id: string, type: EventType, messageId: string, occurredAt: string } };

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
