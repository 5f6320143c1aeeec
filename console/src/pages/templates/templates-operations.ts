// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type TemplatesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type TemplatesQuery = { templates: { nodes: Array<{ id: string, name: string, subject: string, version: number, isActive: boolean, updatedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export const TemplatesDocument = document<TemplatesQuery, TemplatesQueryVariables>(`
query Templates($after: String) {
  templates(first: 50, after: $after) {
    nodes {
      id
      name
      subject
      version
      isActive
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)
