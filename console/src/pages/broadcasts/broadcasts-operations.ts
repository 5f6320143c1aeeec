import { graphql, type ResultOf } from '../../graphql/graphql'

export const BroadcastsDocument = graphql(`
  query Broadcasts($after: String) {
    broadcasts(first: 50, after: $after) {
      nodes {
        id
        name
        status
        createdAt
        scheduledAt
        startedAt
        testMode
        counts {
          total
          sent
          delivered
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type BroadcastsQuery = ResultOf<typeof BroadcastsDocument>
