import { graphql, type ResultOf } from './graphql'

export const SendersDocument = graphql(`
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
export type SendersQuery = ResultOf<typeof SendersDocument>
