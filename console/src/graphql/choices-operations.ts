import { graphql, type ResultOf } from './graphql'

export const ListChoicesDocument = graphql(`
  query ListChoices($after: String) {
    contactLists(first: 100, after: $after) {
      nodes {
        id
        name
        filter {
          match
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type ListChoicesQuery = ResultOf<typeof ListChoicesDocument>

export const TemplateChoicesDocument = graphql(`
  query TemplateChoices($after: String) {
    templates(first: 100, after: $after, isLayout: false) {
      nodes {
        id
        name
        isActive
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type TemplateChoicesQuery = ResultOf<typeof TemplateChoicesDocument>

export const KeyChoicesDocument = graphql(`
  query KeyChoices($after: String) {
    apiKeys(first: 100, after: $after) {
      nodes {
        id
        name
        keyPrefix
        testMode
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const InboxChoicesDocument = graphql(`
  query InboxChoices($after: String) {
    inboxes(first: 100, after: $after) {
      nodes {
        id
        address
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
