import { graphql } from '../../graphql/graphql'

export const TestRecipientsDocument = graphql(`
  query TestRecipients($after: String) {
    testRecipients(first: 50, after: $after) {
      nodes {
        id
        email
        status
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const CreateTestRecipientDocument = graphql(`
  mutation CreateTestRecipient($input: CreateTestRecipientInput!) {
    createTestRecipient(input: $input) {
      id
      email
      status
    }
  }
`)

export const DeleteTestRecipientDocument = graphql(`
  mutation DeleteTestRecipient($id: ID!) {
    deleteTestRecipient(id: $id)
  }
`)
