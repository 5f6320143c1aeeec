import { graphql, type ResultOf } from '../../graphql/graphql'

export const DomainsDocument = graphql(`
  query Domains($after: String) {
    domains(first: 50, after: $after) {
      nodes {
        id
        domain
        sandbox
        fullyVerified
        dkimStatus
        spfStatus
        dmarcStatus
        inboundEnabled
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type DomainsQuery = ResultOf<typeof DomainsDocument>

export const AddDomainDocument = graphql(`
  mutation AddDomain($domain: String!) {
    addDomain(domain: $domain) {
      id
    }
  }
`)
