// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AuditLogQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AuditLogQuery = { auditLog: { nodes: Array<{ id: string, operation: string, target: string | null, address: string | null, userAgent: string | null, createdAt: string, actor: { type: string, id: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export const AuditLogDocument = document<AuditLogQuery, AuditLogQueryVariables>(`
query AuditLog($after: String) {
  auditLog(first: 50, after: $after) {
    nodes {
      id
      actor {
        type
        id
      }
      operation
      target
      address
      userAgent
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`)
