import { graphql, type ResultOf } from '../../graphql/graphql'

export const DeadLetterListDocument = graphql(`
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
export type DeadLetterListQuery = ResultOf<typeof DeadLetterListDocument>

export const RetryDeadLetterDocument = graphql(`
  mutation RetryDeadLetter($id: ID!) {
    retryDeadLetter(id: $id) {
      id
    }
  }
`)
