import { graphql, type ResultOf } from '../../graphql/graphql'

export const InboundRoutesDocument = graphql(`
  query InboundRoutes($after: String) {
    inboundRoutes(first: 50, after: $after) {
      nodes {
        id
        domain
        matchPrefix
        destinationType
        forwardUrl
        forwardAddress
        format
        active
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type InboundRoutesQuery = ResultOf<typeof InboundRoutesDocument>

export const CreateInboundRouteDocument = graphql(`
  mutation CreateInboundRoute($input: CreateInboundRouteInput!) {
    createInboundRoute(input: $input) {
      id
      signingSecret
      standardSecret
      verificationKey
    }
  }
`)

export const RotateInboundRouteSecretDocument = graphql(`
  mutation RotateInboundRouteSecret($id: ID!) {
    rotateInboundRouteSecret(id: $id) {
      id
      signingSecret
      standardSecret
      verificationKey
    }
  }
`)

export const UpdateInboundRouteDocument = graphql(`
  mutation UpdateInboundRoute($id: ID!, $input: UpdateInboundRouteInput!) {
    updateInboundRoute(id: $id, input: $input) {
      id
      active
    }
  }
`)

export const DeleteInboundRouteDocument = graphql(`
  mutation DeleteInboundRoute($id: ID!) {
    deleteInboundRoute(id: $id)
  }
`)
