// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { account: { accountId: string, ownerEmail: string, sandboxMode: boolean, sharedEmailSender: string, sendingPaused: { reason: string, ratePercent: number, limitPercent: number, since: string } | null } | null };

export const AccountDocument = document<AccountQuery, AccountQueryVariables>(`
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
