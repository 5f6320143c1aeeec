import { graphql, type ResultOf } from '../../graphql/graphql'

const EventFragment = graphql(`
  fragment Event on TimelineEvent {
    id
    type
    occurredAt
    createdAt
    source
    payload
  }
`)
export type EventFragment = ResultOf<typeof EventFragment>

export const MessageDocument = graphql(
  `
  query Message($id: ID!) {
    message(id: $id) {
      id
      status
      from
      to
      cc
      subject
      messageType
      tags
      testMode
      scheduledAt
      createdAt
      idempotencyKey
      providerMessageId
      events {
        ...Event
      }
    }
  }
`,
  [EventFragment],
)
export type MessageQuery = ResultOf<typeof MessageDocument>

export const MessageContentDocument = graphql(`
  query MessageContent($id: ID!) {
    message(id: $id) {
      id
      content {
        from
        to
        cc
        bcc
        replyTo
        subject
        bodyHtml
        bodyText
        headers
        attachments {
          filename
          contentType
          size
        }
      }
    }
  }
`)
export type MessageContentQuery = ResultOf<typeof MessageContentDocument>

export const MessageDeliveriesDocument = graphql(`
  query MessageDeliveries($id: ID!) {
    message(id: $id) {
      id
      webhookDeliveries {
        id
        subscriptionId
        eventType
        status
        responseStatus
        attemptCount
        nextRetryAt
        createdAt
      }
    }
    webhooks(first: 100) {
      nodes {
        id
        endpointUrl
      }
    }
  }
`)

export const MessageTimelineDocument = graphql(
  `
  subscription MessageTimeline($messageId: ID!, $after: ID) {
    messageTimeline(messageId: $messageId, after: $after) {
      ...Event
    }
  }
`,
  [EventFragment],
)

export const CancelMessageDocument = graphql(`
  mutation CancelMessage($id: ID!) {
    cancelMessage(id: $id) {
      id
      status
    }
  }
`)

export const ResendMessageDocument = graphql(`
  mutation ResendMessage($id: ID!, $idempotencyKey: String!) {
    resendMessage(id: $id, idempotencyKey: $idempotencyKey) {
      id
    }
  }
`)
