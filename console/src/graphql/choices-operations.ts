// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from './document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ListChoicesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ListChoicesQuery = { contactLists: { nodes: Array<{ id: string, name: string, filter: { match: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type TemplateChoicesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type TemplateChoicesQuery = { templates: { nodes: Array<{ id: string, name: string, isActive: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type KeyChoicesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type KeyChoicesQuery = { apiKeys: { nodes: Array<{ id: string, name: string | null, keyPrefix: string, testMode: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export const ListChoicesDocument = document<ListChoicesQuery, ListChoicesQueryVariables>(`
query ListChoices($after: String) {
  contactLists(first: 100, after: $after) {
    nodes {
      id
      name
      filter {
        match
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)

export const TemplateChoicesDocument = document<TemplateChoicesQuery, TemplateChoicesQueryVariables>(`
query TemplateChoices($after: String) {
  templates(first: 100, after: $after) {
    nodes {
      id
      name
      isActive
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)

export const KeyChoicesDocument = document<KeyChoicesQuery, KeyChoicesQueryVariables>(`
query KeyChoices($after: String) {
  apiKeys(first: 100, after: $after) {
    nodes {
      id
      name
      keyPrefix
      testMode
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)
