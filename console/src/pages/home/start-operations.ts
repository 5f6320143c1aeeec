import { graphql } from '../../graphql/graphql'

export const StartDocument = graphql(`
  query Start {
    messages(first: 1) {
      nodes {
        id
      }
    }
    webhooks(first: 1) {
      nodes {
        id
      }
    }
    domains(first: 100) {
      nodes {
        id
        domain
        sandbox
        fullyVerified
        inboundEnabled
      }
    }
  }
`)
