import { graphql, type ResultOf } from '../../../graphql/graphql'

export const DmarcDocument = graphql(`
  query Dmarc($domain: String!) {
    dmarcSummary(domain: $domain) {
      days
      daysWithReports
      reports
      messages
      aligned
      policy
      rejectSafe
      reasons
      senders {
        sourceIp
        messages
        aligned
        dkimAligned
        spfAligned
      }
    }
    dmarcReports(domain: $domain, first: 100) {
      nodes {
        beginsAt
        messages
        aligned
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`)
export type DmarcQuery = ResultOf<typeof DmarcDocument>

export const TlsDocument = graphql(`
  query Tls($domain: String!) {
    tlsSummary(domain: $domain) {
      days
      reports
      successfulSessions
      failedSessions
      byFailure {
        resultType
        policyType
        receivingMx
        sessions
      }
      bySender {
        sentBy
        reports
        successfulSessions
        failedSessions
      }
    }
  }
`)
export type TlsQuery = ResultOf<typeof TlsDocument>
