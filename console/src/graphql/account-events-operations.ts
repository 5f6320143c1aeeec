import { graphql } from './graphql'

export const AccountEventsDocument = graphql(`
  subscription AccountEvents($after: ID) {
    accountEvents(after: $after) {
      id
      type
      messageId
      occurredAt
    }
  }
`)
