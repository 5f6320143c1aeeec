import { graphql, type ResultOf } from '../../graphql/graphql'

export const HomeDocument = graphql(`
  query Home {
    usage {
      period
      totalSendCount
      totalCostMicros
    }
    spendCaps(first: 20) {
      nodes {
        id
        keyId
        softLimitMicros
        hardLimitMicros
      }
    }
    domains(first: 100) {
      nodes {
        id
        domain
        sandbox
        fullyVerified
      }
    }
    webhooks(first: 20) {
      nodes {
        id
        endpointUrl
        isActive
        deliveries(first: 5) {
          nodes {
            id
            status
            responseStatus
            createdAt
          }
        }
      }
    }
  }
`)
export type HomeQuery = ResultOf<typeof HomeDocument>

/** What only admin keys may read. */
export const ForAdminsDocument = graphql(`
  query ForAdmins {
    deadLetters(first: 100) {
      nodes {
        id
      }
      pageInfo {
        hasNextPage
      }
    }
    approvals(first: 100, status: "pending") {
      nodes {
        id
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`)
export type ForAdminsQuery = ResultOf<typeof ForAdminsDocument>

export const FeedDocument = graphql(`
  query Feed {
    messages(first: 20) {
      nodes {
        id
        to
        subject
        status
        createdAt
        events {
          id
          type
          occurredAt
        }
      }
    }
  }
`)
export type FeedQuery = ResultOf<typeof FeedDocument>
