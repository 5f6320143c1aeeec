// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type DomainsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type DomainsQuery = { domains: { nodes: Array<{ id: string, domain: string, sandbox: boolean, fullyVerified: boolean, dkimStatus: string, spfStatus: string, dmarcStatus: string, inboundEnabled: boolean, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AddDomainMutationVariables = Exact<{
  domain: string;
}>;


export type AddDomainMutation = { addDomain: { id: string } | null };

export const DomainsDocument = document<DomainsQuery, DomainsQueryVariables>(`
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

export const AddDomainDocument = document<AddDomainMutation, AddDomainMutationVariables>(`
mutation AddDomain($domain: String!) {
  addDomain(domain: $domain) {
    id
  }
}
`)
