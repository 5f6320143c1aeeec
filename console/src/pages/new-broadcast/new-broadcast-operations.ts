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

/** A new broadcast. */
export type CreateBroadcastInput = {
  /** The HTML, with variables. */
  bodyHtml?: string | null | undefined;
  /** The plain text, with variables. */
  bodyText?: string | null | undefined;
  /** Sender, like `news@example.com` or `News <news@example.com>`. Required if the account has a verified domain, but not of a draft: it is checked when the broadcast is scheduled, tested or sent. */
  fromEmail?: string | null | undefined;
  /** The list whose members get it. */
  listId: string;
  /** Its name, for people. */
  name: string;
  /** An address for replies, or several. */
  replyTo?: Array<string> | null | undefined;
  /** When to start: no more than 1 minute in the past and no more than 90 days in the future. A draft if left out. */
  scheduledAt?: string | null | undefined;
  /** The subject, with variables. Required unless a template has one; takes precedence over the template's. */
  subject?: string | null | undefined;
  /** A template, instead of bodies. Each message is rendered with its version at that time. */
  templateId?: string | null | undefined;
  /** Most messages a minute, 1 to 1,000,000. As fast as possible if left out. */
  throttlePerMinute?: number | null | undefined;
  /** What to track. As the deployment does, if left out. */
  tracking?: TrackingInput | null | undefined;
};

/** What is tracked of a mail. */
export type TrackingInput = {
  /** Whether to record clicks on links. */
  clicks?: boolean | null | undefined;
  /** Whether to record opens. */
  opens?: boolean | null | undefined;
};

/** What is to change of a draft. */
export type UpdateBroadcastInput = {
  /** Another HTML; null for none. */
  bodyHtml?: string | null | undefined;
  /** Another plain text; null for none. */
  bodyText?: string | null | undefined;
  /** Another sender; null for none. It is checked when the broadcast is scheduled, tested or sent. */
  fromEmail?: string | null | undefined;
  /** Another list. */
  listId?: string | null | undefined;
  /** Another name. */
  name?: string | null | undefined;
  /** All addresses for replies; null for none. */
  replyTo?: Array<string> | null | undefined;
  /** Schedules the draft: no more than 1 minute in the past and no more than 90 days in the future. It cannot be changed afterwards. */
  scheduledAt?: string | null | undefined;
  /** Another subject; null for that of the template. */
  subject?: string | null | undefined;
  /** A template, instead of bodies, which must be null then; null for bodies. */
  templateId?: string | null | undefined;
  /** Most messages a minute; null for no limit. */
  throttlePerMinute?: number | null | undefined;
  /** What to track; null for what the deployment tracks. */
  tracking?: TrackingInput | null | undefined;
};

export type AudienceSizeQueryVariables = Exact<{
  id: string;
}>;


export type AudienceSizeQuery = { contactList: { id: string, memberCount: number | null } | null };

export type BroadcastToCopyQueryVariables = Exact<{
  id: string;
}>;


export type BroadcastToCopyQuery = { broadcast: { id: string, name: string, listId: string, templateId: string | null, fromEmail: string | null, replyTo: Array<string>, subject: string | null, bodyHtml: string | null, bodyText: string | null, throttlePerMinute: number | null, status: BroadcastStatus } | null };

export type CreateBroadcastMutationVariables = Exact<{
  input: CreateBroadcastInput;
}>;


export type CreateBroadcastMutation = { createBroadcast: { id: string } | null };

export type UpdateBroadcastMutationVariables = Exact<{
  id: string;
  input: UpdateBroadcastInput;
}>;


export type UpdateBroadcastMutation = { updateBroadcast: { id: string, status: BroadcastStatus } | null };

export const AudienceSizeDocument = document<AudienceSizeQuery, AudienceSizeQueryVariables>(`
query AudienceSize($id: ID!) {
  contactList(id: $id) {
    id
    memberCount
  }
}
`)

export const BroadcastToCopyDocument = document<BroadcastToCopyQuery, BroadcastToCopyQueryVariables>(`
query BroadcastToCopy($id: ID!) {
  broadcast(id: $id) {
    id
    name
    listId
    templateId
    fromEmail
    replyTo
    subject
    bodyHtml
    bodyText
    throttlePerMinute
    status
  }
}
`)

export const CreateBroadcastDocument = document<CreateBroadcastMutation, CreateBroadcastMutationVariables>(`
mutation CreateBroadcast($input: CreateBroadcastInput!) {
  createBroadcast(input: $input) {
    id
  }
}
`)

export const UpdateBroadcastDocument = document<UpdateBroadcastMutation, UpdateBroadcastMutationVariables>(`
mutation UpdateBroadcast($id: ID!, $input: UpdateBroadcastInput!) {
  updateBroadcast(id: $id, input: $input) {
    id
    status
  }
}
`)
