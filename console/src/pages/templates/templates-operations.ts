import { graphql } from '../../graphql/graphql'

export const TemplatesDocument = graphql(`
  query Templates($after: String) {
    templates(first: 50, after: $after) {
      nodes {
        id
        name
        subject
        version
        isActive
        isLayout
        updatedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
