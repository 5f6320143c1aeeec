import { graphql, type ResultOf } from '../../graphql/graphql'

export const WebhooksDocument = graphql(`
  query Webhooks($after: String) {
    webhooks(first: 20, after: $after) {
      nodes {
        id
        endpointUrl
        eventTypes
        isActive
        deliveries(first: 20) {
          nodes {
            id
            status
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type WebhooksQuery = ResultOf<typeof WebhooksDocument>

export const CreateWebhookDocument = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      id
      signingSecret
      standardSecret
    }
  }
`)
export type CreateWebhookMutation = ResultOf<typeof CreateWebhookDocument>
