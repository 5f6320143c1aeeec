// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Where a broadcast stands. */
export type BroadcastStatus =
  /** Ended before its time. */
  | 'CANCELED'
  /** Not sent yet. */
  | 'DRAFT'
  /** It takes no further members until it is resumed; `pausedReason` says why. */
  | 'PAUSED'
  /** Waits for its time. */
  | 'SCHEDULED'
  /** Its messages are being made and sent. */
  | 'SENDING'
  /** All messages were handed over, failed or were stopped. */
  | 'SENT';

export type BroadcastsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type BroadcastsQuery = { broadcasts: { nodes: Array<{ id: string, name: string, status: BroadcastStatus, createdAt: string, scheduledAt: string | null, startedAt: string | null, testMode: boolean, counts: { total: number, sent: number, delivered: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export const BroadcastsDocument = document<BroadcastsQuery, BroadcastsQueryVariables>(`
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
