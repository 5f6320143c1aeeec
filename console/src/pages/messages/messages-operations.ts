import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql'

export const MessagesDocument = graphql(`
  query Messages(
    $after: String
    $search: String
    $status: MessageStatus
    $testMode: Boolean
    $from: DateTime
    $to: DateTime
    $tag: String
    $templateId: ID
    $keyId: ID
    $broadcastId: ID
  ) {
    messages(
      first: 50
      after: $after
      search: $search
      status: $status
      testMode: $testMode
      from: $from
      to: $to
      tag: $tag
      templateId: $templateId
      keyId: $keyId
      broadcastId: $broadcastId
    ) {
      nodes {
        id
        to
        cc
        subject
        status
        createdAt
        scheduledAt
        testMode
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type MessagesQuery = ResultOf<typeof MessagesDocument>
export type MessagesQueryVariables = VariablesOf<typeof MessagesDocument>
