import { graphql, type ResultOf } from '../graphql/graphql'

export const DeliveryDocument = graphql(`
  query Delivery($webhookId: ID!, $deliveryId: ID!) {
    webhookDelivery(webhookId: $webhookId, deliveryId: $deliveryId) {
      id
      payload
      attempts {
        attemptedAt
        responseStatus
        responseBody
        error
        durationMs
        requestHeaders {
          name
          value
        }
        responseHeaders {
          name
          value
        }
      }
    }
  }
`)
export type DeliveryQuery = ResultOf<typeof DeliveryDocument>

export const RedeliverDocument = graphql(`
  mutation Redeliver($webhookId: ID!, $deliveryId: ID!) {
    redeliver(webhookId: $webhookId, deliveryId: $deliveryId) {
      id
      status
    }
  }
`)
