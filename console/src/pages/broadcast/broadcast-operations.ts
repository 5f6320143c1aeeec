// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Where a broadcast stands. */
export type BroadcastStatus =
  /** Ended before its time. */
  | 'CANCELED'
  /** Not sent yet. */
  | 'DRAFT'
  /** It takes no further members until it is resumed; `pausedReason` says why. */
  | 'PAUSED'
  /** Waits for its time. */
  | 'SCHEDULED'
  /** Its messages are being made and sent. */
  | 'SENDING'
  /** All messages were handed over, failed or were stopped. */
  | 'SENT';

export type BroadcastQueryVariables = Exact<{
  id: string;
}>;


export type BroadcastQuery = { broadcast: { id: string, name: string, listId: string, status: BroadcastStatus, pausedReason: string | null, testMode: boolean, fromEmail: string | null, replyTo: Array<string>, subject: string | null, templateId: string | null, bodyHtml: string | null, bodyText: string | null, throttlePerMinute: number | null, scheduledAt: string | null, startedAt: string | null, finishedAt: string | null, createdAt: string, updatedAt: string, counts: { total: number, queued: number, sent: number, delivered: number, opened: number, clicked: number, bounced: number, complained: number, failed: number, suppressed: number, unsubscribed: number }, failures: Array<{ contactId: string, code: string, reason: string }> } | null };

export type CountsFragment = { total: number, queued: number, sent: number, delivered: number, opened: number, clicked: number, bounced: number, complained: number, failed: number, suppressed: number, unsubscribed: number };

export type BroadcastNamesQueryVariables = Exact<{
  listId: string;
}>;


export type BroadcastNamesQuery = { contactList: { id: string, name: string } | null };

export type BroadcastTemplateQueryVariables = Exact<{
  id: string;
}>;


export type BroadcastTemplateQuery = { template: { id: string, name: string } | null };

export type PreviewBroadcastQueryVariables = Exact<{
  id: string;
  contactId?: string | null | undefined;
}>;


export type PreviewBroadcastQuery = { previewBroadcast: { subject: string, bodyHtml: string | null, bodyText: string | null, contactId: string | null, contactsChecked: number, warnings: Array<{ variable: string, message: string }> } | null };

export type PreviewContactsQueryVariables = Exact<{
  listId: string;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type PreviewContactsQuery = { contacts: { nodes: Array<{ id: string, email: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type BroadcastProgressSubscriptionVariables = Exact<{
  id: string;
}>;


export type BroadcastProgressSubscription = { broadcastProgress: { id: string, status: BroadcastStatus, pausedReason: string | null, updatedAt: string, counts: { total: number, queued: number, sent: number, delivered: number, opened: number, clicked: number, bounced: number, complained: number, failed: number, suppressed: number, unsubscribed: number } } };

export type SendBroadcastMutationVariables = Exact<{
  id: string;
}>;


export type SendBroadcastMutation = { sendBroadcast: { id: string, status: BroadcastStatus } | null };

export type PauseBroadcastMutationVariables = Exact<{
  id: string;
}>;


export type PauseBroadcastMutation = { pauseBroadcast: { id: string, status: BroadcastStatus } | null };

export type ResumeBroadcastMutationVariables = Exact<{
  id: string;
}>;


export type ResumeBroadcastMutation = { resumeBroadcast: { id: string, status: BroadcastStatus } | null };

export type CancelBroadcastMutationVariables = Exact<{
  id: string;
}>;


export type CancelBroadcastMutation = { cancelBroadcast: { id: string, status: BroadcastStatus } | null };

export type DeleteBroadcastMutationVariables = Exact<{
  id: string;
}>;


export type DeleteBroadcastMutation = { deleteBroadcast: boolean | null };

export type TestBroadcastMutationVariables = Exact<{
  id: string;
  email: string;
  idempotencyKey: string;
}>;


export type TestBroadcastMutation = { testBroadcast: { id: string } | null };

export const BroadcastDocument = document<BroadcastQuery, BroadcastQueryVariables>(`
query Broadcast($id: ID!) {
  broadcast(id: $id) {
    id
    name
    listId
    status
    pausedReason
    testMode
    fromEmail
    replyTo
    subject
    templateId
    bodyHtml
    bodyText
    throttlePerMinute
    scheduledAt
    startedAt
    finishedAt
    createdAt
    updatedAt
    counts {
      ...Counts
    }
    failures {
      contactId
      code
      reason
    }
  }
}

fragment Counts on BroadcastCounts {
  total
  queued
  sent
  delivered
  opened
  clicked
  bounced
  complained
  failed
  suppressed
  unsubscribed
}
`)

export const BroadcastNamesDocument = document<BroadcastNamesQuery, BroadcastNamesQueryVariables>(`
query BroadcastNames($listId: ID!) {
  contactList(id: $listId) {
    id
    name
  }
}
`)

export const BroadcastTemplateDocument = document<BroadcastTemplateQuery, BroadcastTemplateQueryVariables>(`
query BroadcastTemplate($id: ID!) {
  template(id: $id) {
    id
    name
  }
}
`)

export const PreviewBroadcastDocument = document<PreviewBroadcastQuery, PreviewBroadcastQueryVariables>(`
query PreviewBroadcast($id: ID!, $contactId: ID) {
  previewBroadcast(id: $id, contactId: $contactId) {
    subject
    bodyHtml
    bodyText
    contactId
    contactsChecked
    warnings {
      variable
      message
    }
  }
}
`)

export const PreviewContactsDocument = document<PreviewContactsQuery, PreviewContactsQueryVariables>(`
query PreviewContacts($listId: ID!, $search: String, $after: String) {
  contacts(first: 20, after: $after, listId: $listId, search: $search) {
    nodes {
      id
      email
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)

export const BroadcastProgressDocument = document<BroadcastProgressSubscription, BroadcastProgressSubscriptionVariables>(`
subscription BroadcastProgress($id: ID!) {
  broadcastProgress(id: $id) {
    id
    status
    pausedReason
    updatedAt
    counts {
      ...Counts
    }
  }
}

fragment Counts on BroadcastCounts {
  total
  queued
  sent
  delivered
  opened
  clicked
  bounced
  complained
  failed
  suppressed
  unsubscribed
}
`)

export const SendBroadcastDocument = document<SendBroadcastMutation, SendBroadcastMutationVariables>(`
mutation SendBroadcast($id: ID!) {
  sendBroadcast(id: $id) {
    id
    status
  }
}
`)

export const PauseBroadcastDocument = document<PauseBroadcastMutation, PauseBroadcastMutationVariables>(`
mutation PauseBroadcast($id: ID!) {
  pauseBroadcast(id: $id) {
    id
    status
  }
}
`)

export const ResumeBroadcastDocument = document<ResumeBroadcastMutation, ResumeBroadcastMutationVariables>(`
mutation ResumeBroadcast($id: ID!) {
  resumeBroadcast(id: $id) {
    id
    status
  }
}
`)

export const CancelBroadcastDocument = document<CancelBroadcastMutation, CancelBroadcastMutationVariables>(`
mutation CancelBroadcast($id: ID!) {
  cancelBroadcast(id: $id) {
    id
    status
  }
}
`)

export const DeleteBroadcastDocument = document<DeleteBroadcastMutation, DeleteBroadcastMutationVariables>(`
mutation DeleteBroadcast($id: ID!) {
  deleteBroadcast(id: $id)
}
`)

export const TestBroadcastDocument = document<TestBroadcastMutation, TestBroadcastMutationVariables>(`
mutation TestBroadcast($id: ID!, $email: String!, $idempotencyKey: String!) {
  testBroadcast(id: $id, email: $email, idempotencyKey: $idempotencyKey) {
    id
  }
}
`)
