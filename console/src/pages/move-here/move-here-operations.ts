import { graphql, type ResultOf } from '../../graphql/graphql'

export const EndpointsDocument = graphql(`
  query Endpoints {
    account {
      accountId
      endpoints {
        baseUrl
        compatApis {
          name
          url
        }
        smtpPort
        smtpsPort
      }
    }
  }
`)
export type Endpoints = NonNullable<NonNullable<ResultOf<typeof EndpointsDocument>['account']>['endpoints']>

/** An account has at most 100 domains. */
export const ArrivedDocument = graphql(`
  query Arrived {
    domains(first: 100) {
      nodes {
        id
        domain
        sandbox
        fullyVerified
        dkimStatus
        spfStatus
        dmarcStatus
        dnsRecords {
          type
          name
          value
        }
      }
    }
    templates(first: 1) {
      totalCount
    }
    contactLists(first: 1) {
      totalCount
    }
    contacts(first: 1) {
      totalCount
    }
    suppressions(first: 1) {
      totalCount
    }
    webhooks(first: 1) {
      totalCount
    }
  }
`)
export type ArrivedQuery = ResultOf<typeof ArrivedDocument>
