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
