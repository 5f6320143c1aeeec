// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Where a webhook delivery stands. */
export type DeliveryStatus =
  /** Every attempt failed; there is no further one. */
  | 'EXHAUSTED'
  /** The last attempt failed; a retry is scheduled. */
  | 'FAILED'
  /** Its first attempt is due or in flight. */
  | 'PENDING'
  /** The endpoint answered 2xx. */
  | 'SUCCEEDED';

export type RedeliverMutationVariables = Exact<{
  webhookId: string;
  deliveryId: string;
}>;


export type RedeliverMutation = { redeliver: { id: string, status: DeliveryStatus } | null };

export const RedeliverDocument = document<RedeliverMutation, RedeliverMutationVariables>(`
mutation Redeliver($webhookId: ID!, $deliveryId: ID!) {
  redeliver(webhookId: $webhookId, deliveryId: $deliveryId) {
    id
    status
  }
}
`)
