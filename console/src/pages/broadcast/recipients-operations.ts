import { graphql } from '../../graphql/graphql'

export const BroadcastRecipientsDocument = graphql(`
  query BroadcastRecipients($id: ID!, $outcome: String, $search: String, $after: String) {
    broadcastRecipients(id: $id, outcome: $outcome, search: $search, first: 50, after: $after) {
      nodes {
        messageId
        email
        status
        outcomes
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const BroadcastLinksDocument = graphql(`
  query BroadcastLinks($id: ID!) {
    broadcastLinks(id: $id) {
      links {
        url
        clicks
        uniqueClicks
      }
    }
  }
`)
