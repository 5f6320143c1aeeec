import { graphql, type ResultOf } from '../graphql/graphql'

export const AccountDocument = graphql(`
  query Account {
    account {
      accountId
      ownerEmail
      sandboxMode
      sharedEmailSender
      sendingPaused {
        reason
        ratePercent
        limitPercent
        since
      }
    }
  }
`)
export type AccountQuery = ResultOf<typeof AccountDocument>
