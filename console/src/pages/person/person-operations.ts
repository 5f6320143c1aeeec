import { graphql, type ResultOf } from '../../graphql/graphql'

export const PersonDocument = graphql(`
  query Person($address: String!) {
    suppression(recipient: $address) {
      id
      recipient
      state
      reason
      updatedAt
    }
  }
`)
export type PersonQuery = ResultOf<typeof PersonDocument>

export const PersonContactDocument = graphql(`
  query PersonContact($address: String!) {
    contacts(first: 5, search: $address) {
      nodes {
        id
        email
        firstName
        lastName
      }
    }
  }
`)

export const PersonListsDocument = graphql(`
  query PersonLists($contactId: ID!, $id: ID!) {
    contactLists(first: 100, contactId: $contactId) {
      nodes {
        id
        name
      }
    }
    contactTopics(id: $id) {
      topics {
        listId
        name
        subscribed
      }
    }
  }
`)

export const PersonMessagesDocument = graphql(`
  query PersonMessages($address: String!, $after: String) {
    messages(first: 20, after: $after, recipient: $address) {
      nodes {
        id
        subject
        status
        messageType
        testMode
        createdAt
        scheduledAt
        events {
          id
          type
          occurredAt
          payload
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type PersonMessagesQuery = ResultOf<typeof PersonMessagesDocument>

export const RemovePersonSuppressionDocument = graphql(`
  mutation RemovePersonSuppression($recipient: String!) {
    removeSuppression(channel: EMAIL, recipient: $recipient)
  }
`)
