// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A new broadcast. */
export type CreateBroadcastInput = {
  /** The HTML, with variables. */
  bodyHtml?: string | null | undefined;
  /** The plain text, with variables. */
  bodyText?: string | null | undefined;
  /** Sender, like `news@example.com` or `News <news@example.com>`. Required if the account has a verified domain, but not of a draft: it is checked when the broadcast is scheduled or sent. */
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

export type AudienceSizeQueryVariables = Exact<{
  id: string;
}>;


export type AudienceSizeQuery = { contactList: { id: string, memberCount: number | null } | null };

export type BroadcastToCopyQueryVariables = Exact<{
  id: string;
}>;


export type BroadcastToCopyQuery = { broadcast: { id: string, name: string, listId: string, templateId: string | null, fromEmail: string | null, replyTo: Array<string>, subject: string | null, bodyHtml: string | null, bodyText: string | null, throttlePerMinute: number | null } | null };

export type CreateBroadcastMutationVariables = Exact<{
  input: CreateBroadcastInput;
}>;


export type CreateBroadcastMutation = { createBroadcast: { id: string } | null };

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
