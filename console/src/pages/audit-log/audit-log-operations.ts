import { graphql, type ResultOf } from '../../graphql/graphql'

export const AuditLogDocument = graphql(`
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
export type AuditLogQuery = ResultOf<typeof AuditLogDocument>
