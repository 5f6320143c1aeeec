import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql'

export const AuditLogDocument = graphql(`
  query AuditLog($actor: ID, $operation: String, $from: DateTime, $to: DateTime, $after: String) {
    auditLog(first: 50, actor: $actor, operation: $operation, from: $from, to: $to, after: $after) {
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
export type AuditLogQuery = ResultOf<typeof AuditLogDocument>
export type AuditLogQueryVariables = VariablesOf<typeof AuditLogDocument>
