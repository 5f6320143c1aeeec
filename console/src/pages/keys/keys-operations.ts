// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A new API key. */
export type CreateApiKeyInput = {
  /** When it is to stop. */
  expiresAt?: string | null | undefined;
  /** What to call it, for people who read the list. */
  name?: string | null | undefined;
  /** What it may do. */
  scope: KeyScope;
  /** Whether it simulates: nothing is really sent. False unless told. */
  testMode?: boolean | null | undefined;
};

/** What an API key may do. */
export type KeyScope =
  /** Everything. */
  | 'ADMIN'
  /** Read, and organize the mailbox. */
  | 'READ'
  /** Send messages and cancel scheduled ones. */
  | 'SEND';

export type KeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type KeysQuery = { apiKeys: { nodes: Array<{ id: string, name: string | null, keyPrefix: string, scope: KeyScope, testMode: boolean, expiresAt: string | null, lastUsedAt: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreateKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateKeyMutation = { createApiKey: { id: string, key: string } | null };

export type RotateKeyMutationVariables = Exact<{
  id: string;
}>;


export type RotateKeyMutation = { rotateApiKey: { id: string, key: string } | null };

export type RevokeKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeKeyMutation = { revokeApiKey: boolean | null };

export const KeysDocument = document<KeysQuery, KeysQueryVariables>(`
query Keys($after: String) {
  apiKeys(first: 50, after: $after) {
    nodes {
      id
      name
      keyPrefix
      scope
      testMode
      expiresAt
      lastUsedAt
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)

export const CreateKeyDocument = document<CreateKeyMutation, CreateKeyMutationVariables>(`
mutation CreateKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    id
    key
  }
}
`)

export const RotateKeyDocument = document<RotateKeyMutation, RotateKeyMutationVariables>(`
mutation RotateKey($id: ID!) {
  rotateApiKey(id: $id) {
    id
    key
  }
}
`)

export const RevokeKeyDocument = document<RevokeKeyMutation, RevokeKeyMutationVariables>(`
mutation RevokeKey($id: ID!) {
  revokeApiKey(id: $id)
}
`)
