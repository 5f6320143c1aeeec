// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type DeadLetterListQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type DeadLetterListQuery = { deadLetters: { nodes: Array<{ id: string, kind: string, rowId: string, error: string, crashes: number, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RetryDeadLetterMutationVariables = Exact<{
  id: string;
}>;


export type RetryDeadLetterMutation = { retryDeadLetter: { id: string } | null };

export const DeadLetterListDocument = document<DeadLetterListQuery, DeadLetterListQueryVariables>(`
query DeadLetterList($after: String) {
  deadLetters(first: 50, after: $after) {
    nodes {
      id
      kind
      rowId
      error
      crashes
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)

export const RetryDeadLetterDocument = document<RetryDeadLetterMutation, RetryDeadLetterMutationVariables>(`
mutation RetryDeadLetter($id: ID!) {
  retryDeadLetter(id: $id) {
    id
  }
}
`)
