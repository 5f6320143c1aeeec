import { graphql, type ResultOf } from '../../graphql/graphql'

export const ApprovalsDocument = graphql(`
  query Approvals($after: String, $status: String) {
    approvals(first: 50, after: $after, status: $status) {
      nodes {
        id
        status
        operation
        keyId
        testMode
        createdAt
        expiresAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type ApprovalsQuery = ResultOf<typeof ApprovalsDocument>

export const ApprovalDocument = graphql(`
  query Approval($id: ID!) {
    approval(id: $id) {
      id
      status
      operation
      input
      digest
      keyId
      testMode
      messageId
      error {
        message
      }
      decidedBy
      decidedAt
      createdAt
      expiresAt
    }
  }
`)
export type ApprovalQuery = ResultOf<typeof ApprovalDocument>

export const ApproveMailDocument = graphql(`
  mutation ApproveMail($id: ID!) {
    approveMail(id: $id) {
      id
      status
      error {
        message
      }
    }
  }
`)

export const RefuseMailDocument = graphql(`
  mutation RefuseMail($id: ID!) {
    refuseMail(id: $id) {
      id
      status
    }
  }
`)
