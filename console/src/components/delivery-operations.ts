import { graphql } from '../graphql/graphql'

export const RedeliverDocument = graphql(`
  mutation Redeliver($webhookId: ID!, $deliveryId: ID!) {
    redeliver(webhookId: $webhookId, deliveryId: $deliveryId) {
      id
      status
    }
  }
`)
