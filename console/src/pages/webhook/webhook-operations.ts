import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql'

export const WebhookDocument = graphql(`
  query Webhook($id: ID!) {
    webhook(id: $id) {
      id
      endpointUrl
      eventTypes
      format
      verificationKey
      isActive
      createdAt
      deliveries(first: 50) {
        nodes {
          id
          status
        }
      }
    }
  }
`)
export type WebhookQuery = ResultOf<typeof WebhookDocument>

export const WebhookLogDocument = graphql(`
  query WebhookLog($id: ID!, $after: String, $status: DeliveryStatus, $eventType: EventType, $from: DateTime, $to: DateTime) {
    webhook(id: $id) {
      id
      deliveries(first: 20, after: $after, status: $status, eventType: $eventType, from: $from, to: $to) {
        nodes {
          id
          subscriptionId
          messageId
          eventType
          status
          attemptCount
          responseStatus
          nextRetryAt
          createdAt
          payload
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)
export type WebhookLogQuery = ResultOf<typeof WebhookLogDocument>
export type WebhookLogQueryVariables = VariablesOf<typeof WebhookLogDocument>

export const UpdateWebhookDocument = graphql(`
  mutation UpdateWebhook($id: ID!, $input: UpdateWebhookInput!) {
    updateWebhook(id: $id, input: $input) {
      id
      endpointUrl
      eventTypes
      format
      verificationKey
      isActive
    }
  }
`)

export const TestWebhookDocument = graphql(`
  mutation TestWebhook($id: ID!, $eventType: EventType) {
    testWebhook(id: $id, eventType: $eventType) {
      id
      status
    }
  }
`)

export const RedeliverManyDocument = graphql(`
  mutation RedeliverMany($webhookId: ID!, $deliveryIds: [ID!]!) {
    redeliverMany(webhookId: $webhookId, deliveryIds: $deliveryIds) {
      deliveries {
        id
        status
      }
    }
  }
`)

export const RotateWebhookSecretDocument = graphql(`
  mutation RotateWebhookSecret($id: ID!) {
    rotateWebhookSecret(id: $id) {
      id
      signingSecret
      standardSecret
      verificationKey
    }
  }
`)

export const DeleteWebhookDocument = graphql(`
  mutation DeleteWebhook($id: ID!) {
    deleteWebhook(id: $id)
  }
`)
