// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from './document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type SendersQueryVariables = Exact<{ [key: string]: never; }>;


export type SendersQuery = { domains: { nodes: Array<{ id: string, domain: string, sandbox: boolean, fullyVerified: boolean }> } | null };

export const SendersDocument = document<SendersQuery, SendersQueryVariables>(`
query Senders {
  domains(first: 100) {
    nodes {
      id
      domain
      sandbox
      fullyVerified
    }
  }
}
`)
