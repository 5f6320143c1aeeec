// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A recipient to stop mail to. */
export type AddSuppressionInput = {
  /** Only `email` is enabled; the others are 422 `channel_not_enabled`. */
  channel: Channel;
  /** Why, for people who read the list. `manual` if left out. */
  reason?: string | null | undefined;
  /** The address to block. */
  recipient: string;
};

/** A way to reach somebody. */
export type Channel =
  /** Mail, the one channel that sends. */
  | 'EMAIL'
  /** Not enabled. */
  | 'PUSH'
  /** Not enabled. */
  | 'SMS'
  /** Not enabled. */
  | 'VOICE'
  /** Requests to your endpoint. */
  | 'WEBHOOK';

/** Recipients to add to the list. */
export type ImportSuppressionsInput = {
  /** EMAIL unless told. */
  channel?: Channel | null | undefined;
  /** Up to 10,000; more are 422 `invalid_request`. */
  entries: Array<SuppressionEntryInput>;
};

/** A recipient to import. */
export type SuppressionEntryInput = {
  /** The address of the recipient. */
  email: string;
  /** Why, for people who read the list. `import` if left out. */
  reason?: string | null | undefined;
  /** What it blocks. `suppressed` if left out. `unsubscribed` never weakens a `suppressed` entry. */
  state?: SuppressionState | null | undefined;
};

/** Which mail a recipient does not get. */
export type SuppressionState =
  /** All mail. */
  | 'SUPPRESSED'
  /** Marketing mail only. */
  | 'UNSUBSCRIBED';

export type SuppressionsQueryVariables = Exact<{
  after?: string | null | undefined;
  reason?: string | null | undefined;
}>;


export type SuppressionsQuery = { suppressions: { nodes: Array<{ id: string, recipient: string, state: SuppressionState, reason: string, updatedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type SuppressionOfQueryVariables = Exact<{
  recipient: string;
}>;


export type SuppressionOfQuery = { suppression: { id: string, recipient: string, state: SuppressionState, reason: string, updatedAt: string } | null };

export type EntryFragment = { id: string, recipient: string, state: SuppressionState, reason: string, updatedAt: string };

export type AddSuppressionMutationVariables = Exact<{
  input: AddSuppressionInput;
}>;


export type AddSuppressionMutation = { addSuppression: { id: string, recipient: string } | null };

export type RemoveSuppressionMutationVariables = Exact<{
  recipient: string;
}>;


export type RemoveSuppressionMutation = { removeSuppression: boolean | null };

export type ImportSuppressionsMutationVariables = Exact<{
  input: ImportSuppressionsInput;
}>;


export type ImportSuppressionsMutation = { importSuppressions: { imported: number, skipped: number, errors: Array<{ index: number, reason: string }> } | null };

export const SuppressionsDocument = document<SuppressionsQuery, SuppressionsQueryVariables>(`
query Suppressions($after: String, $reason: String) {
  suppressions(first: 50, after: $after, reason: $reason) {
    nodes {
      ...Entry
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

fragment Entry on Suppression {
  id
  recipient
  state
  reason
  updatedAt
}
`)

export const SuppressionOfDocument = document<SuppressionOfQuery, SuppressionOfQueryVariables>(`
query SuppressionOf($recipient: String!) {
  suppression(recipient: $recipient) {
    ...Entry
  }
}

fragment Entry on Suppression {
  id
  recipient
  state
  reason
  updatedAt
}
`)

export const AddSuppressionDocument = document<AddSuppressionMutation, AddSuppressionMutationVariables>(`
mutation AddSuppression($input: AddSuppressionInput!) {
  addSuppression(input: $input) {
    id
    recipient
  }
}
`)

export const RemoveSuppressionDocument = document<RemoveSuppressionMutation, RemoveSuppressionMutationVariables>(`
mutation RemoveSuppression($recipient: String!) {
  removeSuppression(channel: EMAIL, recipient: $recipient)
}
`)

export const ImportSuppressionsDocument = document<ImportSuppressionsMutation, ImportSuppressionsMutationVariables>(`
mutation ImportSuppressions($input: ImportSuppressionsInput!) {
  importSuppressions(input: $input) {
    imported
    skipped
    errors {
      index
      reason
    }
  }
}
`)
